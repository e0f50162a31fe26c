// Exact expected numbers of successes: of the optimal adaptive policy, which knows all impressions but not the coins.

import type { Impressions } from "./impressions.ts";

/** Maximum number of advertisers, since 2^n sets are enumerated. */
export const MOST_ADVERTISERS = 20;

/** The optimal policy: its value, and its offer for each impression. */
export interface AdaptivePolicy {
  readonly value: number;
  /** [count × 2^n] the advertiser to which impression t is offered when the set of free advertisers is given by the bits, or −1. */
  readonly offers: Int8Array;
  /** Values V_t by time and set of free advertisers, [(count + 1) × 2^n]. */
  readonly values: Float64Array;
}

/**
 * The optimal policy that offers impressions in order: V_t(F) = max over free neighbours u, or none, of p·(1 + V_{t+1}(F∖u)) + (1 −
 * p)·V_{t+1}(F). Choosing the order as well can only increase the value.
 */
export function adaptivePolicy(problem: Impressions): AdaptivePolicy {
  const sets = 2 ** checked(problem);
  const offers = new Int8Array(problem.count * sets).fill(-1);
  const values = new Float64Array((problem.count + 1) * sets);
  const value = backwards(problem, (t, set, after) => {
    const best = bestOffer(problem, t, set, after);
    offers[t * sets + set] = best.advertiser;
    values[t * sets + set] = best.value;
    return best.value;
  });
  return { value, offers, values };
}

function checked({ advertisers }: Impressions): number {
  if (advertisers > MOST_ADVERTISERS) throw new Error(`${advertisers} advertisers have too many sets to go through`);
  return advertisers;
}

/**
 * Backward induction from the last impression: `value` computes the value of impression t and a set of free advertisers from the values
 * after it.
 */
function backwards(problem: Impressions, value: (t: number, set: number, after: Float64Array) => number): number {
  const sets = 2 ** checked(problem);
  const values = new Float64Array(sets);
  for (let t = problem.count - 1; t >= 0; t--) {
    // Subsets have smaller numbers, so in descending order the values of subsets still belong to time t + 1.
    for (let set = sets - 1; set > 0; set--) values[set] = value(t, set, values);
  }
  return values[sets - 1];
}

const offer = { value: 0, advertiser: -1 };

function bestOffer({ starts, neighbours, chances }: Impressions, t: number, set: number, after: Float64Array) {
  const stay = after[set];
  offer.value = stay;
  offer.advertiser = -1;
  for (let e = starts[t]; e < starts[t + 1]; e++) {
    const u = neighbours[e];
    if ((set & (1 << u)) === 0) continue;
    const value = stay + chances[e] * (1 + after[set ^ (1 << u)] - stay);
    if (value > offer.value) {
      offer.value = value;
      offer.advertiser = u;
    }
  }
  return offer;
}
