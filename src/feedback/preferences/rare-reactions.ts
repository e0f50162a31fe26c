// The chance of a reaction that few answers get: a logistic regression on all turns. A missing reaction is no dislike, and the model is of
// one answer, not of pairs.

import { fitDenseLogistic } from "../../math/dense-logistic.ts";

/** Turns of a log. */
export interface ReactionLog {
  /** Of each answer, [turns × columns]. */
  readonly features: Float64Array;
  readonly columns: number;
  /** 1 where the user reacted, else 0, [turns]. */
  readonly reactions: ArrayLike<number>;
  /** Weight of each turn, [turns]; default 1. */
  readonly weights?: ArrayLike<number>;
}

/** ln(p/(1 − p)) = intercept + weights·features. */
export interface ReactionModel {
  readonly weights: Float64Array;
  readonly intercept: number;
}

/** Fits the model, with (ridge/2)·|θ|². Throws where turns and reactions do not match. */
export function fitRareReactions(log: ReactionLog, ridge = 1e-3): ReactionModel {
  const { features, columns, reactions, weights } = log;
  const turns = reactions.length;
  if (features.length !== turns * columns) throw new Error(`${features.length} features of ${turns} turns`);
  const wide = columns + 1;
  const table = new Float64Array(turns * wide);
  for (let turn = 0; turn < turns; turn++) {
    table.set(features.subarray(turn * columns, (turn + 1) * columns), turn * wide);
    table[turn * wide + columns] = 1;
  }
  const samples = {
    features: table,
    labels: Float64Array.from(reactions),
    ...(weights && { weights: Float64Array.from(weights) }),
  };
  const { weights: theta } = fitDenseLogistic(samples, wide, { ridge, tolerance: 1e-7 });
  return { weights: theta.subarray(0, columns), intercept: theta[columns] };
}
