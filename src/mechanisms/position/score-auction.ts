// Auctions that rank ads by bid times quality and fill places from the top, whatever users make of it: the generalised first price
// charges for a click what was bid, the generalised second price what keeps the place (Edelman, Ostrovsky & Schwarz, 2007; Varian, 2007).

import type { AnsweredMechanism } from "../best-bid.ts";
import { type ListUsers, rankByScore } from "./list.ts";

/** What a click costs: the own bid, or the score of who stands next over the own quality. */
export type ScorePrice = "own" | "next";

/** Ads by bid times quality, the highest first, of equal ones the earlier. Nobody is ranked by a bid of 0. */
export function scoreAuction(users: ListUsers, qualities: ArrayLike<number>, price: ScorePrice): AnsweredMechanism {
  const { ads, places, limit } = users;
  const scores = new Float64Array(ads);
  const [order, shown] = [new Int32Array(ads), new Int32Array(places)];
  const [allocation, payments] = [new Float64Array(ads), new Float64Array(ads)];

  function sell(): void {
    const count = rankByScore(scores, order);
    shown.fill(-1);
    for (let place = 0; place < Math.min(limit, count); place++) shown[place] = order[place];
    users.clicks(shown, allocation);
    payments.fill(0);
    for (let place = 0; place < Math.min(limit, count); place++) {
      const own = order[place];
      const level = price === "own" ? scores[own] : place + 1 < count ? scores[order[place + 1]] : 0;
      payments[own] = allocation[own] * (level / qualities[own]);
    }
  }

  return {
    bidders: ads,
    run(reports) {
      for (let ad = 0; ad < ads; ad++) scores[ad] = qualities[ad] * reports[ad];
      sell();
      return { allocation: allocation.slice(), payments: payments.slice() };
    },
    best(bidder, value, reports, most) {
      const highest = qualities[bidder] * most;
      let best = 0;
      for (let below = -1; below < ads; below++) {
        // From the score of `below`, or from none, up to the next higher one, a score brings the same place.
        if (below === bidder) continue;
        const from = below < 0 ? 0 : qualities[below] * reports[below];
        if (!(from < highest)) continue;
        let to = highest;
        for (let ad = 0; ad < ads; ad++) {
          scores[ad] = qualities[ad] * reports[ad];
          if (ad !== bidder && scores[ad] > from && scores[ad] < to) to = scores[ad];
        }
        scores[bidder] = from + (to - from) / 2;
        sell();
        const cost = price === "own" ? allocation[bidder] * (from / qualities[bidder]) : payments[bidder];
        best = Math.max(best, value * allocation[bidder] - cost);
      }
      return best;
    },
  };
}
