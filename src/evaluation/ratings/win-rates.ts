// Win rates of all pairs as a table, for ratings that read a whole table: a pair that never met counts as even.

import type { PairCounts } from "./pair-counts.ts";

/**
 * Shares of games that the row has won against the column, a tie being half, [players × players]. `prior` games are added to each pair
 * that has met, half of them won: a share of 0 or 1 has no logit.
 */
export function winRates({ players: n, one, other, won, lost, tied }: PairCounts, prior: number): Float64Array {
  const rates = new Float64Array(n * n).fill(0.5);
  for (let k = 0; k < one.length; k++) {
    const games = won[k] + lost[k] + tied[k];
    if (games + prior === 0) continue;
    const share = (won[k] + (tied[k] + prior) / 2) / (games + prior);
    rates[one[k] * n + other[k]] = share;
    rates[other[k] * n + one[k]] = 1 - share;
  }
  return rates;
}
