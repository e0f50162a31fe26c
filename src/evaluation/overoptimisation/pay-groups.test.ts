// Best-of-n on a log against enumeration, and without bias where fresh draws are known.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { bestOfN, rankAnswers } from "./best-of-n.ts";
import { PayGroups } from "./pay-groups.ts";

/** The mean want of the best of n by pay; of the first answers only `drawn` were logged. */
function bestWant(
  { pay, mass, want }: Readonly<Record<"pay" | "mass" | "want", ArrayLike<number>>>,
  n: number,
  drawn = pay.length,
): number {
  const groups = new PayGroups();
  groups.fill({ size: pay.length, drawn, mass: Float64Array.from(mass), want: Float64Array.from(want) }, pay);
  const chances = new Float64Array(groups.count);
  groups.bestOf(n, chances);
  return chances.reduce((sum, one, g) => sum + one * groups.want[g], 0);
}

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
    for (let n = 1; n <= total; n++) {
      // The want of one answer alone is its weight.
      for (const [k, one] of enumerated(pay, mass, n).entries())
        expect(bestWant({ pay, mass, want: pay.map((_, other) => (other === k ? 1 : 0)) }, n)).toBeCloseTo(one, 12);
    }
  }
  expect(() => bestWant({ pay: [1], mass: [2], want: [1] }, 3)).toThrow("the best of 3 among 2 answers");
});

test("from logs of 16 the best of 8 is worth on average what 8 fresh draws are", () => {
  // Pay is want + noise, both standard normal: E[want of the best] is E[max of 8]/√2 = 1.0066.
  const random = Random.of(11, "logs");
  const [logs, mass] = [4000, new Float64Array(16).fill(1)];
  let sum = 0;
  let squares = 0;
  for (let log = 0; log < logs; log++) {
    const want = Array.from({ length: 16 }, () => random.normal());
    const pay = want.map((one) => one + random.normal());
    const value = bestWant({ pay, mass, want }, 8);
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
      const [paid, wanted] = [pay, want].map((values) => answers.map((k) => values[k]));
      const chance = drawn.reduce((all, k) => all * chances[k], 1);
      mean += chance * bestWant({ pay: paid, mass, want: wanted }, n, 3);
    }
    expect(mean).toBeCloseTo(
      want.reduce((sum, one, k) => sum + one * exact[k], 0),
      12,
    );
  }
});
