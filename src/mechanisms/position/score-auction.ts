// Auctions that rank ads by bid times quality and fill places from the top, for any click model. The generalised first price charges the
// bid per click; the generalised second price charges the smallest bid that keeps the place (Edelman, Ostrovsky & Schwarz, 2007; Varian,
// 2007).

import type { AnsweredMechanism } from "../best-bid.ts";
import type { ListFloors } from "./floors.ts";
import { type ListUsers, rankByScore } from "./list.ts";

/** Price per click: the own bid, or the next ad's score over the own quality. */
export type ScorePrice = "own" | "next";

/**
 * Ranks ads by bid times quality, highest first and ties by index; bids of 0 are excluded. A place goes to the highest-ranked unplaced ad
 * that reaches the place's floor, and stays empty where there is none. The price that keeps the place is the score of the next eligible ad,
 * and at least the floor.
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
  // Scores at which a bidder's place changes; between two of them it is constant.
  const steps = new Float64Array(ads + (floors === undefined ? 0 : places));
  /** Number of ranked ads. */
  let count = 0;

  const reaches = (ad: number, place: number): boolean => floors === undefined || bids[ad] >= floors.at(ad, place);

  /** First rank from `from` on whose ad is unplaced and reaches the floor of this place; `count` where there is none. */
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
      /** Evaluates a bid; with first prices, all bids from `least` to it yield the same allocation. */
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
      // The largest bid may fall short of the last step.
      attempt(most, highest, most);
      return best;
    },
  };
}
