// Shares of a round's points: games of a pair are averaged, and the p value of a change is compared with the exact permutation test.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { changeSignificance, roundShare } from "./round-share.ts";

test("a share has an interval over pairs; without games there is none", () => {
  // A pair with one win each varies less than two single games: here all pairs are equal.
  expect(roundShare([1, 0, 0, 1])).toEqual({ mean: 0.5, low: 0.5, high: 0.5, n: 2 });
  const all = roundShare([1, 1, 1, 1]);
  expect([all.mean, all.high]).toEqual([1, 1]);
  expect(all.low).toBeCloseTo(0.342, 3);
  expect(roundShare([]).mean).toBeNull();
});

/** Exact two-sided permutation p value over all assignments of the pairs to two rounds of equal size. */
function exact(a: readonly number[], b: readonly number[]): number {
  const all = [...a, ...b];
  const gap = (sum: number) => Math.abs(sum - all.reduce((x, y) => x + y, 0) / 2);
  const wanted = gap(a.reduce((x, y) => x + y, 0));
  let [extreme, ways] = [0, 0];
  for (let mask = 0; mask < 1 << all.length; mask++) {
    const chosen = all.filter((_, k) => (mask >> k) & 1);
    if (chosen.length !== a.length) continue;
    ways += 1;
    if (gap(chosen.reduce((x, y) => x + y, 0)) >= wanted - 1e-9) extreme += 1;
  }
  return extreme / ways;
}

const games = (pairs: readonly number[]) => pairs.flatMap((pair) => [pair, pair]);

test("the p value of a change approximates the exact permutation test", () => {
  const cases = [
    matrix("0 0 0.5 1 0 0.5 0 0.5 | 1 0.5 1 1 0.5 0 1 1"),
    matrix("0.5 0.5 1 0 1 0.5 0 1 | 0.5 1 1 0 0.5 0.5 1 0"),
    matrix("0 0 0 0 0 0 0 0 | 0 0 1 1 0 1 1 1"),
  ];
  for (const [a, b] of cases) {
    const chance = changeSignificance(games(a), games(b)) ?? Number.NaN;
    expect(Math.abs(chance - exact(a, b))).toBeLessThan(0.06);
    expect(chance < 0.05).toBe(exact(a, b) < 0.05);
    expect(changeSignificance(games(b), games(a))).toBeCloseTo(chance, 12);
  }
});

test("a change from all lost to all won is significant with enough pairs", () => {
  expect(changeSignificance(games([0, 0]), games([1, 1]))).toBeGreaterThan(0.05);
  expect(changeSignificance(games([0, 0, 0, 0, 0]), games([1, 1, 1, 1, 1]))).toBeLessThan(0.05);
  expect(changeSignificance(games([1, 1]), games([1, 1]))).toBe(1);
  expect(changeSignificance([], games([1, 1]))).toBeNull();
  expect(changeSignificance(games([1]), games([0]))).toBeNull();
});
