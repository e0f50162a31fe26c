// Position auctions over a list of places with a click model: the interface that rules need to place ads and to charge for them. Click
// models have a file each (separable.ts, cascade.ts, logit.ts); payments for any click model are computed here.

import type { DirectMechanism } from "../direct.ts";
import type { VirtualValues } from "../value-distribution.ts";
import type { ListFloors } from "./floors.ts";

/** A click model. A placement is `shown`, [places]: the ad in each place, or −1. */
export interface ListUsers {
  readonly ads: number;
  readonly places: number;
  /** Maximum number of ads that are shown. */
  readonly limit: number;
  /** Writes the expected clicks of each ad, [ads]. */
  clicks(shown: Int32Array, out: Float64Array): void;
  /** Writes the placement that maximises Σ value·clicks and returns that sum. Ads with a value of 0 or less are not shown. */
  best(values: Float64Array, shown: Int32Array): number;
  /** As `best`, by a faster heuristic. */
  approximate(values: Float64Array, shown: Int32Array): number;
}

/** Click rates of logged ads are clipped to this range, so that their odds are finite. */
export const SURE = [1e-6, 1 - 1e-6] as const;

/** How a placement is chosen. */
export type Placing = "best" | "approximate";

/**
 * Externality payments: each ad pays the others' welfare without it less their welfare with it, at most its bid times its clicks. With the
 * optimal placement these are VCG payments. With another placement the mechanism may not be truthful, as payments refer to suboptimal
 * placements (Nisan & Ronen, 2007).
 *
 * With floors f that are equal in every place for an ad, a bid below the floor counts as none. Other bids b pay by the payment identity
 * (Myerson, 1981), b·x(b) − ∫_f^b x. With the optimal placement of welfare W this is b·x(b) − W(b) + W(f): the VCG payment for b, less that
 * for f, plus f·x(f). The maximum of VCG payment and floor would not be truthful, because more clicks could then cost as little as fewer.
 */
export function externalityPricing(
  users: ListUsers,
  placing: Placing = "best",
  floors: ListFloors | undefined = undefined,
): DirectMechanism {
  const { ads, places } = users;
  const [shown, spare] = [new Int32Array(places), new Int32Array(places)];
  const bids = new Float64Array(ads);
  return {
    bidders: ads,
    run(reports) {
      const [allocation, payments] = [new Float64Array(ads), new Float64Array(ads)];
      for (let ad = 0; ad < ads; ad++) bids[ad] = reports[ad] >= (floors?.at(ad, 0) ?? 0) ? reports[ad] : 0;
      const welfare = users[placing](bids, shown);
      users.clicks(shown, allocation);
      for (const ad of shown) {
        if (ad < 0) continue;
        const floor = floors?.at(ad, 0) ?? 0;
        const bid = reports[ad] * allocation[ad];
        bids[ad] = floor;
        const lost = users[placing](bids, spare) - (welfare - bid);
        payments[ad] = Math.min(bid, Math.max(floor * allocation[ad], lost));
        bids[ad] = reports[ad];
      }
      return { allocation, payments };
    },
  };
}

/** A placement's worth as a linear function of one ad's value y with the others fixed: worth = rest + clicks·y. */
interface PlacementLine {
  readonly clicks: number;
  readonly rest: number;
}

/**
 * Optimal auction: places ads by their virtual values, with truthful payments (Myerson, 1981). For the clicks that an ad gains where its
 * virtual value passes y, it pays the smallest value with virtual value y. The maximal worth is convex and piecewise linear in one ad's
 * value. Between two known pieces lies either their intersection or a piece that is higher there, so all pieces are found with few
 * placements each (Eisner & Severance, 1976).
 */
export function virtualPricing(users: ListUsers, virtual: readonly VirtualValues[]): DirectMechanism {
  const { ads, places } = users;
  const [shown, spare] = [new Int32Array(places), new Int32Array(places)];
  const levels = new Float64Array(ads);
  const clicks = new Float64Array(ads);
  const lineAt = (ad: number, level: number): PlacementLine => {
    levels[ad] = level;
    const welfare = users.best(levels, spare);
    users.clicks(spare, clicks);
    return { clicks: clicks[ad], rest: welfare - clicks[ad] * level };
  };
  const between = (ad: number, below: PlacementLine, above: PlacementLine): number => {
    const more = above.clicks - below.clicks;
    if (!(more > 0)) return 0;
    const meet = (below.rest - above.rest) / more;
    const there = lineAt(ad, meet);
    const gain = there.rest + there.clicks * meet - (below.rest + below.clicks * meet);
    const higher = gain > 1e-13 * (below.rest + below.clicks * meet);
    if (!higher || there.clicks <= below.clicks || there.clicks >= above.clicks) return virtual[ad].least(meet) * more;
    return between(ad, below, there) + between(ad, there, above);
  };
  return {
    bidders: ads,
    run(reports) {
      for (let ad = 0; ad < ads; ad++) levels[ad] = Math.max(0, virtual[ad].of(reports[ad]));
      users.best(levels, shown);
      const [allocation, payments] = [new Float64Array(ads), new Float64Array(ads)];
      users.clicks(shown, allocation);
      for (const ad of shown) {
        if (ad < 0) continue;
        const level = levels[ad];
        const paid = between(ad, lineAt(ad, 0), lineAt(ad, level));
        payments[ad] = Math.min(reports[ad] * allocation[ad], paid);
        levels[ad] = level;
      }
      return { allocation, payments };
    },
  };
}

/** Writes the indices of positive scores to `order`, highest first and ties by index; returns their number. */
export function rankByScore(scores: ArrayLike<number>, order: Int32Array): number {
  let count = 0;
  for (let k = 0; k < scores.length; k++) {
    if (!(scores[k] > 0)) continue;
    let at = count++;
    while (at > 0 && scores[order[at - 1]] < scores[k]) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = k;
  }
  return count;
}
