// Best-of-n against enumeration of all draws and against closed forms.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { normalMaximum } from "../../../test/fixtures/normal-law.ts";
import { Random } from "../../core/random.ts";
import { bestOfN, bestOfNBound, rankAnswers } from "./best-of-n.ts";

/** Probability of each answer by enumeration of all n-tuples of draws; answers with tied best scores share a tuple's probability. */
function enumerated(scores: readonly number[], chances: readonly number[], n: number): number[] {
  const probabilities = scores.map(() => 0);
  const visit = (drawn: readonly number[], chance: number): void => {
    if (drawn.length < n) {
      for (const [k, p] of chances.entries()) visit([...drawn, k], chance * p);
      return;
    }
    const most = Math.max(...drawn.map((k) => scores[k]));
    const best = drawn.filter((k) => scores[k] === most);
    for (const k of best) probabilities[k] += chance / best.length;
  };
  visit([], 1);
  return probabilities;
}

const divergenceOf = (p: readonly number[], q: readonly number[]): number =>
  p.reduce((sum, one, k) => sum + (one > 0 ? one * Math.log(one / q[k]) : 0), 0);

test("the probability of each answer equals enumeration over all draws, with ties and impossible answers", () => {
  const random = Random.of(5, "best of n");
  for (const scores of matrix("3 1 2 5 | 2 2 1 2 | 0 1 1 0 | 7 7 7 7")) {
    const weights = scores.map((_, k) => (k === 2 ? 0 : random.uniform(0.1, 1)));
    const total = weights.reduce((sum, one) => sum + one, 0);
    for (const chances of [weights.map((one) => one / total), [0.25, 0.25, 0.25, 0.25]]) {
      const ranked = rankAnswers(scores, chances);
      const into = new Float64Array(4);
      for (const n of [1, 2, 3, 5]) {
        const divergence = bestOfN(ranked, n, into);
        const all = enumerated(scores, chances, n);
        for (const [k, one] of all.entries()) expect(into[k]).toBeCloseTo(one, 13);
        expect(divergence).toBeCloseTo(divergenceOf(all, chances), 12);
        expect(divergence).toBeLessThanOrEqual(bestOfNBound(n) + 1e-12);
      }
    }
  }
});

test("in a pool the answer of rank i has (i/N)^n − ((i − 1)/N)^n, and probabilities sum to 1 for many draws", () => {
  const answers = 1000;
  const ranked = rankAnswers(Float64Array.from({ length: answers }, (_, k) => k));
  const into = new Float64Array(answers);
  for (const n of [1, 7, 400, 100_000]) {
    bestOfN(ranked, n, into);
    expect(into.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    for (const k of [0, 1, 500, 998, 999])
      expect(into[k]).toBeCloseTo(((k + 1) / answers) ** n - (k / answers) ** n, 13);
  }
});

test("KL approaches ln n − (n − 1)/n in a large pool, and stays below it with ties", () => {
  const random = Random.of(5, "pool");
  const scores = Float64Array.from({ length: 200_000 }, () => random.normal());
  const into = new Float64Array(scores.length);
  const distinct = rankAnswers(scores);
  const coarse = rankAnswers(scores.map((x) => Math.round(x)));
  expect(bestOfN(distinct, 1, into)).toBeCloseTo(0, 12);
  for (const n of [2, 16, 256]) {
    expect(bestOfN(distinct, n, into) / bestOfNBound(n)).toBeCloseTo(1, 2);
    expect(bestOfN(coarse, n, into)).toBeLessThan(0.95 * bestOfNBound(n));
  }
});

test("the maximum of n normal numbers has the known moments, and best-of-n of a pool approaches them", () => {
  expect(normalMaximum(1).mean).toBeCloseTo(0, 14);
  expect(normalMaximum(1).square).toBeCloseTo(1, 14);
  expect(normalMaximum(2).mean).toBeCloseTo(1 / Math.sqrt(Math.PI), 13);
  expect(normalMaximum(3).mean).toBeCloseTo(1.5 / Math.sqrt(Math.PI), 13);
  expect(normalMaximum(2).square).toBeCloseTo(1, 13);
  expect(normalMaximum(3).square).toBeCloseTo(1 + Math.sqrt(3) / (2 * Math.PI), 13);
  // Harter (1961), expected values of normal order statistics.
  expect(normalMaximum(10).mean).toBeCloseTo(1.53875, 5);
  expect(normalMaximum(100).mean).toBeCloseTo(2.50759, 5);
  const random = Random.of(6, "normal pool");
  const pool = Float64Array.from({ length: 100_000 }, () => random.normal());
  const into = new Float64Array(pool.length);
  bestOfN(rankAnswers(pool), 10, into);
  expect(into.reduce((sum, p, k) => sum + p * pool[k], 0)).toBeCloseTo(1.53875, 1);
});

test("invalid input is reported in a sentence", () => {
  expect(() => rankAnswers([1, 2], [0.5])).toThrow("1 chances for 2 answers");
  expect(() => rankAnswers([1, 2], [0.9, 0.3])).toThrow("sum to 1");
  expect(() => rankAnswers([1, Number.NaN])).toThrow("has no rank");
  expect(() => rankAnswers([])).toThrow("no answers");
  expect(() => bestOfN(rankAnswers([1]), 0, new Float64Array(1))).toThrow("best of 0 draws");
});
