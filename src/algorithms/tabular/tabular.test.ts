// What learners in tables share: ε-greedy choices, and trajectories.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { epsilonGreedy } from "./softmax-policy.ts";

test("ε-greedy chooses as often as it says, ties included", () => {
  const choice = epsilonGreedy(0.3);
  const values = Float64Array.of(9, 1, 2, 2, 0);
  const random = Random.of(5);
  const counts = [0, 0, 0, 0];
  for (let k = 0; k < 40_000; k++) counts[choice.choose(values, 1, 4, random)]++;
  const expected = [0.075, 0.425, 0.425, 0.075];
  for (let a = 0; a < 4; a++) {
    expect(choice.probability(values, 1, 4, a)).toBeCloseTo(expected[a], 12);
    expect(Math.abs(counts[a] / 40_000 - expected[a])).toBeLessThan(0.0125);
  }
});
