// Multinomial logit model of ads within a text: the reader chooses one ad or none. An ad's click probability is its weight over one plus
// the weights of all ads shown, so that every further ad reduces the clicks of the others (arXiv 2506.03309).

import { type AssignedPair, optimalMatching } from "../../math/assignment.ts";
import type { ListUsers } from "./list.ts";

/** Ads that may be shown, each in at most one place. */
export interface LogitPlaces {
  /** Weights w = e^ρ > 0 of each ad in each place, [ads][places]. */
  readonly weights: readonly Float64Array[];
  /** Maximum number of ads that are shown. */
  readonly limit: number;
}

/** Placement of ads, and its welfare. */
export interface LogitPlacement {
  readonly pairs: readonly AssignedPair[];
  readonly welfare: number;
  /** Number of matchings solved by the algorithm. */
  readonly rounds: number;
}

/** Click probability w/(1 + w) of an ad that is shown alone. */
export const aloneRate = (weight: number): number => weight / (1 + weight);

/** Clicks of every ad, [ads]; 0 for ads that are not shown. */
export function logitClicks({ weights }: LogitPlaces, pairs: readonly AssignedPair[]): Float64Array {
  const clicks = new Float64Array(weights.length);
  let total = 1;
  for (const [ad, place] of pairs) total += weights[ad][place];
  for (const [ad, place] of pairs) clicks[ad] = weights[ad][place] / total;
  return clicks;
}

/**
 * The placement that maximises Σ value·clicks. Welfare is a ratio; its optimum is the λ for which the best matching by weight·(value − λ)
 * has worth λ (Dinkelbach, 1967). Starting from 0, λ converges in a few rounds. Only ads with values above λ are shown: an ad below the
 * mean value of a click takes more than it brings.
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
    // Rounding errors may make the last step decrease.
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

/** The model as users of a list; the approximate placement ignores interactions. */
export function logitUsers(market: LogitPlaces): ListUsers {
  const { weights, limit } = market;
  const places = weights[0]?.length ?? 0;
  const above = new Float64Array(weights.length);
  /** Values with negatives replaced by 0, because the matching assumes non-negative weights. */
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

/** Placement by clicks·value of each ad shown alone, which ignores the interaction of ads. */
export function separatePlacement({ weights, limit }: LogitPlaces, values: ArrayLike<number>): readonly AssignedPair[] {
  const gains = weights.map((row, ad) => row.map((weight) => aloneRate(weight) * values[ad]));
  return optimalMatching(gains, limit).pairs;
}
