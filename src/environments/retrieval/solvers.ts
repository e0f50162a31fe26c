// Solvers of contest problems: small networks that learn from problems with known solutions which technique a statement asks for. What
// they pass of new problems is measured, and not set.

import type { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { softmax } from "../../math/softmax.ts";
import { adam } from "../../nn/optimiser.ts";

const TECHNIQUES = 8;
const WIDTH = 8;
const STEPS = 60;
const RATE = 0.08;

/** Which technique solves a problem: the one for which its concepts speak most. */
export function drawnTechniques(concepts: number, random: Random): (problem: readonly number[]) => number {
  const table = Float64Array.from({ length: concepts * TECHNIQUES }, () => random.normal());
  return (problem) => {
    const sums = new Float64Array(TECHNIQUES);
    for (const concept of problem) for (let a = 0; a < TECHNIQUES; a++) sums[a] += table[concept * TECHNIQUES + a];
    return largestAt(sums, 0, TECHNIQUES);
  };
}

/** Problems with what solves them. */
export interface SolvedProblems {
  /** Word numbers of each statement; 0 is no word. */
  readonly statements: readonly ArrayLike<number>[];
  readonly techniques: readonly number[];
}

/**
 * Trains a solver by Adam on the first `count` of the known problems at once, to the likelihood of their techniques: a hidden layer of 8 tanh
 * units over the words of a statement, and a softmax. Returns the chance that it gives the right technique for each of the problems in `asked`.
 */
export function solverChances(
  count: number,
  words: number,
  known: SolvedProblems,
  asked: SolvedProblems,
  random: Random,
): number[] {
  const outputs = (words + 1) * WIDTH;
  const weights = Float32Array.from({ length: outputs + TECHNIQUES * (WIDTH + 1) }, (_, k) =>
    k < outputs ? 0.3 * random.normal() : random.normal() / Math.sqrt(WIDTH),
  );
  const gradient = new Float32Array(weights.length);
  const optimiser = adam(weights.length, { rate: RATE });
  const hidden = new Float64Array(WIDTH);
  const chances = new Float64Array(TECHNIQUES);
  const read = (statement: ArrayLike<number>): void => {
    hidden.fill(0);
    for (let at = 0; at < statement.length; at++) {
      if (statement[at] === 0) continue;
      for (let k = 0; k < WIDTH; k++) hidden[k] += weights[statement[at] * WIDTH + k];
    }
    for (let k = 0; k < WIDTH; k++) hidden[k] = Math.tanh(hidden[k]);
    for (let a = 0; a < TECHNIQUES; a++) {
      const from = outputs + a * (WIDTH + 1);
      chances[a] = weights[from + WIDTH];
      for (let k = 0; k < WIDTH; k++) chances[a] += weights[from + k] * hidden[k];
    }
    softmax(chances);
  };
  const learnt = known.statements.slice(0, count);
  const slopes = new Float64Array(WIDTH);
  const share = 1 / count;
  for (let step = 0; step < STEPS; step++) {
    gradient.fill(0);
    for (const [problem, statement] of learnt.entries()) {
      read(statement);
      slopes.fill(0);
      for (let a = 0; a < TECHNIQUES; a++) {
        const from = outputs + a * (WIDTH + 1);
        const error = share * (chances[a] - (a === known.techniques[problem] ? 1 : 0));
        gradient[from + WIDTH] += error;
        for (let k = 0; k < WIDTH; k++) {
          gradient[from + k] += error * hidden[k];
          slopes[k] += error * weights[from + k];
        }
      }
      for (let k = 0; k < WIDTH; k++) slopes[k] *= 1 - hidden[k] ** 2;
      for (let at = 0; at < statement.length; at++) {
        if (statement[at] === 0) continue;
        for (let k = 0; k < WIDTH; k++) gradient[statement[at] * WIDTH + k] += slopes[k];
      }
    }
    optimiser.step(weights, gradient);
  }
  return asked.statements.map((statement, problem) => {
    read(statement);
    return chances[asked.techniques[problem]];
  });
}
