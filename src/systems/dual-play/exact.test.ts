// The game behind the play, with nothing to write: a question is a difficulty x in [0, 1], and a solver answers as stated with probability
// 1 − x. What the proposer is paid on average follows from the binomial distribution.

import { dbinom } from "lib-r-math.js";
import { expect, test } from "vitest";
import { questionWorth } from "./posed-question.ts";

/** Mean worth of a new question that is answered `answers` times, each time as stated with probability p: E[r(k/M, 1)]. */
function meanWorth(p: number, answers: number): number {
  let sum = 0;
  for (let k = 0; k <= answers; k++) sum += dbinom(k, answers, p) * questionWorth(k / answers, 1);
  return sum;
}

/** The difficulty among 0, 1/levels, …, 1 that is worth most on average. */
function bestDifficulty(answers: number, levels: number): number {
  const worths = Array.from({ length: levels + 1 }, (_, k) => meanWorth(1 - k / levels, answers));
  return worths.indexOf(Math.max(...worths)) / levels;
}

test("with two answers a question is worth 0, 0.8 or 0.3, and on average most at a difficulty of 5/13", () => {
  for (const p of [0, 0.3, 1]) expect(meanWorth(p, 2)).toBeCloseTo(2 * p * (1 - p) * 0.8 + p * p * 0.3, 12);
  // 1.6·p − 1.3·p² is largest at p = 8/13.
  expect(bestDifficulty(2, 1000)).toBeCloseTo(1 - 8 / 13, 3);
});

test("the difficulty worth most moves in from 0.8 where agreement is of few answers: 6, 30 and 1000", () => {
  expect([6, 30, 1000].map((answers) => bestDifficulty(answers, 100))).toEqual([0.49, 0.63, 0.76]);
});
