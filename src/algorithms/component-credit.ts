// A reward of several components, in one group-relative advantage: the weighted sum compared as a whole, or every component
// compared by itself and the advantages added up.

import { type CreditOptions, groupAdvantages } from "./text/group-advantage.ts";

/** Advantages of a batch, [rows], from each component's scores, [rows] each, group after group. */
export type ComponentCredit = (scores: readonly Float64Array[], group: number) => Float64Array;

/** The advantage of Σ_k w_k·r_k: with a group's deviation as scale, (Σ_k w_k(r_k − μ_k))/σ. */
export function jointCredit(weights: readonly number[], options: CreditOptions): ComponentCredit {
  return (scores, group) => groupAdvantages(weighted(scores, weights), group, options);
}

/** Σ_k w_k times the advantage in component k: with a group's deviations as scales, Σ_k w_k(r_k − μ_k)/σ_k. */
export function decoupledCredit(weights: readonly number[], options: CreditOptions): ComponentCredit {
  return (scores, group) =>
    weighted(
      scores.map((one) => groupAdvantages(one, group, options)),
      weights,
    );
}

/** Σ_k w_k·x_k, row by row. */
export function weighted(columns: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const sum = new Float64Array(columns[0].length);
  for (const [k, column] of columns.entries())
    for (let row = 0; row < sum.length; row++) sum[row] += weights[k] * column[row];
  return sum;
}
