// Figures over seeds, in words.

import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";

const digits = (x: number | null, places = 3) => (x === null ? "—" : x.toFixed(places));

/** A mean with its bounds. */
export function shown({ mean, low, high }: Estimate): string {
  return `${digits(mean)} [${digits(low)}, ${digits(high)}]`;
}

/** b − a, seed by seed. */
export function difference(
  a: readonly number[],
  b: readonly number[],
): { readonly mean: number; readonly words: string } {
  const effect = pairedEffect(a, b);
  return {
    mean: effect.mean ?? Number.NaN,
    words: `${shown(effect)}, d = ${digits(effect.effectSize, 1)}, ${effect.n} seeds`,
  };
}
