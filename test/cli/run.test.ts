// `agon run` from end to end: what it prints, what it stores, what it does again.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../fixtures/until.ts";
import { agon, contents, finishedCells, root, scratch, start } from "./agon.ts";

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

/** For tests that ask nothing of threads: to load all modules once more takes each of them longer than the work. */
const noThread = ["--workers", "0"];

function experiment(text: string): { folder: string; file: string; store: string } {
  const folder = scratch();
  const file = join(folder, "small.yaml");
  writeFileSync(file, text);
  return { folder, file, store: join(folder, "store") };
}

test("the alliance: three ways of paying, and only one holds it together", async () => {
  const store = join(scratch(), "store");
  const { code, stdout } = await agon(["run", join(root, "examples/alliance.yaml"), "--store", store, "--json"]);
  expect(code).toBe(0);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({
    objective: { name: "joint.value", unit: "value" },
    finding: {
      kind: "more",
      best: "cooperative",
      text: expect.stringContaining("Cooperative bought 18 % more joint value"),
    },
    store,
    run: expect.stringMatching(/^alliance-[0-9a-f]{8}$/),
  });
  expect(result.variants.map((variant: { name: string }) => variant.name)).toEqual([
    "private",
    "integrated",
    "cooperative",
  ]);
  for (const variant of result.variants) {
    expect(variant).toMatchObject({
      pay: estimate,
      objective: estimate,
      welfare: estimate,
      channels: { trust: estimate, payoff: estimate },
    });
  }
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
  expect(effect).toMatchObject({
    difference: expect.any(Number),
    low: expect.any(Number),
    high: expect.any(Number),
    effectSize: expect.any(Number),
  });
  expect(effect.low).toBeGreaterThan(0);
  // A person is told the same, in the words of the page.
  const told = await agon(["report", result.run, "--store", store]);
  for (const said of [
    /wanted: joint value \(value\)/,
    /reputation damage +share/,
    /cooperative − private +joint value/,
  ])
    expect(told.stdout).toMatch(said);
  expect(told.stdout).not.toMatch(/joint\.value|reputationDamage/);
  expect(readFileSync(result.report, "utf8")).toContain("What held the S-LCD alliance together?");
});

test("the same bytes for any number of workers, and nothing is done twice", async () => {
  const { file, store } = experiment(small);
  const first = await agon(["run", file, "--store", store, "--workers", "1", "--json"]);
  expect(first.stderr).not.toContain("already");
  const { run } = JSON.parse(first.stdout);
  const before = contents(store);
  expect(Object.keys(before)).toContain(join(run, "run.json"));
  expect(Object.keys(before).filter((name) => /^cells.*parquet$/.test(name))).toHaveLength(2 * 3 * 6);
  const again = await agon(["run", file, "--store", store, "--json"]);
  expect(again.stderr).toContain("18 of 18 cells are in the store already");
  expect(again.stdout).toBe(first.stdout);
  expect(contents(store)).toEqual(before);
  for (const workers of ["0", "3"]) {
    const other = experiment(small);
    await agon(["run", other.file, "--store", other.store, "--workers", workers]);
    expect(contents(other.store), workers).toEqual(before);
  }
});

test("more seeds make a run longer, and keep what is there", async () => {
  const { file, store } = experiment(small);
  const few = JSON.parse((await agon(["run", file, "--store", store, "--seeds", "3", ...noThread, "--json"])).stdout);
  const more = await agon(["run", file, "--store", store, "--seeds", "5", ...noThread, "--json"]);
  expect(more.stderr).toContain("9 of 15 cells are in the store already");
  expect(JSON.parse(more.stdout).run).toBe(few.run);
  expect(JSON.parse(more.stdout).variants[0].cells).toBe(5);
  const fewer = await agon(["run", file, "--store", store, "--seeds", "3", ...noThread, "--json"]);
  expect(JSON.parse(fewer.stdout).variants[0]).toEqual(few.variants[0]);
});

