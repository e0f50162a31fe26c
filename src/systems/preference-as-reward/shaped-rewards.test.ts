// Transforms of scores against their formulas.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import {
  clippedReward,
  logSigmoidReward,
  polynomialSigmoid,
  preferenceReward,
  referencedReward,
  scaledReward,
  shapingEffects,
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

test("a clipped reward stays within its bounds, and a preference is the mean over references", () => {
  expect([...clippedReward([-3, 0.5, 2], -1, 1)]).toEqual([-1, 0.5, 1]);
  expect(preferenceReward([2], [2, 1])[0]).toBeCloseTo((0.5 + 1 / (1 + Math.exp(-1))) / 2, 15);
});

test("at equal distance a bound changes gold where errors have heavy tails, and centring alone changes nothing", () => {
  const random = Random.of(4, "tails");
  const gold = Float64Array.from({ length: 20_000 }, () => random.normal());
  // A ratio of normal numbers has no mean.
  const proxy = gold.map((g) => g + 0.1 * (random.normal() / random.normal()));
  const effects = shapingEffects(
    [{ proxy, gold }],
    {
      raw: ({ proxy: r }) => Float64Array.from(r),
      centred: ({ proxy: r }) => Float64Array.from(r, (one) => one - mean(r)),
      sigmoid: ({ proxy: r }) => Float64Array.from(r, sigmoid),
      clipped: ({ proxy: r }) => clippedReward(r, -1, 1),
    },
    [0.5, 1, 5],
  );
  const goldOf = (name: "raw" | "centred" | "sigmoid", k = 1) => effects.get(name)?.[k].gold ?? Number.NaN;
  expect(goldOf("centred")).toBeCloseTo(goldOf("raw"), 6);
  expect(goldOf("sigmoid")).toBeGreaterThan(goldOf("raw") + 0.3);
  // A sixth of the answers are at the upper bound.
  expect(effects.get("clipped")).toHaveLength(2);
  expect(effects.get("raw")?.[2].proxy).toBeGreaterThan(effects.get("sigmoid")?.[2].proxy ?? Number.NaN);
});
