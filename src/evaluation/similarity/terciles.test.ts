// Terciles of similarity on data with known statistics.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { tercileFigures } from "./terciles.ts";

const similarity = Array.from({ length: 90 }, (_, k) => k / 90);
/** Passes on each problem, for a model that reasons and for one that memorises. */
const passed = similarity.flatMap((s, k) => [k % 2, s >= 2 / 3 ? 1 : 0]);

test("gains of models on problems similar to older ones, and changes in their ranking", () => {
  const figures = tercileFigures({ similarity, models: 2, passed }, Random.of(1, "terciles"), 200);
  if (figures === undefined) throw new Error("no terciles");
  const { terciles: parts, gap, gaps, whole, agreement, spreadDifference } = figures;
  expect(parts.map(({ problems }) => problems)).toEqual([30, 30, 30]);
  expect(parts[2].models.map(({ mean }) => mean)).toEqual([0.5, 1]);
  expect(gaps.map(({ mean }) => mean)).toEqual([0, 1]);
  expect([gap.mean, whole[1].mean]).toEqual([0.5, expect.closeTo(1 / 3, 12)]);
  expect(spreadDifference.mean).toBeCloseTo(0, 12);
  expect(agreement.mean).toBe(1);
  expect(gaps[1]).toMatchObject({ low: 1, high: 1 });
  // Half-width of the 95 % interval of a difference of two shares near one half, 30 cases each: 1.96·√(2·0.25/30) = 0.253.
  expect(gaps[0].high).toBeGreaterThan(0.17);
  expect(gaps[0].high).toBeLessThan(0.34);
  expect("gapAtEqualDifficulty" in figures).toBe(false);
});

test("a gap caused by difficulty alone vanishes at equal difficulty", () => {
  const difficulty = similarity.map((s, k) => (k % 5) - 3 * s);
  const easy = difficulty.map((d) => 0.6 - 0.1 * d);
  const figures = tercileFigures({ similarity, models: 1, passed: easy, difficulty }, Random.of(1, "terciles"), 50);
  expect(figures?.gap.mean).toBeCloseTo(0.2, 12);
  expect(figures?.gapAtEqualDifficulty?.mean).toBeCloseTo(0, 12);
  const plain = difficulty.map((d, k) => 0.6 - 0.1 * d + (k >= 60 ? 0.25 : 0));
  const more = tercileFigures({ similarity, models: 1, passed: plain, difficulty }, Random.of(1, "terciles"), 0);
  expect(more?.gapAtEqualDifficulty).toEqual({ mean: expect.closeTo(0.25, 12), low: null, high: null, n: 90 });
  const same = tercileFigures(
    { similarity, models: 1, passed: easy, difficulty: difficulty.fill(1) },
    Random.of(1, "t"),
    0,
  );
  expect(same?.gapAtEqualDifficulty?.mean).toBeNull();
});
