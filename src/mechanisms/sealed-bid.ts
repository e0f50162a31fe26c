// Auctions of one thing by sealed bids. The highest bid wins if it reaches the reserve, and pays itself (first price), or the least that
// would have won (second price; Vickrey, 1961); of equal bids the earlier bidder's wins. Or the highest virtual value wins, which earns
// most when each bidder's value is drawn from a known distribution (Myerson, 1981).

import type { VirtualValues } from "./value-distribution.ts";

/** What many auctions came to, a place for each. */
export interface Sales {
  /** The bidder, or −1 where no bidder reached the reserve. */
  readonly winners: Int32Array;
  /** What the winner pays; 0 where no bidder wins. */
  readonly prices: Float64Array;
}

/** Room for the results of `auctions` auctions. */
export function emptySales(auctions: number): Sales {
  return { winners: new Int32Array(auctions), prices: new Float64Array(auctions) };
}

/** Auctions by one of the rules below. */
export type SealedAuction = typeof firstPrice;

/** First-price auctions; `bids` is [auctions × bidders], the result is written to `sales`. */
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
