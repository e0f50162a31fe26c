// Exact best-of-n by order statistics: the probability that each answer is the best of n draws from the reference.

import { UserError } from "../../core/errors.ts";
import { referenceChances } from "./judged-answers.ts";

/** Answers in groups of equal score, the best group first. */
export interface RankedAnswers {
  /** Probabilities under the reference, [answers]. */
  readonly reference: Float64Array;
  /** Indices of the answers from the highest score to the lowest, [answers]. */
  readonly order: Int32Array;
  /** End of each group in `order`, [groups]. */
  readonly ends: Int32Array;
  /**
   * The reference's probability of each group, its logarithm, and the logarithm of the probability that no higher group is drawn, [groups].
   */
  readonly mass: Float64Array;
  readonly logMass: Float64Array;
  readonly logUpTo: Float64Array;
}

/** Sorts answers by score, for any number of draws. Answers with probability 0 under the reference are left out. */
export function rankAnswers(scores: ArrayLike<number>, chances?: ArrayLike<number>): RankedAnswers {
  const reference = referenceChances(scores.length, chances);
  const order = Int32Array.from(reference.keys())
    .filter((k) => reference[k] > 0)
    .sort((a, b) => scores[b] - scores[a]);
  const ends: number[] = [];
  const masses: number[] = [];
  for (let from = 0; from < order.length; from = ends[ends.length - 1]) {
    let to = from;
    let mass = 0;
    for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) mass += reference[order[to]];
    if (to === from)
      throw new UserError({
        code: "score",
        what: `the score ${scores[order[from]]} has no rank`,
        hint: "give numbers",
      });
    ends.push(to);
    masses.push(mass);
  }
  // Cumulative sums run from either end, so that neither tail is lost to rounding.
  const groups = ends.length;
  const upTo = new Float64Array(groups);
  for (let g = groups - 1, sum = 0; g >= 0; g--) upTo[g] = sum += masses[g];
  const logUpTo = new Float64Array(groups);
  for (let g = 0, above = 0; g < groups; above += masses[g], g++) {
    logUpTo[g] = above < 0.5 ? Math.log1p(-above) : Math.log(upTo[g]);
  }
  const mass = Float64Array.from(masses);
  return { reference, order, ends: Int32Array.from(ends), mass, logMass: mass.map(Math.log), logUpTo };
}

/**
 * Writes the probability that each answer is the best of n draws to `into` [answers], and returns KL(best-of-n‖reference), exactly.
 *
 * P(group) = F^n − F₋^n,  where F is the reference's probability of the group and all lower groups, and F₋ that of the lower groups.
 *
 * Answers with equal scores share it in proportion to their probabilities, as a random choice among the best does. In a pool of N answers
 * the answer with rank i has (i/N)^n − ((i − 1)/N)^n. n ≥ 1 need not be an integer.
 */
export function bestOfN(ranked: RankedAnswers, n: number, into: Float64Array): number {
  if (!(n >= 1))
    throw new UserError({ code: "draws", what: `the best of ${n} draws does not exist`, hint: "give 1 or more" });
  const { reference, order, ends, mass, logMass, logUpTo } = ranked;
  into.fill(0);
  let divergence = 0;
  for (let g = 0, from = 0; g < ends.length; from = ends[g], g++) {
    const upTo = n * logUpTo[g];
    // All remaining probabilities underflow.
    if (upTo < -746) break;
    const below = g + 1 < ends.length ? n * logUpTo[g + 1] : Number.NEGATIVE_INFINITY;
    const logRatio = upTo + Math.log(-Math.expm1(below - upTo)) - logMass[g];
    const ratio = Math.exp(logRatio);
    if (ratio === 0) continue;
    divergence += mass[g] * ratio * logRatio;
    for (let k = from; k < ends[g]; k++) into[order[k]] = reference[order[k]] * ratio;
  }
  return Math.max(0, divergence);
}

/** ln n − (n − 1)/n: KL of best-of-n where no two answers have the same score, and at most that where some have. */
export const bestOfNBound = (n: number): number => Math.log(n) - (n - 1) / n;
