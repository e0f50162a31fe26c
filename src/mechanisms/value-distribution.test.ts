// Distributions against samples, virtual values against closed forms, and ironing against the invariant mean.

import { describe, expect, it } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { mean } from "../evaluation/statistics/moments.ts";
import {
  ironedVirtualValues,
  regularVirtualValues,
  steppedValues,
  uniformValues,
  type ValueDistribution,
  virtualValue,
} from "./value-distribution.ts";

/** Piecewise constant density from a table "low high share | …". */
const stepped = (table: string) => steppedValues(matrix(table).map(([low, high, share]) => ({ low, high, share })));

/** P(value > v) = v^(−tail) for v ≥ 1: the equal-revenue distribution for tail 1. */
const powerLawValues = (tail: number): ValueDistribution => ({
  low: 1,
  high: Number.POSITIVE_INFINITY,
  exceeding: (value) => Math.max(1, value) ** -tail,
  density: (value) => tail * value ** (-tail - 1),
  quantile: (share) => (1 - share) ** (-1 / tail),
  draw: (random) => (1 - random.uniform()) ** (-1 / tail),
});

/** A bimodal distribution, mostly low values: the virtual value falls between the two modes. */
const bimodal = stepped("0 1 0.75 | 2 3 0.25");

describe.each([
  ["uniform", uniformValues(1, 3)],
  ["power law", powerLawValues(2)],
  ["stepped", bimodal],
])("%s values", (_, distribution) => {
  const { exceeding, density, quantile } = distribution;

  it("have a quantile function that inverts the distribution function, and its derivative as density", () => {
    for (const p of [0.01, 0.2, 0.5, 0.7, 0.9, 0.99]) {
      const value = quantile(p);
      expect(exceeding(value)).toBeCloseTo(1 - p, 12);
      const h = 1e-6;
      expect((exceeding(value - h) - exceeding(value + h)) / (2 * h)).toBeCloseTo(density(value), 5);
    }
  });

  it("have the correct sample frequencies", () => {
    const random = Random.of(1, "values");
    const draws = Array.from({ length: 20_000 }, () => distribution.draw(random));
    for (const p of [0.1, 0.5, 0.9]) {
      const below = draws.filter((draw) => draw <= quantile(p)).length / draws.length;
      // The tolerance is five standard errors.
      expect(Math.abs(below - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / draws.length));
    }
  });
});

describe("virtual values", () => {
  it("equal their closed forms, and so do the reserves", () => {
    expect(virtualValue(uniformValues(), 0.75)).toBeCloseTo(0.5, 12);
    expect(virtualValue(powerLawValues(2), 3)).toBeCloseTo(1.5, 12);
    expect(regularVirtualValues(uniformValues()).least(0)).toBeCloseTo(0.5, 12);
    expect(regularVirtualValues(uniformValues(2, 3)).least(0)).toBe(2);
    // Equal revenue at every price: no virtual value is positive.
    expect(regularVirtualValues(powerLawValues(1)).least(0.01)).toBe(Number.POSITIVE_INFINITY);
  });

  it("are unchanged by ironing where they increase", () => {
    const uniform = ironedVirtualValues(uniformValues());
    for (const value of [0.1, 0.4, 0.5, 0.9]) expect(uniform.of(value)).toBeCloseTo(2 * value - 1, 3);
    expect(uniform.least(0)).toBeCloseTo(0.5, 3);
  });

  it("are monotone after ironing, constant on ironed intervals, with the same mean there", () => {
    // φ is −0.33 at 1/2, 0.65 at 0.99, and −∞ in the gap between the two modes.
    expect(virtualValue(bimodal, 0.99)).toBeGreaterThan(0.6);
    const { of, least } = ironedVirtualValues(bimodal);
    const values = Array.from({ length: 999 }, (_, k) => bimodal.quantile((k + 1) / 1000));
    for (let k = 1; k < values.length; k++) expect(of(values[k])).toBeGreaterThanOrEqual(of(values[k - 1]) - 1e-12);
    // The hull starts at quantile 1/4 and touches the low mode's revenue curve q(4 − 4q)/3 where 8q² − 4q = 1.
    const touched = (1 + Math.sqrt(3)) / 4;
    for (const value of [0.6, 0.95]) expect(of(value)).toBeCloseTo((4 - 8 * touched) / 3, 3);
    expect(of(2.2)).toBeCloseTo(2 * 2.2 - 3, 2);
    expect(least(0)).toBeCloseTo(2, 9);
    // E φ̄ = E φ, which is the lowest value, here 0, with any ironing.
    expect(mean(values.map(of))).toBeCloseTo(0, 2);
  });

  it.each([
    ["regular", regularVirtualValues(uniformValues(2, 3)), uniformValues(2, 3)],
    ["ironed", ironedVirtualValues(uniformValues(2, 3)), uniformValues(2, 3)],
    ["ironed, with a stretch that holds none", ironedVirtualValues(bimodal), bimodal],
    ["ironed, with another", ironedVirtualValues(stepped("0.5 0.7 0.3 | 1 1.5 0.7")), uniformValues(0.5, 1.5)],
  ])(
    "%s are reached by all bids from `least` on, whether or not they are possible values",
    (_, { of, least }, { low, high }) => {
      const random = Random.of(1, "bids");
      const bids = Array.from({ length: 200 }, () => random.uniform(0, high));
      for (const level of [0, ...bids.map((bid) => of(bid)).filter(Number.isFinite)]) {
        const from = least(level);
        for (const bid of bids) {
          if (bid < from - 1e-9) expect(of(bid), `${bid} < ${from}`).toBeLessThan(level);
          if (bid > from + 1e-9) expect(of(bid), `${bid} > ${from}`).toBeGreaterThanOrEqual(level);
        }
      }
      expect(of(low - 0.01)).toBe(Number.NEGATIVE_INFINITY);
    },
  );

  it("intervals must be disjoint, with probabilities that sum to 1", () => {
    expect(() => stepped("1 0 1")).toThrow("step 0");
    expect(() => stepped("0 1 0.5")).toThrow("add up to 0.5");
  });
});
