// Draws against the distribution functions of R (lib-r-math.js).

import { pbeta, pgamma } from "lib-r-math.js";
import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { drawBeta, drawGamma } from "./beta-draw.ts";

const N = 20_000;
/** 0.1 % point of Kolmogorov's statistic, times √N (Smirnov 1948). */
const KOLMOGOROV = 1.95;

/** Kolmogorov's distance between draws and the distribution function, times √N. */
function discrepancy(draws: Float64Array, below: (x: number) => number): number {
  const sorted = draws.slice().sort();
  let worst = 0;
  for (const [k, x] of sorted.entries()) {
    const p = below(x);
    worst = Math.max(worst, p - k / N, (k + 1) / N - p);
  }
  return worst * Math.sqrt(N);
}

test.each([0.2, 0.9, 1, 2.5, 40])("gamma of shape %d", (shape) => {
  const random = Random.of(1, "gamma", shape);
  const draws = Float64Array.from({ length: N }, () => drawGamma(shape, random));
  expect(discrepancy(draws, (x) => pgamma(x, shape, 1))).toBeLessThan(KOLMOGOROV);
  expect(discrepancy(draws, (x) => pgamma(x, 1.1 * shape, 1))).toBeGreaterThan(KOLMOGOROV);
});

test.each(matrix("1 1 | 0.5 0.5 | 3 7 | 200 30"))("beta of %d and %d", (a, b) => {
  const random = Random.of(1, "beta", a, b);
  const draws = Float64Array.from({ length: N }, () => drawBeta(a, b, random));
  expect(discrepancy(draws, (x) => pbeta(x, a, b))).toBeLessThan(KOLMOGOROV);
  expect(discrepancy(draws, (x) => pbeta(x, 1.1 * a, b))).toBeGreaterThan(KOLMOGOROV);
});
