// Significance of a round's winner.

import { pbinom } from "lib-r-math.js";

/**
 * p value of the best of `wins.length` players under the hypothesis that all are equal: the binomial tail probability of the most wins at
 * rate 1/K, times K, at most 1. As in CodeClash; 1 without decided games.
 */
export function roundSignificance(wins: readonly number[]): number {
  const decided = wins.reduce((a, b) => a + b, 0);
  const most = Math.max(...wins);
  if (decided === 0) return 1;
  return Math.min(1, wins.length * pbinom(most - 1, decided, 1 / wins.length, false));
}
