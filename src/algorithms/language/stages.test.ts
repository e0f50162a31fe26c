// A training whose pay changes on the way: who pays when, where the divergence is measured from, and going on after a stop.

import { expect, test } from "vitest";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { TrainingCheckpoint } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { environments } from "../../environments/index.ts";
import { channel } from "../../rewards/index.ts";
import { grpo } from "./grpo.ts";

const context = () => {
  const base = trainingContext(() => environments.get("language/sort").make({ digits: 2 }), "stages", 3);
  return { ...base, makeReward: () => channel("finished")(base.spec), random: Random.of(3, "stages") };
};

const SMALL = {
  updates: 3,
  questions: 4,
  answers: 4,
  segments: 1000,
  divergence: 0.01,
  rate: 1e-2,
  model: { width: 8, layers: 1, heads: 1 },
  warmUp: { steps: 50, texts: 8 },
};

const STAGED = {
  ...SMALL,
  stages: [
    { updates: 2, reward: { channel: "characters", weight: -1 } },
    { updates: 3, reward: { channel: "characters", weight: 10 } },
  ],
};

/** Reports of the warm-up of 50 steps. */
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
  const whole = plan.train(context());
  const checkpoints: TrainingCheckpoint[] = [];
  while (whole.update() !== undefined) {
    const checkpoint = whole.checkpoint();
    if (checkpoint !== undefined) checkpoints.push(checkpoint);
  }
  whole.close();
  expect(checkpoints).toHaveLength(WARMING + 8);
  const last = checkpoints[checkpoints.length - 1];
  for (const from of checkpoints.slice(0, -1)) {
    const resumed = plan.train(context(), from);
    trainToEnd(resumed);
    expect(resumed.checkpoint()).toEqual(last);
    resumed.close();
  }
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
