// The rules that are compared, and what their simulated runs come to.

import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import type { RuleName } from "../../mechanisms/matching/rules.ts";

/** Of greedy by index the one that triangles hurt. */
export const ARMS = [
  "balance",
  "weighted-exponential",
  "weighted-survival",
  "ranking",
  "random-neighbour",
  "most-likely",
  "largest-index",
] as const satisfies readonly RuleName[];
export type Arm = (typeof ARMS)[number];

/** A mean and its standard error. */
export interface Measured {
  readonly mean: number;
  readonly error: number;
}

export function measured(values: ArrayLike<number>): Measured {
  return { mean: mean(values), error: deviation(values) / Math.sqrt(values.length) };
}

/** 0.769 ± 0.004 (standard error), of a share of `whole`. */
export function share({ mean, error }: Measured, whole: number): string {
  return `${(mean / whole).toFixed(3)} ± ${(error / whole).toFixed(3)}`;
}
