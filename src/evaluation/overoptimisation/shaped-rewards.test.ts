// Transforms of scores against their formulas.

import { expect, test } from "vitest";
import {
  logSigmoidReward,
  polynomialSigmoid,
  preferenceReward,
  referencedReward,
  scaledReward,
  sigmoid,
} from "./shaped-rewards.ts";

test("sigmoids are averaged over references, not references within one sigmoid", () => {
  const [own] = preferenceReward([1], [-3, 5]);
  expect(own).toBeCloseTo((sigmoid(4) + sigmoid(-4)) / 2, 12);
  expect(referencedReward([1], [-3, 5], Math.tanh)[0]).toBeCloseTo(0, 12);
});

test("log-sigmoid is ln ½ at the 85th percentile of the references, and loses no digits far away", () => {
  const references = [-1, 1];
  const [middle, far, high] = logSigmoidReward([1.0364333894937898, -800, 800], references);
  expect(middle).toBeCloseTo(Math.log(0.5), 12);
  expect(far).toBeCloseTo(-801.0364333894938, 9);
  expect(high).toBeCloseTo(0, 12);
});

test("the polynomial is near σ within ±5, symmetric, and flat outside", () => {
  const near = polynomialSigmoid();
  for (let x = -5; x <= 5; x += 0.1) {
    expect(Math.abs(near(x) - sigmoid(x))).toBeLessThan(0.03);
    expect(near(x) + near(-x)).toBeCloseTo(1, 10);
  }
  expect([near(-5.01), near(5.01)]).toEqual([0, 1]);
});

test("a scaled reward has the mean and the unit that it is given", () => {
  expect([...scaledReward([1, 3, 5], 3, 2)]).toEqual([-1, 0, 1]);
});
