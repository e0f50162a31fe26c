// The phase inside a training: what it asks and measures, whom it changes, what is practised after it, and going on after a stop.

import { describe, expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { grpo } from "../../../test/fixtures/grpo.ts";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { startOf } from "../../environments/starts.ts";
import { channel } from "../../rewards/index.ts";

function contextOf(world: string, given: object, pay = "correct", seed = 3): TrainingContext {
  const base = trainingContext(() => environments.get(world).make(given), "curation", seed);
  const paid = channel(pay);
  return { ...base, makeReward: () => paid(base.spec) };
}

const sort = (pay = "finished") => contextOf("language/sort", { digits: 2 }, pay);

const SMALL = {
  updates: 2,
  questions: 2,
  answers: 4,
  segments: 1000,
  divergence: 0.01,
  model: { width: 8, layers: 1, heads: 1 },
  sft: { steps: 50, texts: 8 },
};
/** Reports of the imitation. */
const WARMING = 2;
const SAMPLING = { questions: 6, tries: 5, steps: 60, texts: 4 };
const along = (sampling: object) => ({ with: [{ use: "rejection-sampling", ...sampling }] });

function trained(sampling: object | undefined, context = sort(), given: object = {}) {
  const training = grpo.make({ ...SMALL, ...given, ...(sampling && along(sampling)) }).train(context);
  const reports = trainToEnd(training);
  const end = training.checkpoint();
  training.close();
  return { reports, end };
}

/** What is asked in each update. */
function questionsOf(given: object, context = sort()): string[][] {
  let update: string[] = [];
  const makeEnvironment = () => {
    const world = context.makeEnvironment();
    return {
      ...world,
      reset(random: Random, outcomes: Float64Array) {
        world.reset(random, outcomes);
        update.push(world.texts?.text() ?? "");
      },
    };
  };
  const training = grpo.make({ ...SMALL, ...given }).train({ ...context, makeEnvironment });
  const all: string[][] = [];
  for (;;) {
    update = [];
    if (training.update() === undefined) break;
    all.push(update);
  }
  training.close();
  return all;
}

describe("rejection sampling", () => {
  test("stands between the imitation and the pay, and tells what it does", () => {
    const { reports } = trained(SAMPLING);
    expect(reports).toHaveLength(WARMING + 1 + 3 + SMALL.updates);
    expect(reports.map(({ share }) => share)).toEqual(reports.map((_, k) => (k + 1) / reports.length));
    const [written, ...imitated] = reports.slice(WARMING, WARMING + 4);
    const { rollouts, succeeded, chosen } = written.measures;
    expect(rollouts).toBe(30);
    expect(succeeded).toBeGreaterThan(0);
    expect(chosen).toBeLessThanOrEqual(Math.min(12, succeeded));
    expect(written.measures.chosenScore).toBeGreaterThanOrEqual(written.measures.succeededScore);
    expect(written.measures.graphNodes).toBeGreaterThan(1);
    expect(written.steps).toBeGreaterThan(rollouts);
    for (const { measures, steps } of imitated) {
      expect(Object.keys(measures)).toEqual(["curationLoss"]);
      expect(steps).toBe(written.steps);
    }
    expect(imitated[2].measures.curationLoss).toBeLessThan(imitated[0].measures.curationLoss);
    const [paid] = reports.slice(WARMING + 4);
    expect(paid.steps).toBeGreaterThan(written.steps);
    // What the divergence is measured from is the model that imitation left.
    expect(paid.measures.referenceDivergence).toBeLessThan(1e-6);
  });

  test("asks different questions, as many as there are", () => {
    const questions = [0, 1, 2].map((k) => ({ question: `${k}=`, answers: [`${k}`] }));
    const few = contextOf("language/questions", { exercises: questions }, "finished");
    const { reports } = trained({ ...SAMPLING, questions: 10 }, few);
    expect(reports[WARMING].measures.rollouts).toBe(3 * 5);
    const [, , writing] = questionsOf(along(SAMPLING));
    expect(writing).toHaveLength(30);
    expect(new Set(writing).size).toBe(6);
  });

  test("counts a success by pay, or by a channel", () => {
    const succeeded = (pay: string, success?: string) =>
      trained({ ...SAMPLING, success }, sort(pay), { updates: 0 }).reports[WARMING].measures.succeeded;
    expect(succeeded("characters")).toBe(30);
    expect(succeeded("characters", "finished")).toBe(succeeded("finished"));
    expect(succeeded("finished")).toBeLessThan(30);
  });

  test("leaves the model alone where nothing succeeds", () => {
    const marked = { updates: 0 };
    const weights = (end: TrainingCheckpoint | undefined) =>
      end?.tensors.filter(({ name }) => name !== "steps" && !name.startsWith("curation."));
    const nothing = contextOf("language/sort", { digits: 2 }, "marks");
    const none = trained(
      { ...SAMPLING, by: "right" },
      { ...nothing, makeReward: () => channel("payoff", 0)(nothing.spec) },
      marked,
    );
    expect(none.reports[WARMING].measures).toMatchObject({ succeeded: 0, chosen: 0 });
    expect(weights(none.end)).toEqual(weights(trained(undefined, nothing, marked).end));
    expect(weights(none.end)).not.toEqual(weights(trained(SAMPLING, sort(), marked).end));
  });

  test("makes what is imitated likelier: right answers, where these are chosen", () => {
    const imitation = { questions: 8, tries: 32, keep: 8, steps: 75, texts: 16, rate: 0.01 };
    const later = { questions: 32, answers: 8, updates: 1, sft: { steps: 100, texts: 16 } };
    const finished = (by: string) => {
      const { reports } = trained({ ...imitation, by }, sort(), later);
      return reports[reports.length - 1].measures.pay;
    };
    const [right, random] = ["right", "random"].map(finished);
    const before = trained(undefined, sort(), later).reports.at(-1)?.measures.pay ?? 1;
    expect(right).toBeGreaterThan(before + 0.1);
    expect(random).toBeLessThan(right - 0.1);
  });
});

describe("tasks", () => {
  const given = along({ ...SAMPLING, tasks: { by: "pass-rate", keep: 2 } });

  test("are those of the questions that were chosen, in all stages that list none", () => {
    const of = (start: number) => {
      const world = sort().makeEnvironment();
      world.reset(startOf(start), new Float64Array(world.spec.channels.length));
      return world.texts?.text() ?? "";
    };
    const stages = [{ updates: 2 }, { updates: 1, starts: [8] }];
    const all = questionsOf({ ...given, stages, updates: 6 });
    const tried = new Set(all[WARMING]);
    const [first, second, last] = [all.slice(6, 8), all.slice(8, 9), all.slice(9)].map((some) => new Set(some.flat()));
    expect(last.size).toBe(2);
    for (const one of [...first, ...last]) expect(tried).toContain(one);
    for (const one of first) expect(last).toContain(one);
    expect([...second]).toEqual([of(8)]);
    const listed = questionsOf({ ...given, starts: [4, 8, 15] });
    expect(new Set(listed[WARMING])).toEqual(new Set([4, 8, 15].map(of)));
    for (const one of listed.slice(6).flat()) expect([4, 8, 15].map(of)).toContain(one);
  });

  test("are all that the world draws where none are chosen", () => {
    const practised = questionsOf({ ...along(SAMPLING), updates: 8 }).slice(6);
    expect(new Set(practised.flat()).size).toBeGreaterThan(6);
  });

  test("are told of in the training's table", () => {
    const measures = (by: string) =>
      trained({ ...SAMPLING, tasks: { by, keep: 2 } }, sort(), { updates: 0 }).reports[WARMING].measures;
    expect(measures("topology").keptErrorBranches).toBeTypeOf("number");
    expect(measures("all").keptErrorBranches).toBeUndefined();
  });
});

test.each<[string, () => TrainingContext, object]>([
  // More answers than are written at once.
  ["sorting", sort, { ...SAMPLING, questions: 4, tries: 200, tasks: { by: "topology", keep: 2 } }],
  [
    "a world that answers",
    () => contextOf("language/lookup", { fewestHops: 1, mostHops: 1 }, "finished"),
    { ...SAMPLING, among: "all" },
  ],
])("a training in %s goes on from any checkpoint to the same bytes", (_, make, sampling) => {
  const plan = grpo.make({ ...SMALL, ...along(sampling) });
  const { reports, checkpoints } = expectResumes((from) => plan.train(make(), from));
  expect(reports.some(({ measures }) => measures.chosen > 0)).toBe(true);
  expect(checkpoints.length).toBeGreaterThanOrEqual(WARMING + 1 + 3 + SMALL.updates);
});

describe("refused with its place", () => {
  const path = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return error instanceof UserError ? error.problems[0].path : error;
    }
    return undefined;
  };
  const check = (sampling: object) => () => grpo.make({ ...SMALL, ...along(sampling) }).check(sort().spec);

  test("a channel that is not there, and more tasks than questions", () => {
    expect(path(check({ success: "correctness" }))).toEqual(["with", 0, "success"]);
    expect(path(check({ questions: 4, tasks: { by: "random", keep: 5 } }))).toEqual(["with", 0, "tasks", "keep"]);
    expect(path(check({ questions: 4, tasks: { keep: 5 } }))).toBeUndefined();
    expect(check({ scores: { answers: [0, 0, 0] } })).toThrow("above 0");
  });

  test("tasks of a world that begins in too few ways", () => {
    const exercises = [{ question: "sea?", answers: ["blue"] }];
    const one = contextOf("language/questions", { exercises });
    const train = (by: string) => () =>
      grpo
        .make({ ...SMALL, ...along({ tasks: { by, keep: 2 } }) })
        .train(one)
        .close();
    expect(path(train("topology"))).toEqual(["with", 0, "tasks", "keep"]);
    expect(train("topology")).toThrow("1 different beginning of episodes was found, and 2 are to be practised");
    expect(path(train("all"))).toBeUndefined();
  });
});

test("what is written does not depend on what is chosen", () => {
  const writing = (by: string) => trained({ ...SAMPLING, by }, sort(), { updates: 0 }).reports[WARMING].measures;
  const [topology, right, random] = ["topology", "right", "random"].map(writing);
  for (const other of [right, random]) {
    for (const name of ["rollouts", "succeeded", "succeededScore", "graphNodes", "errorBranches"])
      expect(other[name], name).toBe(topology[name]);
  }
  expect(random.chosen).toBe(12);
  expect(topology.chosenScore).toBeGreaterThanOrEqual(right.chosenScore);
});

test("named streams: another seed asks other questions", () => {
  const questions = [3, 4].map(
    (seed) =>
      new Set(
        questionsOf({ ...along(SAMPLING), updates: 0 }, { ...sort(), random: Random.of(seed, "curation") })[WARMING],
      ),
  );
  expect(questions[0]).not.toEqual(questions[1]);
});
