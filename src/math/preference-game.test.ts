// Rewards that explain comparisons, where they are known.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { fittedRewards, rewardGame } from "./preference-game.ts";

test("of two answers the fitted rewards differ by the log-odds of their comparisons, less what the ridge takes", () => {
  const [first, second] = fittedRewards([0, 30, 10, 0], 2, 1e-9);
  expect(first - second).toBeCloseTo(Math.log(3), 6);
  const [held, other] = fittedRewards([0, 30, 10, 0], 2, 5);
  expect(held).toBeCloseTo(-other, 12);
  // At the top the slope of the likelihood is the ridge's.
  expect(30 - 40 / (1 + Math.exp(-2 * held))).toBeCloseTo(5 * held, 9);
});

test("as many comparisons as chances say lead to the rewards that made them; an answer without any has none", () => {
  const rewards = Float64Array.from({ length: 6 }, (_, k) => Random.of(k, "reward").normal());
  const centre = rewards.reduce((sum, one) => sum + one, 0) / 6;
  const counts = rewardGame(rewards).wins.map((chance) => 1e9 * chance);
  const fitted = fittedRewards(counts, 6, 1);
  for (const [y, reward] of fitted.entries()) expect(reward).toBeCloseTo(rewards[y] - centre, 6);
  expect(fittedRewards([0, 5, 0, 1, 0, 0, 0, 0, 0], 3, 1)[2]).toBe(0);
});
