// A training whose pay changes on the way: who pays when, where the divergence is measured from, and going on after a stop.

import { expect, test } from "vitest";
import { grpo } from "../../../test/fixtures/grpo.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { startOf } from "../../environments/starts.ts";
import { channel } from "../../rewards/index.ts";

const context = () => {
  const base = trainingContext(() => sortWorld.make({ digits: 2 }), "stages", 3);
  return { ...base, makeReward: () => channel("finished")(base.spec), random: Random.of(3, "stages") };
};

const SMALL = settings(`
  updates: 3, questions: 4, answers: 4, segments: 1000, divergence: 0.01, rate: 1e-2,
  model: {width: 8, layers: 1, heads: 1}, sft: {steps: 50, texts: 8}
`);

const STAGED = {
  ...SMALL,
  stages: [
    { updates: 2, reward: { channel: "characters", weight: -1 } },
    { updates: 3, reward: { channel: "characters", weight: 10 } },
  ],
};

/** Reports of the imitation of 50 steps. */
const WARMING = 2;

test("each stage pays its own reward, the last the declared one, and measures the divergence from where it begins", () => {
  const training = grpo.make(STAGED).train(context());
  const reports = trainToEnd(training).slice(WARMING);
  training.close();
  expect(reports).toHaveLength(2 + 3 + 3);
  for (const [update, { measures, share }] of reports.entries()) {
    const { pay, referenceDivergence, skipped } = measures;
    const stage = pay < 0 ? 1 : pay > 1 ? 2 : 3;
    expect(stage).toBe(update < 2 ? 1 : update < 5 ? 2 : 3);
    expect(share).toBeCloseTo((WARMING + update + 1) / (WARMING + 8), 12);
    if (skipped === 1) continue;
    if ([0, 2, 5].includes(update)) expect(referenceDivergence).toBeLessThan(1e-6);
    else expect(referenceDivergence).toBeGreaterThan(1e-5);
  }
});

test("goes on from any checkpoint to the same bytes as without a stop", () => {
  const plan = grpo.make(STAGED);
  expect(expectResumes((from) => plan.train(context(), from)).checkpoints).toHaveLength(WARMING + 8);
});

test("refuses a pay that the world lacks, with its place", () => {
  const { spec } = context();
  const plan = grpo.make({ stages: [{ updates: 1, reward: { channel: "correctness" } }] });
  expect(() => plan.check(spec)).toThrow("correctness");
  try {
    plan.check(spec);
  } catch (error) {
    expect(error).toMatchObject({ problems: [{ path: ["stages", 0, "reward", "channel"] }] });
  }
});

/** Half of the answers go to all questions in small groups, the rest to one in large ones. */
const CURRICULUM = {
  ...SMALL,
  divergence: 0,
  starts: [8],
  answers: 16,
  questions: 1,
  stages: [
    { updates: 2, questions: 4, answers: 4 },
    { updates: 2, questions: 2, answers: 8, starts: [4, 15] },
  ],
};

/** Questions that are asked in each update after the imitation, by what the report shows of its texts, and the training's end. */
function practised() {
  const base = context();
  const updates: string[][] = [];
  let update: string[] = [];
  const makeEnvironment = () => {
    const world = base.makeEnvironment();
    return {
      ...world,
      reset(random: Random, outcomes: Float64Array) {
        world.reset(random, outcomes);
        update.push(world.texts?.text() ?? "");
      },
    };
  };
  const training = grpo.make(CURRICULUM).train({ ...base, makeEnvironment });
  for (let k = 0; k < WARMING; k++) training.update();
  for (;;) {
    update = [];
    if (training.update() === undefined) break;
    updates.push(update);
  }
  training.close();
  return updates;
}

test("stages ask what they list, in groups of their own size", () => {
  const questionOf = (start: number) => {
    const world = context().makeEnvironment();
    world.reset(startOf(start), new Float64Array(world.spec.channels.length));
    return world.texts?.text() ?? "";
  };
  const updates = practised();
  expect(updates).toHaveLength(2 + 2 + 3);
  for (const [update, questions] of updates.entries()) {
    expect(questions).toHaveLength(16);
    const [group, listed] = update < 2 ? [4, undefined] : update < 4 ? [8, [4, 15]] : [16, [8]];
    for (let row = 0; row < 16; row++) expect(questions[row]).toBe(questions[row - (row % group)]);
    if (listed !== undefined) for (const one of questions) expect(listed.map(questionOf)).toContain(one);
  }
  expect(new Set(updates.slice(0, 2).flat()).size).toBeGreaterThan(3);
});

test("a curriculum goes on from any checkpoint to the same bytes", () => {
  const plan = grpo.make(CURRICULUM);
  expectResumes(
    (from) => plan.train(context(), from),
    ({ updates }) => updates > WARMING,
  );
});

test("refuses sizes that do not fit, with their place", () => {
  const path = (make: () => unknown) => {
    try {
      make();
    } catch (error) {
      return error instanceof UserError ? error.problems[0].path : error;
    }
    return undefined;
  };
  const stages = [{ updates: 1 }, { updates: 1, answers: 3, questions: 5 }];
  expect(path(() => grpo.make({ minibatches: 4, stages }))).toEqual(["stages", 1]);
  expect(path(() => grpo.make({ minibatches: 3 }))).toEqual(["minibatches"]);
  expect(path(() => grpo.make({ with: ["verl-rank"], stages }))).toEqual(["stages", 1]);
  expect(path(() => grpo.make({ stages }))).toBeUndefined();
});
