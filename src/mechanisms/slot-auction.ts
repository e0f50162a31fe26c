// Auctions of slots beside search results: the s-th slot is clicked with chance rates[s] whoever stands there, times how well an ad
// does anywhere. The generalised second price charges what keeps the slot; VCG what the others lose (Edelman, Ostrovsky & Schwarz,
// 2007; Varian, 2007).

import type { DirectMechanism } from "./direct.ts";

export interface SlotAuction {
  /** Clicks of each slot, [slots], which never rise. */
  readonly rates: readonly number[];
  /** How much likelier than others each ad is clicked wherever it stands, [bidders]. */
  readonly qualities: readonly number[];
}

/** Bidders by bid times quality, the highest first; of equal ones the earlier. Nobody is ranked by a bid of 0. */
function ranked(reports: Float64Array, { qualities }: SlotAuction): number[] {
  const scores = qualities.map((quality, k) => quality * reports[k]);
  return [...scores.keys()].filter((k) => scores[k] > 0).sort((a, b) => scores[b] - scores[a] || a - b);
}

/** A click in slot s costs what keeps it: score of who stands next, over the ad's own quality. */
export function generalisedSecondPrice(auction: SlotAuction): DirectMechanism {
  const { rates, qualities } = checkedSlots(auction);
  return charging(auction, (order, slot, reports) => {
    const [own, next] = [order[slot], order[slot + 1]];
    if (next === undefined) return 0;
    return rates[slot] * qualities[own] * ((qualities[next] * reports[next]) / qualities[own]);
  });
}

/** The clicks that others lose by an ad's standing above them, at what they say a click is worth. */
export function slotVcg(auction: SlotAuction): DirectMechanism {
  const { rates, qualities } = checkedSlots(auction);
  return charging(auction, (order, slot, reports) => {
    let lost = 0;
    for (let s = slot; s < rates.length && s + 1 < order.length; s++) {
      const other = order[s + 1];
      lost += (rates[s] - (rates[s + 1] ?? 0)) * qualities[other] * reports[other];
    }
    return lost;
  });
}

function charging(
  auction: SlotAuction,
  payment: (order: readonly number[], slot: number, reports: Float64Array) => number,
): DirectMechanism {
  const { rates, qualities } = auction;
  const bidders = qualities.length;
  return {
    bidders,
    run(reports) {
      const order = ranked(reports, auction);
      const [allocation, payments] = [new Float64Array(bidders), new Float64Array(bidders)];
      for (const [slot, own] of order.slice(0, rates.length).entries()) {
        allocation[own] = rates[slot] * qualities[own];
        payments[own] = payment(order, slot, reports);
      }
      return { allocation, payments };
    },
  };
}

/** Throws an Error where slots are not in the order of their clicks. */
function checkedSlots(auction: SlotAuction): SlotAuction {
  const rising = auction.rates.findIndex((rate, s) => s > 0 && rate > auction.rates[s - 1]);
  if (rising >= 0) throw new Error(`slot ${rising + 1} is clicked more than the one above it`);
  return auction;
}
