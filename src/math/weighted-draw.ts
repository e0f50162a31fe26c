// Draws without replacement by weight.

import type { Random } from "../core/random.ts";

/**
 * `count` different numbers below the number of weights, each draw by weight among those left, by the keys ln(u)/w of
 * Efraimidis and Spirakis (2006). Weights are above 0; one number is drawn for each.
 */
export function drawDistinct(weights: ArrayLike<number>, count: number, random: Random): number[] {
  if (count > weights.length) throw new Error(`${count} different numbers below ${weights.length}`);
  const keys = Float64Array.from({ length: weights.length }, (_, k) => Math.log(1 - random.uniform()) / weights[k]);
  return Array.from(keys.keys())
    .sort((a, b) => keys[b] - keys[a])
    .slice(0, count);
}
