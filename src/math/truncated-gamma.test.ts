// Moments and shares against sums over a fine grid of the density, and fits that solve what they were asked for.

import fc from "fast-check";
import { pgamma } from "lib-r-math.js";
import { describe, expect, it } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { fitTruncatedGamma, type TruncatedGamma, truncatedMoments, truncatedQuantile } from "./truncated-gamma.ts";

/** Where the shape is below 1, by the substitution u = (x/h)^k, under which the density x^{k−1} is flat. */
function byGrid({ shape, scale, high }: TruncatedGamma, points = 20_000) {
  let [all, first, second] = [0, 0, 0];
  const flat = Math.min(1, shape);
  for (let i = 0; i < points; i++) {
    const x = high * ((i + 0.5) / points) ** (1 / flat);
    const weight = x ** (shape - flat) * Math.exp(-x / scale);
    all += weight;
    first += weight * x;
    second += weight * x * x;
  }
  const mean = first / all;
  return { mean, deviation: Math.sqrt(second / all - mean * mean) };
}

describe("a truncated gamma distribution", () => {
  it("has the moments of its density", () => {
    for (const shape of [0.6, 1, 2.5, 8]) {
      for (const scale of [0.1, 1, 30]) {
        const given = { shape, scale, high: 3 };
        const [own, grid] = [truncatedMoments(given), byGrid(given)];
        expect(own.mean / grid.mean).toBeCloseTo(1, 4);
        expect(own.deviation / grid.deviation).toBeCloseTo(1, 4);
      }
    }
  });

  it("is fitted to a mean and a deviation, exactly", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.4, max: 6, noNaN: true }),
        fc.double({ min: 0.05, max: 2, noNaN: true }),
        fc.double({ min: 1, max: 1000, noNaN: true }),
        (shape, scale, high) => {
          const { mean, deviation } = truncatedMoments({ shape, scale: scale * high, high });
          const fitted = fitTruncatedGamma(mean, deviation, high);
          const own = truncatedMoments(fitted);
          expect(own.mean / mean).toBeCloseTo(1, 9);
          expect(own.deviation / deviation).toBeCloseTo(1, 8);
          expect(fitted.shape / shape).toBeCloseTo(1, 3);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("has quantiles that undo shares, up to its end", () => {
    const given = fitTruncatedGamma(69, 53, 300);
    const below = (x: number) => pgamma(x, given.shape, undefined, given.scale);
    for (const share of [0.01, 0.3, 0.5, 0.99]) {
      expect(below(truncatedQuantile(given, share)) / below(300)).toBeCloseTo(share, 10);
    }
    expect(truncatedQuantile(given, 1)).toBe(300);
  });

  it.each(matrix("69 200 300 | 400 10 300 | 69 0 300 | -1 1 300"))(
    "cannot have mean %d and deviation %d below %d",
    (mean, deviation, high) => {
      expect(() => fitTruncatedGamma(mean, deviation, high)).toThrow(`${mean}`);
    },
  );
});
