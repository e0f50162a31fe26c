// What the manual shows is run: its experiments, rewards and agents are read as a user's would be, and its links lead somewhere.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { parseExperiment, readExperiment } from "../src/lab/experiment.ts";
import { experimentJsonSchema } from "../src/lab/experiment-schema.ts";
import { describedColumns } from "../src/logs/kind.ts";
import { LOG_KINDS } from "../src/logs/kinds.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/architecture.md",
  "docs/experiments.md",
  "docs/attribution.md",
  "docs/store.md",
  "docs/logs.md",
  "docs/studies.md",
  "bench/README.md",
];

/** Code blocks of a language. */
function blocks(file: string, language: string): string[] {
  return [...read(file).matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, code]) => code);
}

test("the README shows the example that it runs", async () => {
  const [shown] = blocks("README.md", "yaml");
  const { title: _, ...example } = parse(read("examples/alliance.yaml"));
  expect(parse(shown)).toEqual(example);
});

test.each([
  ["alliance.yaml", 3],
  ["learning.yaml", 3],
  ["subgoals.yaml", 3],
  ["formats.yaml", 3],
  ["curation.yaml", 4],
  ["verifier.yaml", 3],
  ["recycling.yaml", 3],
  ["functions.yaml", 3],
  ["auctions.yaml", 3],
  ["positions.yaml", 7],
  ["requests.yaml", 5],
  ["campaign.yaml", 5],
  ["employer.yaml", 4],
  ["lending.yaml", 5],
  ["inspectors.yaml", 7],
  ["switching.yaml", 6],
  ["advertising.yaml", 9],
  ["impressions.yaml", 6],
  ["job-log.yaml", 4],
  ["bid-log.yaml", 6],
  ["llm.yaml", 3],
  ["duels.yaml", 5],
  ["fishery/fishery.yaml", 4],
  ["judge/judge.yaml", 3],
])("examples/%s is read", async (file, count) => {
  const cache = mkdtempSync(join(tmpdir(), "agon-examples-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  expect((await readExperiment(join(root, "examples", file), { cache })).variants).toHaveLength(count);
});

test.each([...LOG_KINDS.values()])("the columns of $name stand in the manual of logs", (kind) => {
  const rows = describedColumns(kind).map(({ name, unit, range, meaning, otherwise }) => {
    const also = otherwise === undefined ? "" : ` (may be left out: ${otherwise})`;
    return `| \`${name}\` | ${unit} | ${range} | ${meaning}${also} |\n`;
  });
  const table = `| column | holds | range | meaning |\n| --- | --- | --- | --- |\n${rows.join("")}`;
  expect(read("docs/logs.md")).toContain(`**${kind.name}**, ${kind.summary}`);
  expect(read("docs/logs.md")).toContain(table);
});

describe("the manual's rewards", () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("reward: cooperative"));
  const declared = block.split(/^(?=reward:)/m).map((text) => [text.replace(/#.*$/gm, "").trim()] as const);
  test.each(declared)("%s", async (text) => {
    const own = text.includes("levy");
    const world = own ? "environment: ./fishery.ts" : "environment: coopetition/slcd";
    const experiment = `${world}\nagents: random\nobjective: ${own ? "stock" : "trust"}\n${text}\n`;
    const { variants } = await parseExperiment(experiment, join(root, "examples/fishery/test.yaml"));
    expect(variants).toHaveLength(1);
  });
});

describe("the manual's agents", () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("agents: tit-for-tat"));
  const declared = block.split(/^(?=agents:)/m).map((text) => [text.replace(/#.*$/gm, "").trim()] as const);
  test.each(declared)("%s", async (text) => {
    const own = text.includes("cautious");
    const experiment = `environment: ${own ? "./fishery.ts" : "coopetition/slcd"}\nobjective: ${own ? "stock" : "trust"}\n${text}\n`;
    const { variants } = await parseExperiment(experiment, join(root, "examples/fishery/test.yaml"));
    expect(variants).toHaveLength(1);
  });
});

test("the manual's world of text is read", async () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("language/sort"));
  expect((await parseExperiment(block, join(root, "examples/text.yaml"))).variants).toHaveLength(2);
});

test("the manual's verifier is read", async () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("verifier:"));
  expect((await parseExperiment(block, join(root, "examples/verifier.yaml"))).variants).toHaveLength(1);
});

test("the manual's functions are read", async () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("language/function"));
  expect((await parseExperiment(block, join(root, "examples/function.yaml"))).variants).toHaveLength(2);
});

test("the manual's dual play is read", async () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("dual-play"));
  expect((await parseExperiment(block, join(root, "examples/dual.yaml"))).variants).toHaveLength(2);
});

test("the manual's language model is read", async () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("policy: llm\n"));
  expect((await parseExperiment(block, join(root, "examples/model.yaml"))).variants).toHaveLength(1);
});

test("the manual's team is read", async () => {
  const [block] = blocks("docs/experiments.md", "yaml").filter((code) => code.includes("team/fact-finding"));
  expect((await parseExperiment(block, join(root, "examples/team.yaml"))).variants).toHaveLength(3);
});

test.each(pages)("links of %s lead somewhere", (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link)
    .filter((link) => !link.startsWith("http"));
  for (const link of links) expect(existsSync(resolve(root, dirname(page), link)), link).toBe(true);
});

test("the published schema is up to date", () => {
  expect(JSON.parse(read("schema/experiment.schema.json"))).toEqual(experimentJsonSchema());
});
