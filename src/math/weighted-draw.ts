// Draws by weight: one, or several without replacement.

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

/**
 * A number below `count` by the chances at `from`, `from` + 1, …, which add up to 1; the last takes what rounding leaves. Draws
 * one number and does not allocate.
 */
export function drawAt(
  chances: ArrayLike<number>,
  from: number,
  count: number,
  random: Pick<Random, "uniform">,
): number {
  let left = random.uniform();
  for (let k = 0; k < count - 1; k++) {
    left -= chances[from + k];
    if (left < 0) return k;
  }
  return count - 1;
}

/** Shuffles `items` in place (Fisher & Yates; Durstenfeld, 1964), one draw for each but the first. */
export function shuffle<T>(items: { readonly length: number; [at: number]: T }, random: Random): void {
  for (let k = items.length - 1; k > 0; k--) {
    const other = random.integer(k + 1);
    const kept = items[k];
    items[k] = items[other];
    items[other] = kept;
  }
}

/** 0 … count − 1 in random order. */
export function randomOrder(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  shuffle(order, random);
  return order;
}
