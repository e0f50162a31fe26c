// The rules that are compared, and what their simulated runs come to.

import { deviation, mean } from "../../evaluation/moments.ts";
import {
  balance,
  greedyByIndex,
  type MatchingRule,
  mostLikely,
  randomNeighbour,
  ranking,
  weightedBalance,
} from "../../mechanisms/matching/rules.ts";

export const ARMS = [
  "balance",
  "weighted, exponential",
  "weighted, survival",
  "ranking",
  "random neighbour",
  "most likely",
  "greedy by index",
] as const;
export type Arm = (typeof ARMS)[number];

/** Greedy by index takes the largest: in the triangle, those that later impressions want. */
export function ruleOf(arm: Arm, advertisers: number): MatchingRule {
  switch (arm) {
    case "balance":
      return balance;
    case "weighted, exponential":
      return weightedBalance("exponential");
    case "weighted, survival":
      return weightedBalance("survival");
    case "ranking":
      return ranking(advertisers);
    case "random neighbour":
      return randomNeighbour;
    case "most likely":
      return mostLikely;
    case "greedy by index":
      return greedyByIndex("largest");
    default:
      return arm satisfies never;
  }
}

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
