// What a memory buys: a cue that is shown once and asked for later. Without one no policy beats chance.

import { describe, expect, test } from "vitest";
import { cueWorld } from "../../../test/fixtures/games.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { a2c } from "./a2c.ts";
import { ppo } from "./ppo.ts";

// The last action is paid 1 where it names the cue, 0 for −1 and 1 for 1.
const recall = () => cueWorld(3, (cue, choice) => (choice === (cue + 1) / 2 ? 1 : 0));
const context = () => trainingContext(recall, "recall");
const common = { copies: 16, rollout: 12, hidden: [16], rate: 0.01, entropy: 0.01, anneal: false };

/** Mean pay of the last updates. */
function paid(algorithm: { train: ReturnType<typeof ppo.make>["train"] }): number {
  const training = algorithm.train(context());
  const reports = trainToEnd(training);
  training.close();
  const last = reports.slice(-10).map(({ measures }) => measures.pay);
  return last.reduce((a, b) => a + b, 0) / last.length;
}

describe("a cue is recalled", () => {
  test.each(["gru", "lstm"])("by PPO with a %s", (cell) => {
    const memory = { cell, units: 16, sequence: 6 };
    expect(paid(ppo.make({ ...common, steps: 20_000, minibatches: 2, memory }))).toBeGreaterThan(0.95);
  });

  test("by A2C", () => {
    expect(paid(a2c.make({ ...common, steps: 40_000, memory: { units: 16 } }))).toBeGreaterThan(0.9);
  });

  test("by no policy without a memory", () => {
    const alone = paid(ppo.make({ ...common, steps: 20_000, minibatches: 2 }));
    expect(Math.abs(alone - 0.5)).toBeLessThan(0.1);
  });
});

test("the first gradient step sees the policy that acted, memory and all", () => {
  const memory = { units: 8, sequence: 4 };
  const training = ppo.make({ ...common, steps: 400, epochs: 1, minibatches: 1, memory }).train(context());
  const report = training.update();
  training.close();
  expect(Math.abs(report?.measures.klDivergence ?? 1)).toBeLessThan(1e-6);
  expect(report?.measures.clipFraction).toBe(0);
});
