// Laws of over-optimisation, fitted to points that follow them.

import { expect, test } from "vitest";
import { type PressurePoint, tiltCurveAt } from "../../evaluation/overoptimisation/pressure-curve.ts";
import { fitOverOptimisation } from "./overoptimisation-law.ts";

test("tilts of a normal distribution, whose gold is a·x − q·x², follow d(α − βd) with α = √2·a and β = 2q", () => {
  const [a, q] = [1.3, 0.4];
  const proxy = Float64Array.from({ length: 5601 }, (_, k) => (k - 2800) / 200);
  const weights = proxy.map((x) => Math.exp((-x * x) / 2));
  const total = weights.reduce((sum, one) => sum + one, 0);
  const world = { proxy, reference: weights.map((one) => one / total), gold: proxy.map((x) => a * x - q * x * x) };
  const law = fitOverOptimisation(tiltCurveAt([world], [0.1, 0.4, 0.8, 1.2, 1.3202, 1.5, 2, 4]));
  expect(law?.alpha).toBeCloseTo(Math.SQRT2 * a, 8);
  expect(law?.beta).toBeCloseTo(2 * q, 8);
  expect(law?.explained).toBeCloseTo(1, 12);
  expect(law?.peak).toBeCloseTo(1.149, 3);
});

test("laws are fitted back, and a line that rises has no peak", () => {
  const points = (of: (d: number) => number): PressurePoint[] =>
    [0.1, 0.3, 0.6, 1, 1.5, 2, 3].map((d) => ({ pressure: d, divergence: d * d, proxy: d, gold: of(d) }));
  const curved = points((d) => d * (2 - 0.7 * Math.log(d)));
  const law = fitOverOptimisation(curved, "reinforcement");
  expect(law?.alpha).toBeCloseTo(2, 12);
  expect(law?.beta).toBeCloseTo(0.7, 12);
  expect(law?.peak).toBeCloseTo(Math.exp(2 / 0.7 - 1), 9);
  expect(fitOverOptimisation(points((d) => d * (1 + d)))?.peak).toBeNull();
  const line = points((d) => d);
  expect(fitOverOptimisation(line, "best-of-n", 2)).toBeNull();
});
