// Best-of-n on a log: what the best of n answers is worth, without bias, from more answers than n that were drawn of a prompt.

import { passHatK } from "../statistics/pass-rates.ts";

/**
 * Writes the weight of each answer in the mean over all choices of n among the logged answers to `into` [answers]: the chance that it is
 * the one that pays best. `mass` counts how often each answer was logged, N in all, and `order` sorts them by pay, the lowest first. With
 * F the number of logged answers up to a group of equal pay, and F₋ the number below it, the group has
 *
 *   (C(F, n) − C(F₋, n)) / C(N, n)
 *
 * and its answers share it by their mass. Its mean of any score is unbiased for the best of n fresh draws (Chen and others, arXiv
 * 2107.03374, for n = k of pass@k). Requires 1 ≤ n ≤ N, n whole.
 *
 * Answers from the index `drawn` on were not drawn: their share of the whole mass is known. Of n fresh draws each is one of them with their
 * share, and the rest are as logged, so that with A the share of known answers up to the group and s that of all logged ones, F becomes
 *
 *   Σⱼ C(n, j)·sʲ·Aⁿ⁻ʲ·C(F, j)/C(N, j),
 *
 * which is unbiased too; a group of equal pay still shares its chance by mass.
 */
export function unbiasedBestOf(
  pay: ArrayLike<number>,
  mass: ArrayLike<number>,
  order: ArrayLike<number>,
  n: number,
  into: Float64Array,
  drawn = order.length,
): void {
  const answers = order.length;
  let [logged, known] = [0, 0];
  for (let k = 0; k < answers; k++) {
    if (order[k] < drawn) logged += mass[order[k]];
    else known += mass[order[k]];
  }
  if (!(n >= 1 && n <= logged)) throw new Error(`the best of ${n} among ${logged} answers`);
  let [upTo, knownUpTo, below] = [0, 0, 0];
  for (let from = 0; from < answers; ) {
    let [to, group, ownKnown] = [from, 0, 0];
    for (; to < answers && pay[order[to]] === pay[order[from]]; to++) {
      group += mass[order[to]];
      if (order[to] >= drawn) ownKnown += mass[order[to]];
    }
    upTo += group - ownKnown;
    knownUpTo += ownKnown;
    const chance = shareWithin({ logged: upTo, known: knownUpTo }, { logged, known }, n);
    for (let k = from; k < to; k++) into[order[k]] = ((chance - below) * mass[order[k]]) / group;
    below = chance;
    from = to;
  }
}

/** Masses of answers: how often they were logged, and that of known ones in the same unit. */
export interface AnswerMass {
  readonly logged: number;
  readonly known: number;
}

/** The chance that n fresh draws are all among a part of the answers, without bias; n is at most the number of logged answers. */
export function shareWithin(part: AnswerMass, all: AnswerMass, n: number): number {
  const whole = all.logged + all.known;
  const [drawn, known] = [all.logged / whole, part.known / whole];
  if (known === 0) return drawn ** n * passHatK(all.logged, part.logged, n);
  // By logarithms, as single factors may underflow.
  const step = Math.log(drawn) - Math.log(known);
  let term = n * Math.log(known);
  let share = Math.exp(term);
  for (let j = 0; j < n && j < part.logged; j++) {
    term += step + Math.log(((n - j) * (part.logged - j)) / ((j + 1) * (all.logged - j)));
    share += Math.exp(term);
  }
  return Math.min(1, share);
}
