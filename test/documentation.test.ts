// What the manual shows is run: its experiments, rewards and agents are read as a user's would be, and its links lead somewhere.

import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { declared } from "../src/cli/commands.ts";
import { prepareMarket } from "../src/environments/marketplace/market-file.ts";
import { readContest } from "../src/lab/contest/contest-file.ts";
import { parseExperiment, readExperiment } from "../src/lab/experiment/experiment.ts";
import { experimentJsonSchema } from "../src/lab/experiment/experiment-schema.ts";
import { readJudgeFile } from "../src/lab/judge/judge-file.ts";
import { readWeighFile, weighJsonSchema } from "../src/lab/weigh/weigh-file.ts";
import { logJsonSchema } from "../src/logs/log-settings.ts";
import { scratch } from "./cli/agon.ts";
import { anchors, blocks, isGenerated, pages, read, root } from "./fixtures/manual.ts";

test("every command that the manual names is there, with its options", () => {
  const help = read("test/cli/help.txt").split(/^Usage: agon (?=[a-z])/m);
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/(?:^|`|npx |&& )agon ([a-z][^`\n|]*)/gm)].map(([, line]) => ({
      page,
      words: line.split(" "),
    })),
  );
  expect(shown.length).toBeGreaterThan(50);
  for (const { page, words } of shown) {
    const name = declared.has(words.slice(0, 2).join(" ")) ? words.slice(0, 2).join(" ") : words[0];
    const text = help.find((one) => one.startsWith(`${name} `) || one.startsWith(`${name}\n`));
    expect(text, `${page}: agon ${words.join(" ")}`).toBeDefined();
    for (const option of words.filter((word) => word.startsWith("--")))
      expect(text, `${page}: agon ${words.join(" ")}`).toContain(option);
  }
});

test("the README shows the example that it runs", async () => {
  const [shown] = blocks("README.md", "yaml");
  const { title: _, ...example } = parse(read("examples/alliance.yaml"));
  expect(parse(shown)).toEqual(example);
});

/** Examples, and how many variants each has. */
const EXAMPLES = `
alliance.yaml 3, adviser.yaml 4, learning.yaml 3, subgoals.yaml 3, formats.yaml 3, curation.yaml 4, verifier.yaml 3,
recycling.yaml 3, functions.yaml 3, auctions.yaml 3, positions.yaml 7, requests.yaml 5, campaign.yaml 5,
channels.yaml 8, employer.yaml 4, lending.yaml 5, advice.yaml 3, inspectors.yaml 7, switching.yaml 6,
advertising.yaml 9, impressions.yaml 6, job-log.yaml 4, bid-log.yaml 6, reserves.yaml 5, marketplace.yaml 5, talk.yaml 5, commons.yaml 5, pipeline.yaml 3, decks.yaml 5,
highway.yaml 4, cut-ins.yaml 3, sellers.yaml 4, llm.yaml 3, duels.yaml 5, fishery/fishery.yaml 4, desk/desk.yaml 4, judge/judge.yaml 3, quiz/quiz.yaml 3,
assistant/assistant.yaml 3, manipulation/manipulation.yaml 2, ranks/ranks.yaml 2,
forgetful.yaml 4, length-budget/length-budget.yaml 2, all-pay/all-pay.yaml 3, hill-climber/hill-climber.yaml 3,
lava/lava.yaml 3, lava/taught.yaml 3, echo-chamber.yaml 4, slate.yaml 4, sprites.yaml 4, guided.yaml 5, clips.yaml 3,
peg/peg.yaml 5, boat-race.yaml 2`;
test.each(EXAMPLES.trim().split(/,\s/))("examples/%s variants", async (row) => {
  const [file, count] = row.split(" ");
  expect(
    (await readExperiment(join(root, "examples", file), { cache: join(scratch(), "logs") })).variants,
  ).toHaveLength(Number(count));
});

