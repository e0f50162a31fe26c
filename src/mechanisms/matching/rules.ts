// Online matching rules: an impression is offered to the free neighbour with the highest score, with random tie-breaking, so that results
// do not depend on the numbering of advertisers.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/**
 * A rule defined by scores: an advertiser's worth, optionally times the offer's probability. The worth depends only on the advertiser and
 * its load, so it is cached and recomputed only where a load has changed. A rule without state of its own may serve several runs.
 */
export interface MatchingRule {
  /** Draws the random numbers of a run. */
  begin?(random: Random): void;
  /** Whether the score is worth times p_uv; otherwise it is the worth. */
  readonly byChance: boolean;
  /** Worth of an advertiser. `load` is Σ p_uv over all its offers, successful or not, divided by the number of successes it wants. */
  worth(advertiser: number, load: number): number;
}

/** Stochastic Balance (Mehta & Panigrahi, 2012): offers to the smallest load. */
export const balance: MatchingRule = { byChance: false, worth: (_advertiser, load) => -load };

/** Discount of an offer at a load, 1 − g(load). */
export const DISCOUNTS = {
  /** Exponential discount: g = e^{l−1}, at most 1. */
  exponential: (load: number) => (load < 1 ? 1 - Math.exp(load - 1) : 0),
  /** g = 1 − e^{−l}: the probability that an advertiser with this load has succeeded, for small p. */
  survival: (load: number) => Math.exp(-load),
} as const;
export type Discount = keyof typeof DISCOUNTS;

/** Maximises p·(1 − g(load)). */
export function weightedBalance(discount: Discount): MatchingRule {
  const left = DISCOUNTS[discount];
  return { byChance: true, worth: (_advertiser, load) => left(load) };
}

/** Maximises p, regardless of earlier offers. */
export const mostLikely: MatchingRule = { byChance: true, worth: () => 1 };

export const randomNeighbour: MatchingRule = { byChance: false, worth: () => 0 };

/** The neighbour with the largest or smallest index. */
export function greedyByIndex(first: "largest" | "smallest"): MatchingRule {
  const sign = first === "largest" ? 1 : -1;
  return { byChance: false, worth: (advertiser) => sign * advertiser };
}

/** Ranking (Karp, Vazirani & Vazirani, 1990): a random order of all advertisers, drawn once per run. */
export function ranking(advertisers: number): MatchingRule {
  const ranks = Int32Array.from({ length: advertisers }, (_, u) => u);
  return { begin: (random) => shuffle(ranks, random), byChance: false, worth: (advertiser) => ranks[advertiser] };
}

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

export function ruleOf(name: RuleName, advertisers: number): MatchingRule {
  return BY_NAME[name](advertisers);
}

/** Scores that differ by less are ties, since loads are sums with rounding errors. */
export const TIE = 1e-12;

/**
 * Writes to `best` which of the edges `from` … `to` − 1 have the highest score among those with a free advertiser, and returns their
 * number. `worths` [advertisers] are the rule's values at the current loads.
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
