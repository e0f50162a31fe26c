// Ads in a list of places, and users who click in it: what a rule must know of users to place ads and to charge for them. What users do
// is one file each (separable.ts, cascade.ts, logit.ts); here is what can be charged for clicks of any users.

import type { DirectMechanism } from "../direct.ts";
import type { VirtualValues } from "../value-distribution.ts";
import type { ListFloors } from "./floors.ts";

/** Users of a list. A placement is `shown`, [places]: the ad in each place, or −1. */
export interface ListUsers {
  readonly ads: number;
  readonly places: number;
  /** Ads that are shown at most. */
  readonly limit: number;
  /** Writes how often each ad is clicked, [ads]. */
  clicks(shown: Int32Array, out: Float64Array): void;
  /** Writes the placement with the most Σ value·clicks and returns that sum. Ads that are worth 0 or less are not shown. */
  best(values: Float64Array, shown: Int32Array): number;
  /** As `best`, by a way that is quicker and may miss it. */
  approximate(values: Float64Array, shown: Int32Array): number;
}

/** Ads of a log that are never or always clicked are taken for these: odds must be numbers. */
export const SURE = [1e-6, 1 - 1e-6] as const;

/** How a placement is chosen. */
export type Placing = "best" | "approximate";

/**
 * Charges each ad what the others lose by it: their worth where it stays away, less their worth with it; never more than it bids
 * for its clicks. With the best placement these are VCG's payments. With another the truth may not pay best, as the payment rests on
 * placements that are not those that are worth most (Nisan & Ronen, 2007).
 *
 * With floors f, the same for an ad in every place, a bid below its own is as none. Another bid b pays by the payment identity (Myerson,
 * 1981), b·x(b) − ∫_f^b x: with the best placement, of welfare W, that is b·x(b) − W(b) + W(f), or VCG's payment for b less that for f and
 * plus f·x(f). Charging the larger of VCG's payment and the floor would not do: then more clicks may cost as little as fewer.
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

/** A placement as a function of one ad's value y, the others' being what they are: worth = rest + clicks·y. */
interface PlacementLine {
  readonly clicks: number;
  readonly rest: number;
}

/**
 * Places ads by what they are worth to the seller, their virtual values, and charges what makes the truth pay best (Myerson, 1981): for
 * the clicks that an ad gains where its virtual value passes y, the smallest value whose virtual value is y. The most that any
 * placement is worth is convex in one ad's value, and made of straight pieces: between two of them lies either the point where they
 * meet or another that is higher there, so that all are found in a few placements each (Eisner & Severance, 1976).
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

/** Writes who scores above 0, the highest first, of equal ones the earlier, to `order`; returns how many they are. */
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