describe("every experiment of the manual is read", () => {
  const snippets = pages.flatMap((page) => blocks(page, "yaml").map((code, k) => ({ page, code, k })));
  const isJudge = (code: string) => /^judge:/m.test(code);
  const isContest = (code: string) => code.startsWith("arena:");
  const contests = snippets.filter(({ code }) => isContest(code));
  const judges = snippets.filter(({ code }) => isJudge(code));
  const isMarket = (code: string) => code.startsWith("customers:");
  const markets = snippets.filter(({ code }) => isMarket(code));
  const isWeighing = (code: string) => /^pays:/m.test(code);
  const weighings = snippets.filter(({ code }) => isWeighing(code));
  const experiments = snippets.filter(({ code }) => ![isContest, isJudge, isMarket, isWeighing].some((is) => is(code)));
  test.each(weighings)("$page, $k, which is a weighing", ({ code }) => {
    const folder = scratch();
    for (const log of ["rollouts.csv", "listings.csv"]) cpSync(join(root, "examples", log), join(folder, log));
    writeFileSync(join(folder, "weigh.yaml"), code);
    expect(readWeighFile(join(folder, "weigh.yaml")).request.want).not.toBe("");
  });
  test.each(markets)("$page, $k, which is a market", async ({ code }) => {
    const folder = scratch();
    writeFileSync(join(folder, "market.yaml"), code);
    await prepareMarket({ file: "market.yaml" }, { directory: folder, cache: join(folder, "store", "cache") });
  });
  test.each(judges)("$page, $k, which is a judge", ({ code }) => {
    const folder = scratch();
    writeFileSync(join(folder, "judge.yaml"), code);
    expect(readJudgeFile(join(folder, "judge.yaml")).judge.name).not.toBe("");
  });
  test.each(contests)("$page, $k, which is a contest", async ({ code }) => {
    const folder = scratch();
    cpSync(join(root, "examples/warriors"), folder, { recursive: true });
    writeFileSync(join(folder, "contest.yaml"), code);
    expect((await readContest(join(folder, "contest.yaml"))).players.length).toBeGreaterThan(1);
  });
  test.each(experiments)("$page, $k", async ({ code }) => {
    const { text, folder } = completed(code);
    const old: string[] = [];
    const reading = parseExperiment(text, join(root, "examples", folder, "snippet.yaml"), {
      cache: join(scratch(), "logs"),
      onNotice: (notice) => old.push(notice),
    });
    // All of it is right but for the run, which the reader has.
    if (/policy: trained, run/.test(code))
      return expect(reading).rejects.toThrow(/is not a store of Agon: it has no store/);
    if (code.includes("votes.csv")) return expect(reading).rejects.toThrow(/there is no file .*votes.csv/);
    expect((await reading).variants.length).toBeGreaterThan(0);
    // Rows are left out where settings of a log say so.
    expect(old.filter((notice) => !/ rows? (was|were) left out[,;]/.test(notice))).toEqual([]);
  });
});

/** A snippet of rewards or agents in a world that they fit, and the folder of examples whose files it names. */
function completed(code: string): { text: string; folder: string } {
  const [, file] = /\.\/([\w-]+)\.[jt]s/.exec(code) ?? [];
  const folder =
    { levy: "fishery", cautious: "fishery", "watched-room": "judge", careful: "snakes", votes: "lava" }[file ?? ""] ??
    file ??
    ".";
  if (/^environment:/m.test(code)) return { text: code, folder };
  const world = folder === "fishery" ? "environment: ./fishery.ts" : "environment: coopetition/slcd";
  const agents = /^agents:/m.test(code) ? "" : "agents: random\n";
  return { text: `${world}\n${agents}objective: payoff\n${code}`, folder };
}

test.each(pages)("links of %s lead somewhere", (page) => {
  const text = read(page).replaceAll(/```.*?```/gs, "");
  for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(link)) continue;
    const [file, anchor] = link.split("#");
    const target = file === "" ? join(root, page) : resolve(root, dirname(page), file);
    expect(existsSync(target), link).toBe(true);
    if (anchor !== undefined) expect(anchors(read(target.slice(root.length))), link).toContain(anchor);
  }
});

test.each(pages)("code in %s stands in the file that is named before it", (page) => {
  const text = read(page);
  for (const { 1: code, index } of text.matchAll(/```ts\n(.*?)```/gs)) {
    const link = text
      .slice(0, index)
      .match(/\]\(([^)#\s]+\.tsx?)\)/g)
      ?.at(-1);
    const file = link?.slice(2, -1) ?? "";
    expect(unindented(read(resolve(root, dirname(page), file).slice(root.length))), file).toContain(unindented(code));
  }
});

function unindented(code: string): string {
  return code.trim().replaceAll(/\n\s*/g, "\n");
}

test.each(pages.filter((page) => page.startsWith("src/")))("files that %s names are there", (page) => {
  const room = page.slice(0, -"README.md".length);
  const below = readdirSync(join(root, room), { recursive: true, encoding: "utf8" });
  for (const [, name] of read(page).matchAll(/`([\w./-]+\.(?:ts|tsx|js|html|yaml|py)|[\w-]+\/)`/g)) {
    const isThere = below.some((file) => file === name.replace(/\/$/, "") || file.endsWith(`/${name}`));
    expect(isThere || ["", "src"].some((from) => existsSync(join(root, from, name))), name).toBe(true);
  }
});

test("pages are found from the README in a few steps", () => {
  const seen = new Set(["README.md"]);
  const open = ["README.md"];
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    for (const [, link] of read(page).matchAll(/\]\(([^)#\s]+\.md)[^)]*\)/g)) {
      if (/^https?:/.test(link)) continue;
      const target = resolve(root, dirname(page), link).slice(root.length);
      if (!seen.has(target) && pages.includes(target)) open.push(target);
      seen.add(target);
    }
  }
  expect(pages.filter((page) => !seen.has(page) && !isGenerated(page))).toEqual([]);
});

test("the published schema is up to date", async () => {
  expect(JSON.parse(read("schema/experiment.schema.json"))).toEqual(await experimentJsonSchema());
  expect(JSON.parse(read("schema/log.schema.json"))).toEqual(logJsonSchema());
  expect(JSON.parse(read("schema/weigh.schema.json"))).toEqual(weighJsonSchema());
});
