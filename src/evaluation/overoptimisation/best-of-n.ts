// Best-of-n without drawing: how often each answer is the best of n draws from the reference, by order statistics.

import { UserError } from "../../core/errors.ts";
import { referenceChances } from "./judged-answers.ts";

/** Answers in groups of equal score, the best group first. */
export interface RankedAnswers {
  /** Chances of the reference, [answers]. */
  readonly reference: Float64Array;
  /** Answers from the highest score to the lowest, [answers]. */
  readonly order: Int32Array;
  /** Where each group ends in `order`, [groups]. */
  readonly ends: Int32Array;
  /** The reference's chance of a group, its ln, and ln of that of no group above it, [groups]. */
  readonly mass: Float64Array;
  readonly logMass: Float64Array;
  readonly logUpTo: Float64Array;
}

/** Sorts answers once for any number of draws. Answers that the reference never gives are left out. */
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
  // Small chances are summed from their own end, so that neither tail is lost in rounding.
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
 * Writes the chance that each answer is the best of n draws to `into` [answers], and returns KL(best-of-n‖reference), exactly.
 *
 *   P(group) = F^n − F₋^n,  F and F₋ the reference's chance of the group and those below it, and of those below it alone.
 *
 * Equal answers share it in proportion to their chances, as a fair choice among the best does. On a pool of N answers that is
 * (i/N)^n − ((i − 1)/N)^n of the answer with rank i. n ≥ 1 need not be whole.
 */
export function bestOfN(ranked: RankedAnswers, n: number, into: Float64Array): number {
  if (!(n >= 1))
    throw new UserError({ code: "draws", what: `the best of ${n} draws does not exist`, hint: "give 1 or more" });
  const { reference, order, ends, mass, logMass, logUpTo } = ranked;
  into.fill(0);
  let divergence = 0;
  for (let g = 0, from = 0; g < ends.length; from = ends[g], g++) {
    const upTo = n * logUpTo[g];
    // From here on all chances are below the least number there is.
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
