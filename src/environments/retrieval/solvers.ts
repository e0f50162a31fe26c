// Solvers of contest problems: they learn from problems with known solutions which technique a statement asks for. What
// they pass of new problems is measured, and not set.

import type { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { softmax } from "../../math/softmax.ts";
import { adam } from "../../nn/optimiser.ts";

const TECHNIQUES = 8;
const STEPS = 30;
const RATE = 0.3;

/** Which technique solves a problem: the one for which its concepts speak most. */
export function drawnTechniques(concepts: number, random: Random): (problem: readonly number[]) => number {
  const table = Float64Array.from({ length: concepts * TECHNIQUES }, () => random.normal());
  return (problem) => {
    const sums = new Float64Array(TECHNIQUES);
    for (const concept of problem) for (let a = 0; a < TECHNIQUES; a++) sums[a] += table[concept * TECHNIQUES + a];
    return largestAt(sums, 0, TECHNIQUES);
  };
}

export interface SolvedProblems {
  /** Word numbers of each statement; 0 is no word. */
  readonly statements: readonly ArrayLike<number>[];
  readonly techniques: readonly number[];
}

/**
 * Trains a solver on the first `count` of the known problems: multinomial logistic regression of the technique on the words of a statement,
 * by steps of Adam on all problems at once from weights of 0. Returns the chance that it gives the right technique for each of `asked`.
 */
export function solverChances(count: number, words: number, known: SolvedProblems, asked: SolvedProblems): number[] {
  const weights = new Float32Array((words + 1) * TECHNIQUES);
  const gradient = new Float32Array(weights.length);
  const optimiser = adam(weights.length, { rate: RATE });
  const chances = new Float64Array(TECHNIQUES);
  const read = (statement: ArrayLike<number>): void => {
    chances.fill(0);
    for (let at = 0; at < statement.length; at++) {
      if (statement[at] === 0) continue;
      for (let a = 0; a < TECHNIQUES; a++) chances[a] += weights[statement[at] * TECHNIQUES + a];
    }
    softmax(chances);
  };
  const learnt = known.statements.slice(0, count);
  for (let step = 0; step < STEPS; step++) {
    gradient.fill(0);
    for (const [problem, statement] of learnt.entries()) {
      read(statement);
      chances[known.techniques[problem]] -= 1;
      for (let at = 0; at < statement.length; at++) {
        if (statement[at] === 0) continue;
        for (let a = 0; a < TECHNIQUES; a++) gradient[statement[at] * TECHNIQUES + a] += chances[a] / count;
      }
    }
    optimiser.step(weights, gradient);
  }
  return asked.statements.map((statement, problem) => {
    read(statement);
    return chances[asked.techniques[problem]];
  });
}
