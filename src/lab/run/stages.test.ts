// Stages: a training before the main one, algorithms initialised from it, and its players in seats. Each stage is a run of its own in the
// same store.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderWith } from "../../../test/cli/files.ts";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { parseExperiment } from "../experiment/experiment.ts";
import { keptIn } from "../experiment/store-place.ts";
import { openDatabase } from "../store/database.ts";
import { readRecord, recordText } from "../store/run-record.ts";
import { cellsFolder, runsOf } from "../store/store.ts";
import { experimentOfRun } from "./resumed.ts";
import { type Plan, runExperiment } from "./run.ts";

const writer = (more: string) =>
  `{ policy: grpo, questions: 2, answers: 4, segments: 1, model: { width: 8, layers: 1 }, rate: 0.1, ${more} }`;
const WARM = "sft: { steps: 20, texts: 4 }";

const file = (stages: string, variants: string, agents = writer(`updates: 2, ${WARM}`)) =>
  [
    "environment: { id: language/sort, digits: 1 }",
    `stages: ${stages}`,
    `agents: ${agents}`,
    "objective: correct",
    "reward: { channel: characters }",
    `variants: ${variants}`,
    "seeds: 2",
    "episodes: 20",
  ].join("\n");

const TWO = file(
  `{ warm: { agents: ${writer(`updates: 0, ${WARM}`)} } }`,
  `{ at once: {}, from warm: { agents: ${writer("updates: 2, from: warm, sft: { steps: 0 }")} }, warm itself: { agents: { policy: trained, stage: warm } }, warm: { agents: ${writer(`updates: 0, ${WARM}`)} } }`,
);

/** Creates an experiment in a store of its own. */
function laboratory(text: string) {
  const store = folderWith({});
  const plans: Plan[] = [];
  const read = () => parseExperiment(text, join(store, "two.yaml"), { cache: keptIn(store) });
  const options = { store, workers: 0, onPlan: (plan: Plan) => void plans.push(plan) };
  return { store, plans, read, options, run: async () => runExperiment(await read(), options) };
}

test("training from a stage equals uninterrupted training, and a seated player acts as it was trained", async () => {
  const { run } = laboratory(TWO);
  const { folder } = await run();
  const database = await openDatabase([folder], 1);
  onTestFinished(() => database.close());
  const { rows } = await database.query(
    "SELECT variant, list(struct_pack(seed, episode, steps, finished, characters) ORDER BY seed, episode)::VARCHAR AS played FROM episodes GROUP BY variant",
  );
  const played = new Map(rows.map((row) => [row.variant, row.played]));
  expect(played.get("from warm")).toBe(played.get("at once"));
  expect(played.get("warm itself")).toBe(played.get("warm"));
  expect(played.get("warm")).not.toBe(played.get("at once"));
});

test("a stage is computed first, once, and only if cells are missing", async () => {
  const { run, plans, store, read, options } = laboratory(TWO);
  const first = await run();
  expect(plans.map(({ stage, cells, kept }) => [stage, cells, kept])).toEqual([
    ["warm", 2, 0],
    [undefined, 8, 0],
  ]);
  const { stages = [] } = readRecord(first.folder);
  expect(stages.map(({ name }) => name)).toEqual(["warm"]);
  expect(runsOf(store)).toEqual(expect.arrayContaining([first.run, stages[0].run]));
  plans.length = 0;
  await run();
  expect(plans.map(({ stage, cells, kept }) => [stage, cells, kept])).toEqual([[undefined, 8, 8]]);
  // A stored run can be rebuilt with its stages.
  const again = await experimentOfRun(store, first.run);
  rmSync(cellsFolder(store, readRecord(join(store, stages[0].run)).variants[0].key), { recursive: true });
  const more = {
    ...again,
    seeds: [0, 1, 2],
    stages: again.stages?.map((stage) => ({ ...stage, seeds: [0, 1, 2] })) ?? [],
  };
  plans.length = 0;
  const { computed } = await runExperiment(more, options);
  expect(plans.map(({ stage, kept }) => [stage, kept])).toEqual([
    ["warm", 0],
    [undefined, 8],
  ]);
  expect(computed).toBe(4);
  expect((await read()).stages?.map(({ name }) => name)).toEqual(["two-warm"]);
});

