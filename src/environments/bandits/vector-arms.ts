// Arms that are vectors: YAML format, validation, linear values, and observations.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";
import type { Rows } from "../../math/linear-system.ts";
import type { Features } from "./sight.ts";

/** Schema of non-empty rows of numbers with equal lengths. Values that are no table are reported by the outer schema only. */
export const rows = z
  .array(z.array(z.number().min(-1e6).max(1e6)).min(1).max(100))
  .min(1, { abort: true })
  .max(1000)
  .refine(sameLength, { error: "It must have rows of one length", abort: true });

function sameLength(table: Rows): boolean {
  return table.every((row) => row.length === table[0].length);
}

/** Dot product <a, b>. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** Index of the largest number; the first of equals. */
export function largestAt(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

/** Observed features of arms that do not change. */
export function fixedFeatures(actions: Rows): Features {
  const flat = Float32Array.from(actions.flat());
  return {
    dimension: actions[0].length,
    low: Math.min(...flat),
    high: Math.max(...flat),
    meaning: "the vector of each arm",
    write: (_hidden, out, at) => out.set(flat, at),
  };
}

/** Name of an arm by its vector: `(0.9, 0.4)`. */
export const vectorName = (action: readonly number[]): string =>
  `(${action.map((number) => Number(number.toFixed(2))).join(", ")})`;

/** A player that always makes the same choice. */
export const steady = (meaning: string, arm: number): Oracle => ({ meaning, play: () => reactive(() => arm) });
