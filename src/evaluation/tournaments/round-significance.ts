// Whether the winner of a round is better or lucky.

import { pbinom } from "lib-r-math.js";

/**
 * Chance that the best of `wins.length` equal players wins so many of the decided games, or more: the binomial tail of the most wins at
 * the rate 1/K, times K, at most 1. As CodeClash has it; 1 without decided games.
 */
export function roundSignificance(wins: readonly number[]): number {
  const decided = wins.reduce((a, b) => a + b, 0);
  const most = Math.max(...wins);
  if (decided === 0) return 1;
  return Math.min(1, wins.length * pbinom(most - 1, decided, 1 / wins.length, false));
}
