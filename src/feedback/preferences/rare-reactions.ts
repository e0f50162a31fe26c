// The chance of a reaction that few answers get: a logistic regression on all reactions and a share of the turns without one, whose
// intercept then undoes that share. A missing reaction is no dislike, and the model is of one answer, not of pairs.

import type { Random } from "../../core/random.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";

/** Turns of a log. */
export interface ReactionLog {
  /** Of each answer, [turns × columns]. */
  readonly features: Float64Array;
  readonly columns: number;
  /** 1 where the user reacted, else 0, [turns]. */
  readonly reactions: ArrayLike<number>;
  /** What each turn counts, as by how reliable its user is, [turns]; default 1. */
  readonly weights?: ArrayLike<number>;
}

export interface RareReactionOptions {
  /** ρ, 0 < ρ ≤ 1: the share of turns without a reaction that are kept. Default 1. */
  readonly kept?: number;
  /** Whether ln ρ is added to the intercept, so that chances are those of the whole log. Default true. */
  readonly corrected?: boolean;
  /** λ of (λ/2)·|θ|². Default 1e-3. */
  readonly ridge?: number;
}

/** ln(p/(1 − p)) = intercept + weights·features. */
export interface ReactionModel {
  readonly weights: Float64Array;
  readonly intercept: number;
}

/**
 * Fits the model. Where a share ρ of the turns without a reaction is kept, odds are 1/ρ times as high as in the log, so that ln ρ corrects
 * the intercept (King & Zeng, 2001, for a known share). Throws where turns and reactions do not match, or ρ is no share.
 */
export function fitRareReactions(log: ReactionLog, random: Random, options: RareReactionOptions = {}): ReactionModel {
  const { features, columns, reactions, weights } = log;
  const { kept = 1, corrected = true, ridge = 1e-3 } = options;
  const turns = reactions.length;
  if (features.length !== turns * columns) throw new Error(`${features.length} features of ${turns} turns`);
  if (!(kept > 0 && kept <= 1)) throw new Error(`${kept} is no share of turns`);
  const rows: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const isKept = random.uniform() < kept;
    if (reactions[turn] > 0 || isKept) rows.push(turn);
  }
  const wide = columns + 1;
  const table = new Float64Array(rows.length * wide);
  for (const [row, turn] of rows.entries()) {
    table.set(features.subarray(turn * columns, (turn + 1) * columns), row * wide);
    table[row * wide + columns] = 1;
  }
  const samples = {
    features: table,
    labels: Float64Array.from(rows, (turn) => reactions[turn]),
    ...(weights === undefined ? {} : { weights: Float64Array.from(rows, (turn) => weights[turn]) }),
  };
  const { weights: theta } = fitDenseLogistic(samples, wide, { ridge, tolerance: 1e-7 });
  return { weights: theta.subarray(0, columns), intercept: theta[columns] + (corrected ? Math.log(kept) : 0) };
}

/** P(reaction) to the answer whose features begin at `at`. */
export function reactionChance({ weights, intercept }: ReactionModel, features: ArrayLike<number>, at = 0): number {
  let sum = intercept;
  for (let k = 0; k < weights.length; k++) sum += weights[k] * features[at + k];
  return 1 / (1 + Math.exp(-sum));
}
