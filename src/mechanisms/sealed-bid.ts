// Sealed-bid single-item auctions. The highest bid wins if it reaches the reserve, with ties to the bidder with the lower index. The winner
// pays its bid (first price), or the smallest winning bid (second price; Vickrey, 1961). Alternatively the highest virtual value wins,
// which maximises revenue for known distributions of values (Myerson, 1981).

import type { VirtualValues } from "./value-distribution.ts";

/** Results of many auctions, one entry each. */
export interface Sales {
  /** The winner, or −1 where no bid reached the reserve. */
  readonly winners: Int32Array;
  /** Price paid by the winner; 0 without a winner. */
  readonly prices: Float64Array;
}

/** Allocates the results of `auctions` auctions. */
export function emptySales(auctions: number): Sales {
  return { winners: new Int32Array(auctions), prices: new Float64Array(auctions) };
}

/** Runs many auctions by one of the rules below. */
export type SealedAuction = typeof firstPrice;

/** First-price auctions; `bids` is [auctions × bidders], results are written to `sales`. */
export function firstPrice(bids: Float64Array, bidders: number, reserve: number, { winners, prices }: Sales): void {
  for (let auction = 0, from = 0; auction < winners.length; auction++, from += bidders) {
    let winner = -1;
    let price = 0;
    for (let k = 0; k < bidders; k++) {
      const bid = bids[from + k];
      if (bid >= reserve && (winner < 0 || bid > price)) {
        winner = k;
        price = bid;
      }
    }
    winners[auction] = winner;
    prices[auction] = price;
  }
}

/** Second-price auctions, as `firstPrice`. */
export function secondPrice(bids: Float64Array, bidders: number, reserve: number, { winners, prices }: Sales): void {
  for (let auction = 0, from = 0; auction < winners.length; auction++, from += bidders) {
    let winner = -1;
    let first = Number.NEGATIVE_INFINITY;
    let second = reserve;
    for (let k = 0; k < bidders; k++) {
      const bid = bids[from + k];
      if (bid > first) {
        if (first > second) second = first;
        first = bid;
        winner = k;
      } else if (bid > second) second = bid;
    }
    const sold = first >= reserve;
    winners[auction] = sold ? winner : -1;
    prices[auction] = sold ? second : 0;
  }
}

/** Result of an optimal auction. */
export interface OptimalSale {
  /** The winner, or −1. */
  readonly winner: number;
  readonly price: number;
}

/**
 * The optimal auction with bids taken as values, and the virtual values of each bidder. Ties of virtual values go to the bidder with the
 * lower index; a bidder with a higher index must exceed them, so its price is the supremum of the losing bids.
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
