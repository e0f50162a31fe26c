// The auction of one thing that earns most when each bidder's value is drawn from a known distribution (Myerson, 1981): the highest
// virtual value wins if it is not negative, and pays the smallest value with which it would still have won.

import type { VirtualValues } from "./value-distribution.ts";

/** A sale, or none. */
export interface OptimalSale {
  /** The bidder, or −1. */
  readonly winner: number;
  readonly price: number;
}

/**
 * Sells by bids taken for values; one distribution's virtual values for each bidder. Of equal virtual values the earlier bidder's
 * wins, so that a later one must exceed it: its price is then the supremum of the bids that lose.
 */
export function optimalAuction(bids: ArrayLike<number>, virtual: readonly VirtualValues[]): OptimalSale {
  let winner = -1;
  let best = 0;
  let next = 0;
  for (let k = 0; k < bids.length; k++) {
    const level = virtual[k].of(bids[k]);
    if (!(level >= 0)) continue;
    if (winner < 0 || level > best) {
      if (winner >= 0) next = best;
      best = level;
      winner = k;
    } else if (level > next) next = level;
  }
  return winner < 0 ? { winner, price: 0 } : { winner, price: Math.min(bids[winner], virtual[winner].least(next)) };
}
