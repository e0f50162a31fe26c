// `agon run` from end to end: what it prints, what it stores, what it does again.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { until } from "../fixtures/until.ts";
import { agon, contents, documentOf, finishedCells, root, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";
import { start } from "./process.ts";

const estimate = { mean: expect.any(Number), low: expect.any(Number), high: expect.any(Number), n: expect.any(Number) };

const small = `
environment: { id: coopetition/trust-dilemma, horizon: 20 }
agents: { policy: random }
objective: joint.value
variants:
  private: { reward: private }
  cooperative: { reward: cooperative }
  trusting: { agents: { policy: constant, level: 60, noise: 5 } }
seeds: 6
`;

function experiment(text: string): { folder: string; file: string; store: string } {
  const folder = folderWith({ "small.yaml": text });
  return { folder, file: join(folder, "small.yaml"), store: join(folder, "store") };
}

/** Runs a shipped experiment in a store. */
const example = (file: string, store: string, more: string) =>
  documentOf(`run ${join(root, "examples", file)} --store ${store} ${more}`);

interface Named {
  readonly name: string;
}
const named = <T extends Named>(all: readonly T[], wanted: string) => all.find(({ name }) => name === wanted);

test("the alliance: three ways of paying, and only one holds it together", async () => {
  const store = join(scratch(), "store");
  const result = await example("alliance.yaml", store, "");
  const text = expect.stringMatching(/^“cooperative” bought 18.% more joint value/);
  expect(result).toMatchObject({
    objective: { name: "joint.value", unit: "value" },
    finding: { kind: "more", best: "cooperative", text },
    store,
    run: expect.stringMatching(/^alliance-[0-9a-f]{8}$/),
  });
  expect(result.variants.map(({ name }: Named) => name)).toEqual(["private", "integrated", "cooperative"]);
  const figures = { pay: estimate, objective: estimate, welfare: estimate };
  for (const variant of result.variants)
    expect(variant).toMatchObject({ ...figures, channels: { trust: estimate, payoff: estimate } });
  const [alone, integrated, together] = result.variants;
  expect(alone.channels.trust.mean).toBeLessThan(0.01);
  expect(integrated.channels.trust.mean).toBeLessThan(0.01);
  expect(together.channels.trust.low).toBeGreaterThan(0.95);
  expect(together.objective.low).toBeGreaterThan(alone.objective.high);
  expect(integrated.objective.mean).not.toBe(alone.objective.mean);
  const effect = result.effects.find(
    (e: { a: string; b: string; measure: string }) =>
      e.a === "private" && e.b === "cooperative" && e.measure === "objective",
  );
  const number = expect.any(Number);
  expect(effect).toMatchObject({ difference: number, low: number, high: number, effectSize: number });
  expect(effect.low).toBeGreaterThan(0);
  // A person is told the same, in the words of the page.
  const outcome = await agon(`report ${result.run} --store ${store}`);
  for (const said of [/wanted: joint value;/, /reputation damage +share/, /cooperative − private +joint value/])
    expect(outcome.stdout).toMatch(said);
  expect(outcome.stdout).not.toMatch(/joint\.value|reputationDamage/);
  expect(readFileSync(result.report, "utf8")).toContain("What held the S-LCD alliance together?");
});

test("the same bytes for any number of workers, and nothing is done twice", async () => {
  const { file, store } = experiment(small);
  const words = `run ${file} --store ${store} --workers 0 --json`;
  const first = await agon(words);
  expect(first.stderr).not.toContain("already");
  const { run } = JSON.parse(first.stdout);
  const before = contents(store);
  expect(Object.keys(before)).toContain(join(run, "run.json"));
  expect(Object.keys(before).filter((name) => /^cells.*parquet$/.test(name))).toHaveLength(2 * 3 * 6);
  const again = await agon(words);
  expect(again.stderr).toContain("18 of 18 cells are in the store already");
  expect(again.stdout).toBe(first.stdout);
  expect(contents(store)).toEqual(before);
  const other = experiment(small);
  await agon(`run ${other.file} --store ${other.store} --workers 3`);
  expect(contents(other.store)).toEqual(before);
});

test("more seeds make a run longer, and keep what is there", async () => {
  const { file, store } = experiment(small);
  const words = `run ${file} --store ${store} --json --seeds`;
  const few = JSON.parse((await agon(`${words} 3`)).stdout);
  const more = await agon(`${words} 5`);
  expect(more.stderr).toContain("9 of 15 cells are in the store already");
  expect(JSON.parse(more.stdout).run).toBe(few.run);
  expect(JSON.parse(more.stdout).variants[0].cells).toBe(5);
  const fewer = JSON.parse((await agon(`${words} 3`)).stdout);
  expect(fewer.variants[0]).toEqual(few.variants[0]);
});

test("runs of any names share the cells that say the same; a change of one variant computes that one", async () => {
  const { folder, file, store } = experiment(small);
  const ran = async (text: string, name = file) => {
    writeFileSync(name, text);
    const { code, stdout, stderr } = await agon(`run ${name} --store ${store} --json`);
    expect(code, stderr).toBe(0);
    return { stderr, ...JSON.parse(stdout) };
  };
  const first = await ran(small);
  const files = finishedCells(store);
  const other = await ran(
    small.replace("level: 60", "level: 50").replace("private:", "selfish:"),
    join(folder, "b.yaml"),
  );
  expect(other.stderr).toContain("12 of 18 cells are in the store already");
  expect(finishedCells(store)).toHaveLength(files.length + 6);
  expect(other.run).not.toBe(first.run);
  const { name: _, ...before } = named<Named>(first.variants, "private") ?? { name: "" };
  expect(named<Named>(other.variants, "selfish")).toMatchObject(before);
  // Cells with every step do for a run that asks for episodes alone.
  expect((await ran(`${small}record: episodes\n`)).stderr).toContain("18 of 18 cells are in the store already");
  // Two variants that say the same are computed once, and both reported.
  const same = "{ reward: private, environment.horizon: 19 }";
  const twice = await ran(small.replace("variants:", `variants:\n  again: ${same}\n  more: ${same}`));
  expect(twice.stderr).toContain("18 of 30 cells are in the store already");
  expect(finishedCells(store)).toHaveLength(files.length + 12);
  const { name: __, ...figures } = named<Named>(twice.variants, "more") ?? { name: "" };
  expect(named<Named>(twice.variants, "again")).toMatchObject({ ...figures, cells: 6 });

  const count = async (...flags: string[]) => {
    const sql = "select count(distinct run) as runs, count(*) as rows from episodes";
    const { stdout, complaint } = await agon(["query", sql, "--store", store, "--json", ...flags]);
    return [...Object.values(JSON.parse(stdout)[0]), complaint.trim()];
  };
  const latest = `agon: of 4 runs the latest is asked, ${twice.run}; --run names another, --all asks all`;
  expect(await count()).toEqual([1, 60, latest]);
  expect(await count("--run", first.run)).toEqual([1, 36, ""]);
  expect(await count("--all")).toEqual([4, 36 + 36 + 36 + 60, ""]);
  const years = "select 'x' as name, 1 as \"2024\", 2 as \"2023\", {'b': 1} as part";
  const listing = await agon(["query", years, "--store", store, "--json", "--all"]);
  expect(listing.stdout.trim()).toBe('[{"name":"x","2024":1,"2023":2,"part":{"b":1}}]');
  const both = await agon(`query "select 1" --store ${store} --all --run latest`);
  expect(both.code).toBe(2);
  expect(both.complaint).toContain("--run, --all: names one run and asks all of them");

  expect(await documentOf(`list runs --store ${store}`)).toMatchObject([
    { run: twice.run, cells: { planned: 30, done: 30 }, finding: twice.finding },
    { cells: { planned: 18, done: 18 } },
    { run: other.run, variants: ["selfish", "cooperative", "trusting"] },
    { run: first.run, title: "small", seeds: 6, finding: first.finding },
  ]);
  const listed = await agon(`list runs --store ${store}`);
  expect(listed.stdout.split("\n")[1]).toMatch(
    new RegExp(`^${twice.run} +done +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +5 variants +30 cells +\\S.*\\.$`),
  );
});

test("a report can be asked for at any instant, before the first cell too", async () => {
  const { file, store } = experiment(small);
  await agon(`run ${file} --store ${store} --seeds 2`);
  const reported = async () => {
    const { code, stdout, complaint } = await agon(`report latest --store ${store} --json`);
    expect([code, complaint]).toEqual([0, ""]);
    const { cells, finding }: { cells: { done: number }; finding: { text: string; notes: string[] } } =
      JSON.parse(stdout);
    return [cells.done, [finding.text, ...finding.notes].join(" ")];
  };
  const [, ...rest] = finishedCells(store);
  for (const cell of rest) rmSync(cell);
  expect(await reported()).toEqual([1, expect.stringContaining("Cells are still missing")]);
  rmSync(join(store, "cells"), { recursive: true });
  expect(await reported()).toEqual([0, expect.stringContaining("No cell has given a value of the objective yet")]);
});

test("variants meet the same luck", async () => {
  const { file, store } = experiment(small);
  await agon(`run ${file} --store ${store}`);
  const sql =
    "select count(*) as n, count(*) filter (a.action = b.action) as same from steps a join steps b using (seed, step, agent) where a.variant = 'private' and b.variant = 'cooperative'";
  const [row] = await documentOf(`query "${sql}" --store ${store}`);
  expect(row.n).toBeGreaterThan(50);
  expect(row.same).toBe(row.n);
});

test("--set changes the experiment and so the run", async () => {
  const { file, store } = experiment(small);
  const plain = await documentOf(`run ${file} --store ${store}`);
  const set = await documentOf(`run ${file} --store ${store} --set environment.horizon=7 --set episodes=2`);
  expect(set.run).not.toBe(plain.run);
  expect(set.variants[2].steps.mean).toBe(7);
  expect(set.variants[2].episodes).toBe(12);
});

test("a grid crosses its values", async () => {
  const { file, store } = experiment(`
environment: coopetition/slcd
agents: { policy: constant, level: 40 }
objective: trust
grid:
  reward: [private, cooperative]
  environment.horizon: [5, 9]
  agents.level: [20, 40]
seeds: 1
record: episodes
`);
  const { variants } = await documentOf(`run ${file} --store ${store}`);
  expect(variants).toHaveLength(8);
  expect(variants[7]).toMatchObject({
    name: "reward=cooperative, horizon=9, level=40",
    steps: { mean: 9, low: null },
    channels: { investment: { mean: 40 } },
  });
});

test("a query is printed as CSV, with texts whole", async () => {
  const { file, store } = experiment(small);
  await agon(`run ${file} --store ${store} --seeds 1`);
  const sql = `select 'a, "b"' || chr(10) || 'c' as said, 0.1::double + 0.2::double as sum, null as missing, [1, 2] as list`;
  const { stdout } = await agon(["query", sql, "--store", store, "--csv"]);
  expect(stdout).toBe('said,sum,missing,list\n"a, ""b""\nc",0.30000000000000004,,"[1,2]"\n');
  expect((await agon(["query", sql, "--store", store, "--csv", "--json"])).complaint).toContain(
    "--csv, --json: asks for two forms; leave one of them out",
  );
});

test("a query can read while a run goes on", async () => {
  const waiting = small.replace("{ policy: random }", join(root, "test/fixtures/waiting-agent.js"));
  const { folder, file, store } = experiment(waiting);
  const running = start(`run ${file} --store ${store} --workers 0`);
  await until(() => finishedCells(store).length > 0, running.over);
  const [{ seeds }] = await documentOf(`query 'select count(distinct seed) as seeds from episodes' --store ${store}`);
  expect(seeds).toBeGreaterThan(0);
  expect(running.process.exitCode, "the run goes on").toBeNull();
  writeFileSync(join(folder, "go"), "");
  expect((await running.done).code).toBe(0);
});

test("parts of one's own: a world and a reward in TypeScript, an agent in JavaScript", async () => {
  const { variants } = await example("fishery/fishery.yaml", scratch(), "--seeds 2");
  const stock = (name: string) =>
    named<Named & { channels: { stock: { mean: number } } }>(variants, name)?.channels.stock.mean;
  expect(stock("levy")).toBeGreaterThan(0.5);
  expect(stock("own catch")).toBeLessThan(0.2);
  expect(stock("cautious boats")).toBeGreaterThan(0.5);
});

test.each([
  ["ranks", "amounts", "ranks", "own.pay <> usual.pay", 60],
  ["length-budget", "no price", "four characters", "own.lengthPrice > 0 and own.pay <> usual.pay", 30],
])("a text method and a callback of one's own: %s", async (name, usual, own, differs, steps) => {
  const store = scratch();
  // That the parts are used shows after a part of the training.
  const short = "--set agents.updates=4 --set agents.model.layers=1 --set episodes=2";
  const sft = `--set agents.sft.steps=${steps} --set agents.sft.rate=0.02`;
  await example(`${name}/${name}.yaml`, store, `--seeds 1 ${short} ${sft}`);
  const sql = `select count(*) as found from training own join training usual using (seed, update)
    where own.variant = '${own}' and usual.variant = '${usual}' and ${differs}`;
  expect((await documentOf(`query "${sql}" --store ${store}`))[0].found).toBeGreaterThan(0);
});

test("parts of one's own: a rule of sale, and a learner", async () => {
  interface Sold extends Named {
    readonly objective: { mean: number };
    readonly channels: Record<string, { mean: number }>;
  }
  const ran = async (id: string) => {
    const { variants } = await example(`${id}/${id}.yaml`, scratch(), "--seeds 2");
    return (name: string): Sold => {
      const variant = named<Sold>(variants, name);
      if (variant === undefined) throw new Error(`no variant ${name}`);
      return variant;
    };
  };
  const sold = await ran("all-pay");
  // Revenue equivalence: in equilibrium a contest earns what a second price earns.
  expect(sold("contest").objective.mean).toBeCloseTo(sold("second price").objective.mean, -1);
  expect(sold("naive contest").objective.mean).toBeGreaterThan(2 * sold("contest").objective.mean);
  expect(sold("contest").channels.efficient.mean).toBe(1);
  const learnt = await ran("hill-climber");
  expect(learnt("cooperative").channels.trust.mean).toBeGreaterThan(learnt("private").channels.trust.mean + 0.3);
});

test("an edited part makes another run, also when only what it imports was edited", async () => {
  const level = (value: number) => `export const level: number = ${value};\n`;
  const agent = `import { defineAgent } from "agonlab";
import { level } from "./lib/level.ts";
export default defineAgent({ summary: "steady", make: () => () => ({ reset() {}, act(_seen: Float32Array, action: Float64Array) { action[0] = level; } }) });
`;
  const cwd = folderWith({
    "own.yaml": "environment: coopetition/slcd\nagents: ./agent.ts\nobjective: trust\nseeds: 1\n",
    ...{ "lib/level.ts": level(40), "agent.ts": agent },
  });
  const before = await documentOf("run own.yaml --workers 0", { cwd });
  expect(before.variants[0].channels.investment.mean).toBe(40);
  writeFileSync(join(cwd, "lib/level.ts"), level(25));
  // A thread reads files anew.
  const after = await documentOf("run own.yaml --workers 1", { cwd });
  expect(after.run).not.toBe(before.run);
  expect(after.variants[0].channels.investment.mean).toBe(25);
});

test("cells are computed and kept where the library of the report cannot be loaded", async () => {
  const { folder, file, store } = experiment(small);
  const hooks =
    'export async function resolve(name, context, next) { if (name.endsWith("duckdb-node-api.js")) throw new Error("none"); return next(name, context); }';
  const hook = join(folder, "hook.mjs");
  writeFileSync(
    hook,
    `import { register } from "node:module";\nregister(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});\n`,
  );
  vi.stubEnv("NODE_OPTIONS", `--import=${pathToFileURL(hook)}`);
  const { code, stderr } = await start(`run ${file} --store ${store} --workers 0`).done;
  expect([code, stderr]).toEqual([1, expect.stringContaining("Error: none")]);
  expect(finishedCells(store).length).toBeGreaterThan(0);
});

test("a run is shown by its name, by that of its experiment, and as the latest, with what it used of the machine", async () => {
  const { folder } = experiment(small);
  const { run } = await documentOf("run small.yaml", { cwd: folder });
  const load = { processes: 1, used: expect.any(Number), cores: expect.any(Number), gib: expect.any(Number) };
  const shown = { run, state: "done", cells: { planned: 18, done: 18 }, seconds: expect.any(Number), load };
  for (const name of [run, "small", "latest"])
    expect(await documentOf(`show ${name}`, { cwd: folder })).toMatchObject(shown);
  const { stdout } = await agon("show latest", { cwd: folder });
  expect(stdout).toMatch(/^machine {2}[\d.]+ of \d+ cores? used, at most [\d.]+ of [\d.]+ GiB/m);
});
