// Exact values of bandits against published fractions, a second way to the same number, and simulated players.

import { describe, expect, test } from "vitest";
import { regretCurve } from "../../../test/fixtures/regret-curve.ts";
import { epsilonGreedyBandit } from "../../algorithms/bandits/mean-learners.ts";
import { Random } from "../../core/random.ts";
import { bernoulliBlocks } from "../../environments/bandits/independent-arms.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { type ArmRule, bayesAdaptiveValue } from "./bayes-adaptive.ts";

/** The same by plain recursion over ordered arms, without the use of symmetry. */
function plainly(counts: readonly (readonly [number, number])[], left: number, rule: ArmRule): number {
  if (left === 0) return 0;
  const worths = counts.map(([won, lost], i) => {
    const p = won / (won + lost);
    const after = (success: 0 | 1) => plainly(counts.with(i, [won + success, lost + 1 - success]), left - 1, rule);
    return p * (1 + after(1)) + (1 - p) * after(0);
  });
  if (rule === "optimal") return Math.max(...worths);
  const means = counts.map(([won, lost]) => won / (won + lost));
  const best = worths.filter((_, i) => means[i] === Math.max(...means));
  return best.reduce((x, y) => x + y, 0) / best.length;
}

describe.each(["optimal", "myopic"] as const)("the %s value", (rule) => {
  test.each([
    [2, 6, [1, 1]],
    [3, 4, [1, 1]],
    [2, 5, [2, 3]],
    [1, 7, [1, 4]],
  ] as const)("of %i arms and %i pulls from a prior of %j is what plain recursion gives", (arms, horizon, prior) => {
    const counts = Array.from({ length: arms }, () => prior);
    expect(bayesAdaptiveValue({ arms, horizon, prior }, rule)).toBeCloseTo(plainly(counts, horizon, rule), 12);
  });
});

test("a learner that is played earns less than the optimum", () => {
  const world = bernoulliBlocks.make({ arms: 3, horizon: 10 });
  const optimum = bayesAdaptiveValue({ arms: 3, horizon: 10 }, "optimal");
  const oracle = (10 * 3) / 4;
  const earned = Array.from(
    { length: 4000 },
    (_, seed) => oracle - regretCurve(world, epsilonGreedyBandit(3, 0), Random.of(seed, "bayes"))[9],
  );
  const { low, high } = estimate(earned, 0.999);
  expect(high).toBeLessThan(optimum);
  expect(low).toBeGreaterThan(5);
});

test("too many beliefs are refused", () => {
  expect(() => bayesAdaptiveValue({ arms: 10, horizon: 50 }, "optimal")).toThrow("too many beliefs");
});
