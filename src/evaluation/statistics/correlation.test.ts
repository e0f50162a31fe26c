// Pearson's r, partial correlation and least-squares slope against Anscombe's quartet, algebraic laws, and undefined cases.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { kendall, partialCorrelation, pearson, slope, spearman } from "./correlation.ts";

test("Anscombe's first and fourth set", () => {
  // Anscombe (1973); R: cor(anscombe$x1, anscombe$y1) is 0.8164205, cor(anscombe$x4, anscombe$y4) is 0.8165214.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const first = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  const x4 = [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8];
  const fourth = [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.5, 5.56, 7.91, 6.89];
  expect(pearson(x, first)).toBeCloseTo(0.8164205, 7);
  expect(pearson(x4, fourth)).toBeCloseTo(0.8165214, 7);
});

const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 30 });
law.prop([values, fc.integer({ min: 1, max: 50 }), fc.integer({ min: -50, max: 50 })])(
  "a line has r = ±1",
  (x, slope, shift) => {
    fc.pre(new Set(x).size > 1);
    expect(
      pearson(
        x,
        x.map((v) => slope * v + shift),
      ),
    ).toBeCloseTo(1, 12);
    expect(
      pearson(
        x,
        x.map((v) => shift - slope * v),
      ),
    ).toBeCloseTo(-1, 12);
  },
);

test("the correlation is null without variation, and different lengths are rejected", () => {
  expect(pearson([1, 2, 3], [4, 4, 4])).toBeNull();
  expect(pearson([], [])).toBeNull();
  expect(() => pearson([1], [1, 2])).toThrow("1 and 2");
});

test("the least-squares slope", () => {
  expect(slope([0, 1, 2, 3], [1, 3, 5, 7])).toBe(2);
  // Anscombe (1973), first set: y = 3.00 + 0.500·x.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  expect(slope(x, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68])).toBeCloseTo(0.5001, 4);
  expect(slope([1, 1], [1, 2])).toBeNull();
  expect(() => slope([1], [])).toThrow();
});

test("Spearman's ρ by its formula without ties, and with ties", () => {
  // 1 − 6·Σd²/(n(n² − 1)), with Σd² = 2.
  expect(spearman([1, 2, 3, 4, 5], [10, 30, 20, 40, 50])).toBeCloseTo(1 - (6 * 2) / (5 * 24), 12);
  expect(spearman([1, 2, 3, 4], [1, 10, 100, 1e6])).toBeCloseTo(1, 12);
  // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: r = 4.5/√(4.5·5).
  expect(spearman([1, 7, 7, 9], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12);
  expect(spearman([1, 2, 3], [4, 4, 4])).toBeNull();
});

test("the partial correlation is that of the residuals", () => {
  const z = [1, 2, 2, 3, 5, 6, 6, 8];
  const x = [2, 1, 4, 3, 7, 5, 9, 8];
  const y = [1, 3, 2, 6, 4, 9, 5, 7];
  const left = (values: readonly number[]) => {
    const b = slope(z, values) ?? 0;
    return values.map((value, k) => value - b * z[k]);
  };
  expect(partialCorrelation(x, y, z)).toBeCloseTo(pearson(left(x), left(y)) ?? 0, 12);
  expect(partialCorrelation(x, y, z)).not.toBeCloseTo(pearson(x, y) ?? 0, 1);
  expect(partialCorrelation(x, y, Array(8).fill(13))).toBe(pearson(x, y));
  expect(partialCorrelation(z, y, z)).toBeNull();
  expect(partialCorrelation(x, Array(8).fill(0), z)).toBeNull();
});

test("Kendall's τ, with and without ties", () => {
  // R's example of cor.test: tau 0.4444444.
  const x = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1];
  const y = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8];
  expect(kendall(x, y)).toBeCloseTo(0.4444444, 7);
  // Of ten pairs two are tied in x and one in y; the other seven are concordant.
  expect(kendall([1, 1, 2, 3, 3], [1, 2, 3, 3, 5])).toBeCloseTo(7 / Math.sqrt(8 * 9), 12);
  expect(kendall([1, 2, 3], [3, 2, 1])).toBe(-1);
  expect(kendall([1, 1], [1, 2])).toBeNull();
  expect(() => kendall([1], [1, 2])).toThrow("1 and 2");
});
