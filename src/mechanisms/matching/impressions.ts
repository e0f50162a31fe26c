// Impressions that come one after the other, each of interest to some advertisers: who is offered one takes it with a known probability
// and wants no other then; else it is lost. Many impressions lie side by side, so that offering one costs no allocation.

import type { Random } from "../../core/random.ts";

/** A graph of advertisers and impressions, these in the order of their coming. Its edges lie impression by impression. */
export interface Impressions {
  readonly advertisers: number;
  /** T */
  readonly count: number;
  /** [count + 1] edges of impression t are starts[t] … starts[t + 1] − 1 */
  readonly starts: Int32Array;
  /** [edges] advertiser u of each */
  readonly neighbours: Int32Array;
  /** [edges] p_uv, in (0, 1] */
  readonly chances: Float64Array;
}

/** An advertiser, and the probability that the impression is a success there. */
export type ImpressionOffer = readonly [advertiser: number, chance: number];

/** Impressions by their offers; those of probability 0 are no edges. Throws on an advertiser or a probability that there cannot be. */
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

/** Of each advertiser the edges, in the order of their impressions. */
export function edgesByAdvertiser({ advertisers, neighbours }: Impressions): number[][] {
  const lists: number[][] = Array.from({ length: advertisers }, () => []);
  for (let e = 0; e < neighbours.length; e++) lists[neighbours[e]].push(e);
  return lists;
}

/** [edges] the impression of each. */
export function impressionOfEdge({ count, starts, neighbours }: Impressions): Int32Array {
  const impressions = new Int32Array(neighbours.length);
  for (let t = 0; t < count; t++) impressions.fill(t, starts[t], starts[t + 1]);
  return impressions;
}

/** Types one after the other, so many copies of each; `chances` [types × advertisers] are 0 where an advertiser is no neighbour. */
export function ofTypes(advertisers: number, chances: ArrayLike<number>, copies: number): Impressions {
  const rows: ImpressionOffer[][] = [];
  for (let at = 0; at < chances.length; at += advertisers) {
    const row: ImpressionOffer[] = [];
    for (let u = 0; u < advertisers; u++) row.push([u, chances[at + u]]);
    for (let copy = 0; copy < copies; copy++) rows.push(row);
  }
  return impressionsOf(advertisers, rows);
}

/** Chances of the triangle: type i is of interest to advertisers i … n − 1, so that one that is offered many early has few later. */
export function triangleChances(advertisers: number, chance: number): Float64Array {
  const chances = new Float64Array(advertisers * advertisers);
  for (let i = 0; i < advertisers; i++) chances.fill(chance, i * advertisers + i, (i + 1) * advertisers);
  return chances;
}

/** The triangle, with so many copies of each type. */
export function triangle(advertisers: number, copies: number, chance: number): Impressions {
  return ofTypes(advertisers, triangleChances(advertisers, chance), copies);
}

/** Each chance times U[1 − spread, 1 + spread), and no larger than 1. */
export function spreadChances(chances: Float64Array, spread: number, random: Random): Float64Array {
  return chances.map((chance) => (chance === 0 ? 0 : Math.min(1, chance * random.uniform(1 - spread, 1 + spread))));
}

/** Every edge with probability `density`, its chance uniform in [low, high). */
export function drawnImpressions(
  advertisers: number,
  count: number,
  density: number,
  [low, high]: readonly [number, number],
  random: Random,
): Impressions {
  const rows = Array.from({ length: count }, () => {
    const row: ImpressionOffer[] = [];
    for (let u = 0; u < advertisers; u++) if (random.uniform() < density) row.push([u, random.uniform(low, high)]);
    return row;
  });
  return impressionsOf(advertisers, rows);
}
