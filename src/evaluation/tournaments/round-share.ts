// A player's share of the points of a round, and whether it changed since the previous round. The two games of a pair use the same random
// numbers, so pairs are the independent values.

import { boundedEstimate, type Estimate } from "../statistics/interval.ts";
import { mean, variance } from "../statistics/moments.ts";
import { twoSidedP } from "../statistics/paired.ts";

/** Share of the points with its interval; `points` are those of the games, pair by pair. */
export const roundShare = (points: readonly number[]): Estimate => boundedEstimate(pairsOf(points), [0, 1], true);

/**
 * p value of the hypothesis that two rounds have the same expected share. The statistic is that of a permutation test: the difference of
 * means over its standard deviation when pairs are randomly assigned to rounds, s·√(1/n + 1/m) with s² of all n + m pairs pooled, and
 * Student's t with n + m − 2 degrees of freedom. Null where a round has no game, or both together have fewer than three pairs; 1 where all
 * pairs are equal.
 */
export function changeSignificance(before: readonly number[], after: readonly number[]): number | null {
  const [a, b] = [pairsOf(before), pairsOf(after)];
  const freedom = a.length + b.length - 2;
  if (a.length === 0 || b.length === 0 || freedom < 1) return null;
  const spread = Math.sqrt(variance([...a, ...b]) * (1 / a.length + 1 / b.length));
  return spread > 0 ? twoSidedP((mean(b) - mean(a)) / spread, freedom) : 1;
}

const pairsOf = (points: readonly number[]): number[] =>
  Array.from({ length: Math.floor(points.length / 2) }, (_, pair) => (points[2 * pair] + points[2 * pair + 1]) / 2);
