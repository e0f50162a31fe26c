// From pay to what each character is worth: the differences between the published group-relative estimators. GRPO compares an
// answer with its group and divides by the group's deviation; Dr. GRPO (arXiv 2503.20783) does not divide; RLOO (arXiv
// 2402.14740) compares with the others alone; REINFORCE++ (arXiv 2501.03262) divides by the whole batch's deviation.

import { areLevel } from "../../math/spread.ts";
import type { Completions } from "./completions.ts";

export const BASELINES = ["group", "others", "batch", "none"] as const;
export const SCALES = ["group", "batch", "none"] as const;

export interface CreditOptions {
  /** What a row's pay is compared with: the mean of its group, of the group's other rows, of the batch, or nothing. */
  readonly baseline: (typeof BASELINES)[number];
  /** What the difference is divided by: the deviation in its group, in the batch, or nothing. */
  readonly scale: (typeof SCALES)[number];
  /** Added to a deviation before it divides; default 1e-4, and 0 where equalities are to be exact. */
  readonly tiny?: number;
}

/** Advantage of each row, [rows]; population deviations, so that exact equivalences hold. `pay` is [rows], group after group. */
export function groupAdvantages(
  pay: Float64Array,
  group: number,
  { baseline, scale, tiny = 1e-4 }: CreditOptions,
): Float64Array {
  const rows = pay.length;
  const whole = moments(pay);
  const advantages = new Float64Array(rows);
  for (let from = 0; from < rows; from += group) {
    const own = moments(pay.subarray(from, from + group));
    for (let row = from; row < from + group; row++) {
      // Exactly the row's pay where all are paid alike.
      const others = group > 1 ? own.mean + (own.mean - pay[row]) / (group - 1) : 0;
      const level = { group: own.mean, others, batch: whole.mean, none: 0 }[baseline];
      const deviation = { group: own.deviation + tiny, batch: whole.deviation + tiny, none: 1 }[scale];
      advantages[row] = deviation > 0 ? (pay[row] - level) / deviation : 0;
    }
  }
  return advantages;
}

/** What each row was paid in all, [rows]. */
export function totalPay({ pay, rows, context }: Completions): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let k = row * context; k < (row + 1) * context; k++) sum += pay[k];
    return sum;
  });
}

/** Pays row k `amounts[k]` in all, with its last written character. */
export function payTexts(texts: Completions, amounts: ArrayLike<number>): void {
  texts.pay.fill(0);
  addPay(texts, amounts);
}

/** Pays row k `amounts[k]` more, with its last written character. */
export function addPay({ pay, written, rows, context }: Completions, amounts: ArrayLike<number>): void {
  for (let row = 0; row < rows; row++) {
    const last = written.lastIndexOf(1, (row + 1) * context - 1);
    if (last >= row * context) pay[last] += amounts[row];
  }
}

/** Gives every character of a row the row's advantage, [rows × context]. */
export function spread(advantages: Float64Array, { written, rows, context }: Completions, into: Float32Array): void {
  for (let row = 0; row < rows; row++) {
    for (let k = row * context; k < (row + 1) * context; k++) into[k] = written[k] === 1 ? advantages[row] : 0;
  }
}

/** Share of groups whose rows were not all paid the same: the only ones that teach anything. */
export function liveShare(pay: Float64Array, group: number): number {
  let live = 0;
  for (let from = 0; from < pay.length; from += group) {
    if (!areLevel(pay.subarray(from, from + group))) live += 1;
  }
  return (live * group) / pay.length;
}

export const AVERAGES = ["characters", "texts", "longest"] as const;

/**
 * How much each character counts, [rows × context]: all alike (DAPO), each text alike (GRPO), or each character by the longest
 * text that could have been (Dr. GRPO). Sums to 1, except in the last.
 */
export function characterShares(
  { written, rows, context }: Completions,
  average: (typeof AVERAGES)[number],
  longest: number,
  into: Float32Array,
): void {
  let all = 0;
  for (let k = 0; k < written.length; k++) all += written[k];
  for (let row = 0; row < rows; row++) {
    const places = written.subarray(row * context, (row + 1) * context);
    const own = places.reduce((a, b) => a + b, 0);
    const weight = { characters: 1 / all, texts: 1 / (own * rows), longest: 1 / (longest * rows) }[average];
    for (let k = 0; k < context; k++) into[row * context + k] = places[k] * weight;
  }
}

function moments(values: Float64Array): { mean: number; deviation: number } {
  // A mean of equal values that is rounded is none of them.
  if (areLevel(values)) return { mean: values[0], deviation: 0 };
  let mean = 0;
  for (let k = 0; k < values.length; k++) mean += values[k];
  mean /= values.length;
  let square = 0;
  for (let k = 0; k < values.length; k++) square += (values[k] - mean) ** 2;
  return { mean, deviation: Math.sqrt(square / values.length) };
}

/** Advantages of a batch, [rows], from each component's scores, [rows] each, group after group. */
export type ComponentCredit = (scores: readonly Float64Array[], group: number) => Float64Array;

/** The advantage of Σ_k w_k·r_k: with a group's deviation as scale, (Σ_k w_k(r_k − μ_k))/σ. */
export function jointCredit(weights: readonly number[], options: CreditOptions): ComponentCredit {
  return (scores, group) => groupAdvantages(weighted(scores, weights), group, options);
}

/** Σ_k w_k times the advantage in component k: with a group's deviations as scales, Σ_k w_k(r_k − μ_k)/σ_k. */
export function decoupledCredit(weights: readonly number[], options: CreditOptions): ComponentCredit {
  return (scores, group) =>
    weighted(
      scores.map((one) => groupAdvantages(one, group, options)),
      weights,
    );
}

/** Σ_k w_k·x_k, row by row. */
export function weighted(columns: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const sum = new Float64Array(columns[0].length);
  for (const [k, column] of columns.entries())
    for (let row = 0; row < sum.length; row++) sum[row] += weights[k] * column[row];
  return sum;
}