test("a record whose stage is the run itself is read once", async () => {
  const { run, store } = laboratory(TWO);
  const { run: name, folder } = await run();
  const record = readRecord(folder);
  writeFileSync(join(folder, "run.json"), recordText({ ...record, stages: [{ name: "warm", run: name }] }));
  const again = await experimentOfRun(store, name);
  expect(again.stages?.map((stage) => [stage.name, stage.stages])).toEqual([["two", undefined]]);
});

test("a stop within a stage computes no later cell, and the run can be resumed", async () => {
  const { read, options, plans } = laboratory(TWO);
  const stop = new AbortController();
  const stopped = await runExperiment(await read(), {
    ...options,
    signal: stop.signal,
    onCell: () => stop.abort(),
  });
  expect([stopped.interrupted, stopped.computed, stopped.missing.get("from warm")]).toEqual([true, 0, [0, 1]]);
  plans.length = 0;
  expect(await runExperiment(await read(), options)).toMatchObject({ interrupted: false, computed: 8 });
  expect(plans.map(({ stage, kept }) => [stage, kept])).toEqual([
    ["warm", 1],
    [undefined, 0],
  ]);
});

test("a population of a small game is trained in a stage, with the solver that it needs, and seated", async () => {
  const text = [
    "environment: { id: games/poker, game: kuhn }",
    "stages: { psro: { agents: { policy: psro, iterations: 12 } } }",
    "variants: { seated: { agents: { policy: trained, stage: psro } }, random: { agents: random/legal } }",
    "agents: random",
    "objective: payoff",
    "measures: [exploitability]",
    "seeds: 1",
    "record: episodes",
  ].join("\n");
  const { folder } = await laboratory(text).run();
  const database = await openDatabase([folder], 1);
  onTestFinished(() => database.close());
  const { rows } = await database.query("SELECT variant, exploitability::DOUBLE AS found FROM episodes");
  expect(Math.abs(Number(rows.find(({ variant }) => variant === "seated")?.found))).toBeLessThan(1e-9);
});

const WARM_STAGE = `{ warm: { agents: ${writer(`updates: 0, ${WARM}`)} } }`;
const from = (name: string, model = "") => `{ one: { agents: ${writer(`updates: 1, from: ${name}${model}`)} } }`;
const cases: readonly (readonly [string, string])[] = [
  ["a stage that there is not", file(WARM_STAGE, from("warn"))],
  ["no stages", file("{}", from("warm"))],
  [
    "a stage that comes later",
    file(`{ a: { agents: ${writer("from: b")} }, b: ${WARM_STAGE.slice(8, -2)} }`, "{ one: {} }"),
  ],
  ["a stage that trains no agent", file("{ warm: { agents: random } }", "{ one: {} }")],
  ["a learner that begins anew", file(WARM_STAGE, "{ one: { agents: { policy: dqn, from: warm } } }")],
  ["a seat for a stage that there is not", file(WARM_STAGE, "{ one: { agents: { policy: trained, stage: hot } } }")],
  ["another key of a variant", file("{ warm: { seeds: 3 } }", "{ one: {} }")],
];
words(
  "stages",
  cases.map(([name, text]): MessageCase => [name, () => parseExperiment(text, "x.yaml")]),
);

test("a model of another size cannot be initialised from it", async () => {
  const wider = writer("updates: 1, from: warm, sft: { steps: 0 }").replace("width: 8", "width: 16");
  const { run } = laboratory(file(WARM_STAGE, `{ one: { agents: ${wider} } }`));
  await expect(run()).rejects.toThrow("the model that it begins with is another one");
});
