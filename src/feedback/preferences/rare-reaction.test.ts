// A rare reaction whose chance is known: leaving out most answers without it changes neither weights nor chances.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { calibrationError, calibrationOf } from "../../evaluation/statistics/calibration.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { fitRareReaction, type ReactedAnswers } from "./rare-reaction.ts";

function made(answers: number, seed: number): ReactedAnswers & { readonly truth: Float64Array } {
  const random = Random.of(seed, "reactions");
  const features = Float64Array.from({ length: 2 * answers }, () => random.normal());
  const truth = Float64Array.from({ length: answers }, (_, k) =>
    preferenceProbability(-4.5 + 1.2 * features[2 * k] - 0.6 * features[2 * k + 1]),
  );
  const reacted = truth.map((chance) => (random.uniform() < chance ? 1 : 0));
  return { width: 2, features, reacted, truth, groups: Int32Array.from({ length: answers }, (_, k) => k >> 1) };
}

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);

test("one in twenty of the others is enough: weights and the mean chance are those of all answers", () => {
  const [known, unseen] = [made(40_000, 1), made(40_000, 2)];
  const some = fitRareReaction(known, { keep: 0.05 }, Random.of(1, "kept"));
  expect(some.kept).toBeLessThan(0.12 * known.reacted.length);
  for (const [k, weight] of [1.2, -0.6].entries()) {
    expect(Math.abs(some.weights[k] - weight)).toBeLessThan(4 * some.errors[k] + 0.1);
    expect(some.errors[k]).toBeLessThan(0.1);
  }
  const chances = some.chances(unseen.features);
  const { bins, p } = calibrationOf(chances, unseen.reacted);
  expect(calibrationError(bins)).toBeLessThan(0.005);
  expect(p).toBeGreaterThan(0.001);
  expect(sum(chances) / sum(unseen.reacted)).toBeGreaterThan(0.8);
  expect(sum(chances) / sum(unseen.reacted)).toBeLessThan(1.25);
});

test("without the correction chances would be twenty times too high", () => {
  const known = made(40_000, 3);
  const of = (keep: number) => {
    const { intercept, chances } = fitRareReaction(known, { keep }, Random.of(1, "kept"));
    return { intercept, mean: sum(chances(known.features)) / known.reacted.length };
  };
  const [some, all] = [of(0.05), of(1)];
  expect(all.mean).toBeCloseTo(sum(known.reacted) / known.reacted.length, 4);
  expect(some.mean / all.mean).toBeGreaterThan(0.8);
  expect(some.mean / all.mean).toBeLessThan(1.25);
  // Those that are fitted to have other mean features, which the reaction goes with.
  expect(some.intercept).toBeGreaterThan(all.intercept);
});
