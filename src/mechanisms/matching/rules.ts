// Rules that offer an impression to one of the neighbours that are still free: that of the highest score, ties by chance, so that
// no numbering of advertisers helps or hurts.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/**
 * A rule by scores: an advertiser's worth, or the offer's chance times it. Worth hangs on the advertiser and its load alone, so that
 * a loop over many impressions keeps it and computes it anew only where a load has changed. A rule of one that shares nothing between
 * runs may serve any number of them.
 */
export interface MatchingRule {
  /** Draws what a run is to have of its own. */
  begin?(random: Random): void;
  /** Whether the score is the worth times p_uv; else it is the worth. */
  readonly byChance: boolean;
  /** `load` is Σ p_uv over all that u was offered, successes or not, for each success that it wants. */
  worth(advertiser: number, load: number): number;
}

/** Stochastic Balance (Mehta & Panigrahi, 2012): the smallest load. */
export const balance: MatchingRule = { byChance: false, worth: (_advertiser, load) => -load };

/** What is left of an offer's worth at a load, 1 − g(load). */
export const DISCOUNTS = {
  /** g = e^{l−1}, at most 1. */
  exponential: (load: number) => (load < 1 ? 1 - Math.exp(load - 1) : 0),
  /** g = 1 − e^{−l}: the probability that so much load leaves an advertiser free, for small p. */
  survival: (load: number) => Math.exp(-load),
} as const;
export type Discount = keyof typeof DISCOUNTS;

/** The largest p·(1 − g(load)). */
export function weightedBalance(discount: Discount): MatchingRule {
  const left = DISCOUNTS[discount];
  return { byChance: true, worth: (_advertiser, load) => left(load) };
}

/** The largest p, regardless of earlier offers. */
export const mostLikely: MatchingRule = { byChance: true, worth: () => 1 };

/** Any neighbour alike. */
export const randomNeighbour: MatchingRule = { byChance: false, worth: () => 0 };

/** Always the neighbour with the largest, or the smallest, index. */
export function greedyByIndex(first: "largest" | "smallest"): MatchingRule {
  const sign = first === "largest" ? 1 : -1;
  return { byChance: false, worth: (advertiser) => sign * advertiser };
}

/** Ranking (Karp, Vazirani & Vazirani, 1990): one order of all advertisers, drawn for each run. */
export function ranking(advertisers: number): MatchingRule {
  const ranks = Int32Array.from({ length: advertisers }, (_, u) => u);
  return { begin: (random) => shuffle(ranks, random), byChance: false, worth: (advertiser) => ranks[advertiser] };
}

/** The rules by name. */
export const RULES = [
  "balance",
  "weighted-exponential",
  "weighted-survival",
  "ranking",
  "random-neighbour",
  "most-likely",
  "largest-index",
  "smallest-index",
] as const;
export type RuleName = (typeof RULES)[number];

const BY_NAME: Readonly<Record<RuleName, (advertisers: number) => MatchingRule>> = {
  balance: () => balance,
  "weighted-exponential": () => weightedBalance("exponential"),
  "weighted-survival": () => weightedBalance("survival"),
  ranking,
  "random-neighbour": () => randomNeighbour,
  "most-likely": () => mostLikely,
  "largest-index": () => greedyByIndex("largest"),
  "smallest-index": () => greedyByIndex("smallest"),
};

/** A rule by its name. */
export function ruleOf(name: RuleName, advertisers: number): MatchingRule {
  return BY_NAME[name](advertisers);
}

/** Scores that differ by less are a tie: loads are sums, whose last digit depends on the order. */
export const TIE = 1e-12;

/**
 * Writes to `best` which of the edges `from` … `to` − 1 are of the highest score among those whose advertiser is free, and returns
 * how many they are. `worths` [advertisers] are the rule's, at the loads as they stand.
 */
export function bestEdges(
  byChance: boolean,
  neighbours: Int32Array,
  chances: Float64Array,
  from: number,
  to: number,
  free: Uint8Array,
  worths: Float64Array,
  best: Int32Array,
): number {
  let [highest, ties] = [0, 0];
  for (let e = from; e < to; e++) {
    const u = neighbours[e];
    if (free[u] === 0) continue;
    const score = byChance ? chances[e] * worths[u] : worths[u];
    if (ties === 0 || score > highest + TIE) {
      highest = score;
      best[0] = e;
      ties = 1;
    } else if (score >= highest - TIE) best[ties++] = e;
  }
  return ties;
}
