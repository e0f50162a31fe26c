// Auctions of slots beside search results: the s-th slot is clicked with chance rates[s] whoever stands there, times how well an ad
// does anywhere. The generalised second price charges what keeps the slot; VCG what the others lose (Edelman, Ostrovsky & Schwarz,
// 2007; Varian, 2007).

import type { DirectMechanism } from "./direct.ts";
import { externalityPricing, type ListUsers } from "./position/list.ts";
import { scoreAuction } from "./position/score-auction.ts";
import { separableUsers } from "./position/separable.ts";

export interface SlotAuction {
  /** Clicks of each slot, [slots], which never rise. */
  readonly rates: readonly number[];
  /** How much likelier than others each ad is clicked wherever it stands, [bidders]. */
  readonly qualities: readonly number[];
}

/** A click in slot s costs what keeps it: score of who stands next, over the ad's own quality. */
export function generalisedSecondPrice(auction: SlotAuction): DirectMechanism {
  return scoreAuction(slotUsers(auction), auction.qualities, "next");
}

/** The clicks that others lose by an ad's standing above them, at what they say a click is worth. */
export function slotVcg(auction: SlotAuction): DirectMechanism {
  return externalityPricing(slotUsers(auction));
}

/** Throws an Error where slots are not in the order of their clicks. */
function slotUsers({ rates, qualities }: SlotAuction): ListUsers {
  const rising = rates.findIndex((rate, s) => s > 0 && rate > rates[s - 1]);
  if (rising >= 0) throw new Error(`slot ${rising + 1} is clicked more than the one above it`);
  return separableUsers({
    rates: qualities.map((quality) => Float64Array.from(rates, (rate) => rate * quality)),
    limit: rates.length,
  });
}
