// The best split of a budget against a grid search, closed forms for two equal channels, and spending plans with full information that
// change from period to period.

import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { bestSplit, type ReturnCurve, returned, splitReturn } from "./saturation.ts";
import { allSplits, nearestSplit, splitCount } from "./splits.ts";

const close = (...numbers: readonly number[]) => numbers.map((x) => expect.closeTo(x, 12));
const total = (split: Float64Array) => split.reduce((a, b) => a + b, 0);

function curvesOf(seed: number, channels: number): ReturnCurve[] {
  const random = Random.of(seed, "curves");
  return Array.from({ length: channels }, () => ({ most: random.uniform(0.2, 3), half: random.uniform(0.05, 1.5) }));
}

describe("the best split", () => {
  it("halves the remaining return with every half-saturation amount, and splits equally over equal channels", () => {
    expect([0, 0.4, 0.8, 4000].map((money) => returned(2, 0.4, money))).toEqual(close(0, 1, 1.5, 2));
    const alike = { most: 1, half: 0.3 };
    expect([...bestSplit([alike, alike], { budget: 1, roi: 0 })]).toEqual(close(0.5, 0.5));
    // The marginal return is ln2·2^(−u/h)/h in each channel: 2u − 2(1 − u) = 1 where one returns twice as much, at h = 1/2.
    const channel = (most: number) => ({ most, half: 0.5 });
    const beside = (most: number, budget: number) => bestSplit([channel(2), channel(most)], { budget, roi: 0 });
    const twice = beside(1, 1);
    expect([...twice]).toEqual(close(0.75, 0.25));
    // A channel gets nothing where its first unit returns less than the last unit of another.
    expect([...beside(0.5, 0.9)]).toEqual([expect.closeTo(0.9, 12), 0]);
  });

  it.each([2, 3, 4])("of %i channels is better than every other on a grid, and spends the whole budget", (channels) => {
    for (let seed = 0; seed < 30; seed++) {
      const curves = curvesOf(seed, channels);
      const best = bestSplit(curves, { budget: 1.3, roi: 0 });
      expect(total(best)).toBeCloseTo(1.3, 12);
      expect(Math.min(...best)).toBeGreaterThanOrEqual(0);
      const money = allSplits(channels, 40).map((shares) => shares.map((share) => share * 1.3));
      const tried = money.map((split) => splitReturn(curves, split));
      expect(splitReturn(curves, best)).toBeGreaterThanOrEqual(Math.max(...tried) - 1e-12);
      expect(splitReturn(curves, best)).toBeLessThan(1.02 * Math.max(...tried));
    }
  });

  it("satisfies a target return, spends as much as it permits, and nothing where it cannot be reached", () => {
    let bound = 0;
    for (let seed = 0; seed < 40; seed++) {
      const curves = curvesOf(seed, 3);
      const roi = 1 + (seed % 5);
      const best = bestSplit(curves, { budget: 2, roi });
      const value = splitReturn(curves, best);
      const spend = total(best);
      expect(value).toBeGreaterThanOrEqual(roi * spend - 1e-9);
      expect(spend).toBeLessThanOrEqual(2 + 1e-12);
      if (spend > 0 && spend < 2 - 1e-9) {
        bound += 1;
        expect(value).toBeCloseTo(roi * spend, 9);
      }
      if (spend === 0) for (const { most, half } of curves) expect((most * Math.LN2) / half).toBeLessThanOrEqual(roi);
      for (const shares of allSplits(3, 24)) {
        for (const budget of [0.25, 0.5, 1, 1.5, 2]) {
          const money = shares.map((share) => share * budget);
          const got = splitReturn(curves, money);
          if (got >= roi * budget) expect(got).toBeLessThanOrEqual(value + 1e-9);
        }
      }
    }
    expect(bound).toBeGreaterThan(5);
  });
});

describe("splits of equal parts", () => {
  it("are complete, distinct, and sum to 1", () => {
    for (const [channels, parts] of matrix("1 4 | 2 5 | 3 4 | 4 3")) {
      const splits = allSplits(channels, parts);
      expect(splits).toHaveLength(splitCount(channels, parts));
      expect(new Set(splits.map(String)).size).toBe(splits.length);
      for (const split of splits) expect(split.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    }
    expect(splitCount(3, 4)).toBe(15);
  });

  it("are found by the nearest shares", () => {
    const splits = allSplits(3, 4);
    for (const [k, split] of splits.entries()) expect(nearestSplit(splits.flat(), 0, 15, split)).toBe(k);
    const nearest = splits[nearestSplit([9, 9, ...splits.flat()], 2, 15, [0.05, 0.2, 0.75])];
    expect(nearest).toEqual(close(0, 0.25, 0.75));
  });
});
