// What each of several players adds to what they are worth together.

import type { Random } from "../core/random.ts";
import { shuffle } from "./weighted-draw.ts";

/** Worth of a coalition, whose members come in rising order; the empty coalition has a worth too. */
export type CoalitionWorth = (members: readonly number[]) => number;

/** Most players whose coalitions are all asked, where nothing else is said. */
const EXACT = 6;

/**
 * Shapley's values (1953): φ_i = Σ_{S∌i} |S|!·(n − |S| − 1)!/n!·(v(S ∪ i) − v(S)), which add up to v(all) − v(∅). Up to `most`
 * players (six) exactly, each coalition asked once; beyond, the mean over `orders` random orders of the players, which is unbiased
 * and adds up to the same (Castro, Gómez & Tejada, 2009).
 */
export function shapleyValues(
  players: number,
  worth: CoalitionWorth,
  random: Random,
  orders = 1000,
  most = EXACT,
): Float64Array {
  return players <= most ? exact(players, worth) : sampled(players, worth, random, orders);
}

function exact(n: number, worth: CoalitionWorth): Float64Array {
  const values = new Float64Array(n);
  const known = Float64Array.from({ length: 2 ** n }, (_, set) =>
    worth(Array.from({ length: n }, (_, i) => i).filter((i) => (set >> i) % 2 === 1)),
  );
  // 1/(n·C(n − 1, s)) for the coalitions of s others.
  const shares = new Float64Array(n);
  for (let s = 0, ways = 1; s < n; s++) {
    shares[s] = 1 / (n * ways);
    ways = (ways * (n - 1 - s)) / (s + 1);
  }
  for (let set = 0; set < known.length; set++) {
    let size = 0;
    for (let i = 0; i < n; i++) size += (set >> i) % 2;
    for (let i = 0; i < n; i++) {
      if ((set >> i) % 2 === 0) values[i] += shares[size] * (known[set + 2 ** i] - known[set]);
    }
  }
  return values;
}

function sampled(n: number, worth: CoalitionWorth, random: Random, orders: number): Float64Array {
  const values = new Float64Array(n);
  const order = Int32Array.from({ length: n }, (_, i) => i);
  const present = new Set<number>();
  const empty = worth([]);
  for (let k = 0; k < orders; k++) {
    shuffle(order, random);
    present.clear();
    let before = empty;
    for (const i of order) {
      present.add(i);
      const after = worth([...present].sort((a, b) => a - b));
      values[i] += (after - before) / orders;
      before = after;
    }
  }
  return values;
}
