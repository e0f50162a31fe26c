// Best-of-n on a log against enumeration, and without bias where fresh draws are known.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { bestOfN, rankAnswers } from "./best-of-n.ts";
import { unbiasedBestOf } from "./unbiased-best-of.ts";

const orderOf = (pay: readonly number[]) => Int32Array.from(pay.keys()).sort((a, b) => pay[a] - pay[b]);

/** Weights by enumeration of all choices of n; equal pay shares a choice by mass. */
function enumerated(pay: readonly number[], mass: readonly number[], n: number): number[] {
  const logged = mass.flatMap((count, k) => Array.from({ length: count }, () => k));
  const weights = pay.map(() => 0);
  let choices = 0;
  const visit = (from: number, chosen: readonly number[]): void => {
    if (chosen.length === n) {
      choices += 1;
      const most = Math.max(...chosen.map((k) => pay[k]));
      const best = chosen.filter((k) => pay[k] === most);
      for (const k of best) weights[k] += 1 / best.length;
      return;
    }
    for (let i = from; i < logged.length; i++) visit(i + 1, [...chosen, logged[i]]);
  };
  visit(0, []);
  return weights.map((one) => one / choices);
}

test("weights are those of all choices of n among the logged answers", () => {
  const cases: readonly (readonly [readonly number[], readonly number[]])[] = [
    [
      [3, 1, 2, 5],
      [1, 2, 1, 3],
    ],
    [
      [2, 2, 1, 2],
      [1, 1, 1, 4],
    ],
    [[0], [5]],
  ];
  for (const [pay, mass] of cases) {
    const total = mass.reduce((sum, one) => sum + one, 0);
    const into = new Float64Array(pay.length);
    for (let n = 1; n <= total; n++) {
      unbiasedBestOf(pay, mass, orderOf(pay), n, into);
      const exact = enumerated(pay, mass, n);
      for (const [k, one] of exact.entries()) expect(into[k]).toBeCloseTo(one, 12);
    }
  }
  expect(() => unbiasedBestOf([1], [2], [0], 3, new Float64Array(1))).toThrow("the best of 3 among 2 answers");
});

test("from logs of 16 the best of 8 is worth on average what 8 fresh draws are", () => {
  // Pay is want + noise, both standard normal: E[want of the best] is E[max of 8]/√2 = 1.0066.
  const random = Random.of(11, "logs");
  const into = new Float64Array(16);
  const [logs, mass] = [4000, new Float64Array(16).fill(1)];
  let sum = 0;
  let squares = 0;
  for (let log = 0; log < logs; log++) {
    const want = Array.from({ length: 16 }, () => random.normal());
    const pay = want.map((one) => one + random.normal());
    unbiasedBestOf(pay, mass, orderOf(pay), 8, into);
    const value = want.reduce((all, one, k) => all + one * into[k], 0);
    sum += value;
    squares += value * value;
  }
  const mean = sum / logs;
  const error = Math.sqrt((squares / logs - mean * mean) / logs);
  expect(Math.abs(mean - 1.0066)).toBeLessThan(3 * error);
  expect(error).toBeLessThan(0.015);
});

test("beside answers of a known chance the mean over all logs is the best of fresh draws, exactly", () => {
  // Three answers that a policy writes with .7·(.5, .25, .25), and two that are known with .2 and .1.
  const [kept, chances, known] = [0.7, [0.5, 0.25, 0.25], [0.2, 0.1]];
  const [pay, want] = [
    [1, 4, 2, 5, 3],
    [2, 3, 7, -6, 1],
  ];
  const exact = new Float64Array(5);
  const ranked = rankAnswers(pay, [...chances.map((one) => kept * one), ...known]);
  for (const n of [1, 2, 3]) {
    bestOfN(ranked, n, exact);
    let mean = 0;
    for (let log = 0; log < 3 ** 3; log++) {
      const drawn = [log % 3, Math.floor(log / 3) % 3, Math.floor(log / 9)];
      const answers = [...drawn, 3, 4];
      const mass = [1, 1, 1, ...known.map((one) => (3 * one) / kept)];
      const into = new Float64Array(5);
      const paid = answers.map((k) => pay[k]);
      unbiasedBestOf(paid, mass, orderOf(paid), n, into, 3);
      const chance = drawn.reduce((all, k) => all * chances[k], 1);
      mean += chance * answers.reduce((sum, k, at) => sum + into[at] * want[k], 0);
    }
    expect(mean).toBeCloseTo(
      want.reduce((sum, one, k) => sum + one * exact[k], 0),
      12,
    );
  }
});