test("runs of any names share the cells that say the same; a change of one variant computes that one", async () => {
  const { folder, file, store } = experiment(small);
  const ran = async (text: string, name = file) => {
    writeFileSync(name, text);
    const { code, stdout, stderr } = await agon(["run", name, "--store", store, ...noThread, "--json"]);
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
  const named = (variants: readonly { name: string; pay?: unknown }[], wanted: string) =>
    variants.find(({ name }) => name === wanted);
  const { name: _, ...before } = named(first.variants, "private") ?? { name: "" };
  expect(named(other.variants, "selfish")).toMatchObject(before);
  // Cells with every step do for a run that asks for episodes alone.
  expect((await ran(`${small}record: episodes\n`)).stderr).toContain("18 of 18 cells are in the store already");
  // Two variants that say the same are computed once, and both reported.
  const twice = await ran(
    small.replace(
      "variants:",
      "variants:\n  again: { reward: private, environment.horizon: 19 }\n  more: { reward: private, environment.horizon: 19 }",
    ),
  );
  expect(twice.stderr).toContain("18 of 30 cells are in the store already");
  expect(finishedCells(store)).toHaveLength(files.length + 12);
  expect(named(twice.variants, "again")).toMatchObject({ pay: named(twice.variants, "more")?.pay, cells: 6 });

  const count = async (...flags: string[]) => {
    const sql = "select count(distinct run) as runs, count(*) as rows from episodes";
    const { stdout, complaint } = await agon(["query", sql, "--store", store, "--json", ...flags]);
    return [...Object.values(JSON.parse(stdout)[0]), complaint.trim()];
  };
  const latest = `agon: of 4 runs the latest is asked, ${twice.run}; --run names another, --all asks all`;
  expect(await count()).toEqual([1, 60, latest]);
  expect(await count("--run", first.run)).toEqual([1, 36, ""]);
  expect(await count("--all")).toEqual([4, 36 + 36 + 36 + 60, ""]);
  const both = await agon(["query", "select 1", "--store", store, "--all", "--run", "latest"]);
  expect([both.code, both.complaint]).toEqual([
    2,
    expect.stringContaining("--run, --all: names one run and asks all of them"),
  ]);

  const { stdout } = await agon(["list", "runs", "--store", store, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject([
    { run: twice.run, cells: { planned: 30, done: 30 }, finding: twice.finding },
    { cells: { planned: 18, done: 18 } },
    { run: other.run, variants: ["selfish", "cooperative", "trusting"] },
    { run: first.run, title: "small", seeds: 6, finding: first.finding },
  ]);
  const listed = await agon(["list", "runs", "--store", store]);
  expect(listed.stdout.split("\n")[1]).toMatch(
    new RegExp(`^${twice.run} +done +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +5 variants +30 cells +\\S.*\\.$`),
  );
});

test("a report can be asked for at any instant, before the first cell too", async () => {
  const { file, store } = experiment(small);
  await agon(["run", file, "--store", store, "--seeds", "2", ...noThread]);
  const reported = async () => {
    const { code, stdout, complaint } = await agon(["report", "latest", "--store", store, "--json"]);
    expect([code, complaint]).toEqual([0, ""]);
    const { cells, finding }: { cells: { done: number }; finding: { text: string } } = JSON.parse(stdout);
    return [cells.done, finding.text];
  };
  const [, ...rest] = finishedCells(store);
  for (const cell of rest) rmSync(cell);
  expect(await reported()).toEqual([1, expect.stringContaining("Cells are still missing")]);
  rmSync(join(store, "cells"), { recursive: true });
  expect(await reported()).toEqual([0, expect.stringContaining("No cell has given a value of the objective yet")]);
});

test("variants meet the same luck", async () => {
  const { file, store } = experiment(small);
  await agon(["run", file, "--store", store, ...noThread]);
  const { stdout } = await agon([
    "query",
    "select count(*) as n, count(*) filter (a.action = b.action) as same from steps a join steps b using (seed, step, agent) where a.variant = 'private' and b.variant = 'cooperative'",
    "--store",
    store,
    "--json",
  ]);
  const [row] = JSON.parse(stdout);
  expect(row.n).toBeGreaterThan(50);
  expect(row.same).toBe(row.n);
});

test("--set changes the experiment and so the run", async () => {
  const { file, store } = experiment(small);
  const ran = async (...set: string[]) =>
    JSON.parse((await agon(["run", file, "--store", store, ...noThread, ...set, "--json"])).stdout);
  const plain = await ran();
  const set = await ran("--set", "environment.horizon=7", "--set", "episodes=2");
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
  const { variants } = JSON.parse((await agon(["run", file, "--store", store, ...noThread, "--json"])).stdout);
  expect(variants).toHaveLength(8);
  expect(variants[7]).toMatchObject({
    name: "reward=cooperative, horizon=9, level=40",
    steps: { mean: 9, low: null },
    channels: { investment: { mean: 40 } },
  });
});

test("a query can read while a run goes on", async () => {
  const waiting = small.replace("{ policy: random }", join(root, "test/fixtures/waiting-agent.js"));
  const { folder, file, store } = experiment(waiting);
  const running = start(["run", file, "--store", store, "--workers", "1"]);
  await until(() => finishedCells(store).length > 0, running.over);
  const { code, stdout } = await agon([
    "query",
    "select count(distinct seed) as seeds from episodes",
    "--store",
    store,
    "--json",
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)[0].seeds).toBeGreaterThan(0);
  expect(running.process.exitCode, "the run goes on").toBeNull();
  writeFileSync(join(folder, "go"), "");
  const { code: ended } = await running.done;
  expect(ended).toBe(0);
});

test("parts of one's own: a world and a reward in TypeScript, an agent in JavaScript", async () => {
  const store = join(scratch(), "store");
  const { code, stdout, stderr } = await agon([
    "run",
    join(root, "examples/fishery/fishery.yaml"),
    "--store",
    store,
    ...noThread,
    "--seeds",
    "3",
    "--json",
  ]);
  expect(stderr).not.toContain("agon:");
  expect(code).toBe(0);
  const { variants } = JSON.parse(stdout);
  const stock = (name: string) =>
    variants.find((variant: { name: string }) => variant.name === name).channels.stock.mean;
  expect(stock("levy")).toBeGreaterThan(0.5);
  expect(stock("own catch")).toBeLessThan(0.2);
  expect(stock("cautious boats")).toBeGreaterThan(0.5);
});

test.each([
  ["ranks", "amounts", "ranks", "own.pay <> usual.pay", 120],
  ["length-budget", "no price", "four characters", "own.lengthPrice > 0 and own.pay <> usual.pay", 60],
])("a text method and a callback of one's own: %s", async (name, usual, own, differs, steps) => {
  const store = join(scratch(), "store");
  const file = join(root, `examples/${name}/${name}.yaml`);
  const { code, complaint } = await agon([
    "run",
    file,
    "--store",
    store,
    ...noThread,
    "--seeds",
    "1",
    // That the parts are used shows after a part of the training.
    ...["--set", "agents.updates=8", "--set", "agents.model.layers=1", "--set", "episodes=10"],
    ...["--set", `agents.sft.steps=${steps}`, "--set", "agents.sft.rate=0.01"],
    "--json",
  ]);
  expect(complaint).toBe("");
  expect(code).toBe(0);
  const sql = `select count(*) as found from training own join training usual using (seed, update)
    where own.variant = '${own}' and usual.variant = '${usual}' and ${differs}`;
  const found = await agon(["query", sql, "--store", store, "--json"]);
  expect(JSON.parse(found.stdout)[0].found).toBeGreaterThan(2);
});

test("parts of one's own: a rule of sale, and a learner", async () => {
  const store = join(scratch(), "store");
  const ran = async (id: string) => {
    const file = join(root, `examples/${id}/${id}.yaml`);
    const { code, stdout, stderr } = await agon(["run", file, "--store", store, ...noThread, "--seeds", "3", "--json"]);
    expect(stderr).not.toContain("agon:");
    expect(code).toBe(0);
    const { variants } = JSON.parse(stdout);
    return (name: string) => variants.find((variant: { name: string }) => variant.name === name);
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
  const folder = scratch();
  mkdirSync(join(folder, "lib"));
  const file = join(folder, "own.yaml");
  writeFileSync(file, "environment: coopetition/slcd\nagents: ./agent.ts\nobjective: trust\nseeds: 1\n");
  writeFileSync(join(folder, "lib/level.ts"), "export const level: number = 40;\n");
  writeFileSync(
    join(folder, "agent.ts"),
    'import { defineAgent } from "agonlab";\nimport { level } from "./lib/level.ts";\nexport default defineAgent({ summary: "steady", make: () => () => ({ reset() {}, act(_seen: Float32Array, action: Float64Array) { action[0] = level; } }) });\n',
  );
  // A thread reads files anew.
  const args = ["run", file, "--store", join(folder, "store"), "--workers", "1", "--json"];
  const before = JSON.parse((await agon(args, { cwd: folder })).stdout);
  expect(before.variants[0].channels.investment.mean).toBe(40);
  writeFileSync(join(folder, "lib/level.ts"), "export const level: number = 25;\n");
  const after = JSON.parse((await agon(args, { cwd: folder })).stdout);
  expect(after.run).not.toBe(before.run);
  expect(after.variants[0].channels.investment.mean).toBe(25);
});
