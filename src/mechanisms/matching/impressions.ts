// Online stochastic matching: impressions arrive one after the other, each with some interested advertisers. An offered advertiser accepts
// with a known probability and is then matched; otherwise the impression is lost. Data are stored in flat arrays, so that an offer
// allocates no memory.

import type { Random } from "../../core/random.ts";

/** A bipartite graph of advertisers and impressions in order of arrival. Edges are stored impression by impression. */
export interface Impressions {
  readonly advertisers: number;
  /** Number of impressions T. */
  readonly count: number;
  /** [count + 1] edges of impression t are starts[t] … starts[t + 1] − 1 */
  readonly starts: Int32Array;
  /** [edges] advertiser u of each edge */
  readonly neighbours: Int32Array;
  /** [edges] success probability p_uv, in (0, 1] */
  readonly chances: Float64Array;
}

/** An advertiser, and the probability that it accepts the impression. */
export type ImpressionOffer = readonly [advertiser: number, chance: number];

/** Creates impressions from their offers; offers with probability 0 are dropped. Throws on an invalid advertiser or probability. */
export function impressionsOf(advertisers: number, rows: readonly (readonly ImpressionOffer[])[]): Impressions {
  const starts = new Int32Array(rows.length + 1);
  const neighbours: number[] = [];
  const chances: number[] = [];
  for (const [t, row] of rows.entries()) {
    const seen = new Set<number>();
    for (const [advertiser, chance] of row) {
      if (!Number.isInteger(advertiser) || advertiser < 0 || advertiser >= advertisers)
        throw new Error(`impression ${t} names advertiser ${advertiser} of ${advertisers}`);
      if (!(chance >= 0 && chance <= 1)) throw new Error(`impression ${t} has the probability ${chance}`);
      if (seen.has(advertiser)) throw new Error(`impression ${t} names advertiser ${advertiser} twice`);
      seen.add(advertiser);
      if (chance === 0) continue;
      neighbours.push(advertiser);
      chances.push(chance);
    }
    starts[t + 1] = neighbours.length;
  }
  return {
    advertisers,
    count: rows.length,
    starts,
    neighbours: Int32Array.from(neighbours),
    chances: Float64Array.from(chances),
  };
}

/** Edges of each advertiser in the order of impressions. */
export function edgesByAdvertiser({ advertisers, neighbours }: Impressions): number[][] {
  const lists: number[][] = Array.from({ length: advertisers }, () => []);
  for (let e = 0; e < neighbours.length; e++) lists[neighbours[e]].push(e);
  return lists;
}

/**
 * Impressions of several types in sequence, with `copies` of each; `chances` [types × advertisers] is 0 where an advertiser is no
 * neighbour.
 */
export function ofTypes(advertisers: number, chances: ArrayLike<number>, copies: number): Impressions {
  const rows: ImpressionOffer[][] = [];
  for (let at = 0; at < chances.length; at += advertisers) {
    const row: ImpressionOffer[] = [];
    for (let u = 0; u < advertisers; u++) row.push([u, chances[at + u]]);
    for (let copy = 0; copy < copies; copy++) rows.push(row);
  }
  return impressionsOf(advertisers, rows);
}

/**
 * Probabilities of the upper-triangular instance: type i interests advertisers i … n − 1, so that an advertiser that gets many early offers
 * has few later.
 */
export function triangleChances(advertisers: number, chance: number): Float64Array {
  const chances = new Float64Array(advertisers * advertisers);
  for (let i = 0; i < advertisers; i++) chances.fill(chance, i * advertisers + i, (i + 1) * advertisers);
  return chances;
}

/** Multiplies each probability by U[1 − spread, 1 + spread), capped at 1. */
export function spreadChances(chances: Float64Array, spread: number, random: Random): Float64Array {
  return chances.map((chance) => (chance === 0 ? 0 : Math.min(1, chance * random.uniform(1 - spread, 1 + spread))));
}
