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
export interface MeasuredArm {
  readonly value: number;
  readonly error: number;
}

export function measured(values: ArrayLike<number>): MeasuredArm {
  return { value: mean(values), error: deviation(values) / Math.sqrt(values.length) };
}
