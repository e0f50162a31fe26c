// An exponent from samples, with an interval that covers it.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { resampledPowerLaw } from "./regret-law.ts";

const X = [1, 2, 4, 8, 16];

/** Means over seeds of x^p·e^noise, noise of one seed at one point. */
function sampled(exponent: number, noise: number, seeds: number, seed: number) {
  const random = Random.of(seed, "samples");
  const values = X.map((x) =>
    Float64Array.from({ length: seeds }, () => x ** exponent * Math.exp(noise * random.normal())),
  );
  return (chosen: ArrayLike<number>) =>
    values.map((row) => Array.from(chosen).reduce((sum, k) => sum + row[k], 0) / chosen.length);
}

test("without noise the exponent is exact and so is its interval", () => {
  const law = resampledPowerLaw(X, sampled(-0.5, 0, 5, 1), { seeds: 5, draws: 50 }, Random.of(1));
  for (const bound of [law.exponent, law.low, law.high]) expect(bound).toBeCloseTo(-0.5, 12);
  expect(law.n).toBe(5);
});

test("an interval of 80 % covers the exponent about as often", () => {
  const covered = Array.from({ length: 200 }, (_, seed) => {
    const curve = sampled(0.7, 0.3, 30, seed);
    const law = resampledPowerLaw(X, curve, { seeds: 30, draws: 200, confidence: 0.8 }, Random.of(seed, "draws"));
    return law.low !== null && law.high !== null && law.low <= 0.7 && 0.7 <= law.high;
  }).filter(Boolean).length;
  // Four deviations of a count of 200 at 0.8 are 23; percentile intervals of 30 values are a little short.
  expect(covered).toBeGreaterThan(132);
  expect(covered).toBeLessThan(183);
});

test("one seed has no interval", () => {
  const law = resampledPowerLaw(X, sampled(2, 0, 1, 1), { seeds: 1 }, Random.of(1));
  expect(law).toEqual({ exponent: expect.closeTo(2, 12), low: null, high: null, n: 1 });
});
