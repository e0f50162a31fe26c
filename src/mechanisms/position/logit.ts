// Ads in places of a text whose reader chooses one of them or none, by a multinomial logit: an ad's clicks are its weight over one
// plus the weights of all that are shown, so that every further ad takes clicks from the others (arXiv 2506.03309).

import { type AssignedPair, optimalMatching } from "../../math/assignment.ts";
import { type DirectMechanism, welfareOf } from "../direct.ts";
import type { VirtualValues } from "../value-distribution.ts";
import { externalityPricing, type ListUsers, virtualPricing } from "./list.ts";

/** Ads that may be shown, each in at most one of the places. */
export interface LogitPlaces {
  /** w = e^ρ of each ad in each place, [ads][places], above 0. */
  readonly weights: readonly Float64Array[];
  /** Ads that are shown at most. */
  readonly limit: number;
}

/** Which ad stands in which place, and what that is worth. */
export interface LogitPlacement {
  readonly pairs: readonly AssignedPair[];
  readonly welfare: number;
  /** Matchings that were solved on the way. */
  readonly rounds: number;
}

/** w/(1 + w), the clicks of an ad that is shown alone. */
export const aloneRate = (weight: number): number => weight / (1 + weight);

/** Clicks of every ad, [ads]; 0 for those that are not shown. */
export function logitClicks({ weights }: LogitPlaces, pairs: readonly AssignedPair[]): Float64Array {
  const clicks = new Float64Array(weights.length);
  let total = 1;
  for (const [ad, place] of pairs) total += weights[ad][place];
  for (const [ad, place] of pairs) clicks[ad] = weights[ad][place] / total;
  return clicks;
}

/**
 * The placement with the most Σ value·clicks. Welfare is a ratio, and its optimum λ is where the best matching by
 * weight·(value − λ) is worth λ (Dinkelbach, 1967): from 0 on, λ rises to it in a few rounds. Only ads above λ are shown: one that
 * is worth less than the mean click takes more than it brings.
 */
export function bestLogitPlacement({ weights, limit }: LogitPlaces, values: ArrayLike<number>): LogitPlacement {
  const gains = weights.map(({ length }) => new Float64Array(length));
  let welfare = 0;
  let pairs: readonly AssignedPair[] = [];
  for (let rounds = 1; ; rounds++) {
    for (const [ad, row] of gains.entries()) {
      const more = values[ad] - welfare;
      for (let place = 0; place < row.length; place++) row[place] = weights[ad][place] * more;
    }
    const matched = optimalMatching(gains, limit).pairs;
    const next = worth(weights, values, matched);
    // Rounding may make the last step one down.
    if (!(next > welfare * (1 + 1e-15))) return { pairs, welfare, rounds };
    welfare = next;
    pairs = matched;
  }
}

function worth(weights: LogitPlaces["weights"], values: ArrayLike<number>, pairs: readonly AssignedPair[]): number {
  let [gain, total] = [0, 1];
  for (const [ad, place] of pairs) {
    gain += weights[ad][place] * values[ad];
    total += weights[ad][place];
  }
  return gain / total;
}

/** The same as users of a list; an approximate placement is a separate one. */
export function logitUsers(market: LogitPlaces): ListUsers {
  const { weights, limit } = market;
  const places = weights[0]?.length ?? 0;
  const above = new Float64Array(weights.length);
  /** Values without what is below 0, which a matching could not add up. */
  const positive = (values: Float64Array) => {
    for (let ad = 0; ad < above.length; ad++) above[ad] = Math.max(0, values[ad]);
    return above;
  };
  const show = (pairs: readonly AssignedPair[], shown: Int32Array) => {
    shown.fill(-1);
    for (const [ad, place] of pairs) shown[place] = ad;
  };
  return {
    ads: weights.length,
    places,
    limit: Math.min(limit, places),
    clicks(shown, out) {
      let total = 1;
      for (let place = 0; place < places; place++) if (shown[place] >= 0) total += weights[shown[place]][place];
      out.fill(0);
      for (let place = 0; place < places; place++)
        if (shown[place] >= 0) out[shown[place]] = weights[shown[place]][place] / total;
    },
    best(values, shown) {
      const { pairs, welfare } = bestLogitPlacement(market, positive(values));
      show(pairs, shown);
      return welfare;
    },
    approximate(values, shown) {
      const pairs = separatePlacement(market, positive(values));
      show(pairs, shown);
      return worth(weights, values, pairs);
    },
  };
}

/** Shows what is worth most, and charges each ad what the others lose by it: the others' welfare without it less with it. */
export function logitVcg(places: LogitPlaces): DirectMechanism {
  return externalityPricing(logitUsers(places));
}

/** Shows what is worth most to the seller, by virtual values, and charges by the payment identity. */
export function logitOptimal(places: LogitPlaces, virtual: readonly VirtualValues[]): DirectMechanism {
  return virtualPricing(logitUsers(places), virtual);
}

/** Places ads as if each were read alone, by clicks·value: the placement of a seller that forgets the reader's choice. */
export function separatePlacement({ weights, limit }: LogitPlaces, values: ArrayLike<number>): readonly AssignedPair[] {
  const gains = weights.map((row, ad) => row.map((weight) => aloneRate(weight) * values[ad]));
  return optimalMatching(gains, limit).pairs;
}

/** Σ value·clicks of a placement. */
export function logitWelfare(places: LogitPlaces, values: ArrayLike<number>, pairs: readonly AssignedPair[]): number {
  const allocation = logitClicks(places, pairs);
  return welfareOf(values, { allocation, payments: allocation });
}
