// Debaters that choose among finished repairs: each is right with a known chance, and may herd: in later rounds it takes over what
// another debater said last. The majority concludes.

import { dbinom } from "lib-r-math.js";
import type { Random } from "../../core/random.ts";

/** Debaters, how often one alone is right, and rounds. */
export const DEBATERS = 5;
export const ACCURACY = 0.6;
export const ROUNDS = 3;

/** Chances of 0 … n successes in n trials. */
const binomial = (n: number, p: number): number[] =>
  n === 0 ? [1] : Array.from({ length: n + 1 }, (_, k) => dbinom(k, n, p));

/**
 * How often the majority is right between two answers. After the first round each debater keeps its answer, or with chance `herding`
 * takes that of another one, drawn evenly: a voter model, whose chances by the number of right debaters are followed exactly.
 */
export function majority(herding: number): number {
  let chances = binomial(DEBATERS, ACCURACY);
  for (let round = 1; round < ROUNDS; round++) {
    const next = new Array<number>(DEBATERS + 1).fill(0);
    for (const [right, chance] of chances.entries()) {
      const kept = binomial(right, 1 - (herding * (DEBATERS - right)) / (DEBATERS - 1));
      const won = binomial(DEBATERS - right, (herding * right) / (DEBATERS - 1));
      for (const [k, p] of kept.entries()) for (const [j, q] of won.entries()) next[k + j] += chance * p * q;
    }
    chances = next;
  }
  return chances.slice((DEBATERS + 1) / 2).reduce((a, b) => a + b, 0);
}

/**
 * A debate over candidates, `solves` being 1 for those that solve the repair: the place of the one that is chosen. A debater that is right
 * names one of those, else one of the others, where there are any. The first of equal counts wins.
 */
export function debated(solves: readonly number[], herding: number, random: Random): number {
  const sides = [0, 1].map((side) => [...solves.keys()].filter((k) => solves[k] === side));
  const named = () => {
    const side = sides[random.uniform() < ACCURACY ? 1 : 0];
    const from = side.length > 0 ? side : [...solves.keys()];
    return from[random.integer(from.length)];
  };
  let answers = Array.from({ length: DEBATERS }, named);
  for (let round = 1; round < ROUNDS; round++) {
    const said = answers;
    answers = said.map((own, k) => {
      if (random.uniform() >= herding) return own;
      return said[(k + 1 + random.integer(DEBATERS - 1)) % DEBATERS];
    });
  }
  const votes = (candidate: number) => answers.filter((answer) => answer === candidate).length;
  return answers.reduce((best, one) => (votes(one) > votes(best) ? one : best));
}
