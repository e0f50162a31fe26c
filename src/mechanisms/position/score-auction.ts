// Auctions that rank ads by bid times quality and fill places from the top, for any kind of users: the generalised first price
// charges for a click what was bid, the generalised second price what keeps the place (Edelman, Ostrovsky & Schwarz, 2007; Varian, 2007).

import type { AnsweredMechanism } from "../best-bid.ts";
import type { ListFloors } from "./floors.ts";
import { type ListUsers, rankByScore } from "./list.ts";

/** What a click costs: the own bid, or the score of who stands next over the own quality. */
export type ScorePrice = "own" | "next";

/**
 * Ads by bid times quality, the highest first, of equal ones the earlier. A bid of 0 is not ranked. A place goes to the first in
 * this order that has none yet and reaches its floor, and stays empty where none does. What keeps it is the score of the next that
 * reaches it, and the floor.
 */
export function scoreAuction(
  users: ListUsers,
  qualities: ArrayLike<number>,
  price: ScorePrice,
  floors: ListFloors | undefined = undefined,
): AnsweredMechanism {
  const { ads, places, limit } = users;
  const [bids, scores] = [new Float64Array(ads), new Float64Array(ads)];
  const [order, shown] = [new Int32Array(ads), new Int32Array(places)];
  const placed = new Uint8Array(ads);
  const [allocation, payments] = [new Float64Array(ads), new Float64Array(ads)];
  // Scores of a bidder: from one to the next higher one its place is the same.
  const steps = new Float64Array(ads + (floors === undefined ? 0 : places));
  /** How many are ranked. */
  let count = 0;

  const reaches = (ad: number, place: number): boolean => floors === undefined || bids[ad] >= floors.at(ad, place);

  /** From rank `from` on the first that has no place yet and reaches the floor of this one; `count` where none does. */
  function rankFor(place: number, from: number): number {
    let rank = from;
    while (rank < count && (placed[order[rank]] === 1 || !reaches(order[rank], place))) rank++;
    return rank;
  }

  function sell(): void {
    count = rankByScore(scores, order);
    shown.fill(-1);
    placed.fill(0);
    payments.fill(0);
    for (let place = 0, left = Math.min(limit, count); place < places && left > 0; place++) {
      const rank = rankFor(place, 0);
      if (rank === count) continue;
      const own = order[rank];
      shown[place] = own;
      placed[own] = 1;
      left -= 1;
      const next = rankFor(place, rank + 1);
      const level = price === "own" ? scores[own] : next < count ? scores[order[next]] : 0;
      payments[own] = Math.max(level / qualities[own], floors?.at(own, place) ?? 0);
    }
    users.clicks(shown, allocation);
    for (let ad = 0; ad < ads; ad++) payments[ad] *= allocation[ad];
  }

  function take(reports: ArrayLike<number>): void {
    for (let ad = 0; ad < ads; ad++) {
      bids[ad] = reports[ad];
      scores[ad] = qualities[ad] * reports[ad];
    }
  }

  return {
    bidders: ads,
    run(reports) {
      take(reports);
      sell();
      return { allocation: allocation.slice(), payments: payments.slice() };
    },
    best(bidder, value, reports, most) {
      take(reports);
      const quality = qualities[bidder];
      const highest = quality * most;
      for (let ad = 0; ad < ads; ad++) steps[ad] = ad === bidder ? 0 : scores[ad];
      for (let k = ads; k < steps.length; k++) steps[k] = quality * (floors?.at(bidder, k - ads) ?? 0);
      let best = 0;
      /** Tries a bid; at first price `least` brings as much as any bid from there to it. */
      const attempt = (bid: number, score: number, least: number): void => {
        bids[bidder] = bid;
        scores[bidder] = score;
        sell();
        const cost = price === "own" ? allocation[bidder] * least : payments[bidder];
        best = Math.max(best, value * allocation[bidder] - cost);
      };
      for (const from of steps) {
        if (!(from < highest)) continue;
        let to = highest;
        for (const step of steps) if (step > from && step < to) to = step;
        const score = from + (to - from) / 2;
        attempt(score / quality, score, from / quality);
      }
      // It may just reach a step.
      attempt(most, highest, most);
      return best;
    },
  };
}
