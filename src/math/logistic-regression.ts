// Logistic regression on sparse features, which are there or not or have values: a bag of words and its label.

import type { Random } from "../core/random.ts";
import { shuffle } from "./weighted-draw.ts";

/** Rows of features and their labels. */
export interface SparseSamples {
  /** For each sample the features that are there, each number once. */
  readonly rows: readonly ArrayLike<number>[];
  /** Their values, as long as the rows; default 1 for each. */
  readonly values?: readonly ArrayLike<number>[];
  /** 1 or 0 for each sample. */
  readonly labels: ArrayLike<number>;
  /** Features are numbers below this. */
  readonly features: number;
}

export interface LogisticOptions {
  /** λ > 0, which makes the optimum unique. Default 1. */
  readonly penalty?: number;
  /** Ends where no sample's weight α moved by more than this in a pass; α lies in (0, 1). Default 1e-3. */
  readonly tolerance?: number;
  /** Passes over the samples at most, each in a new order. Default 100. */
  readonly maxPasses?: number;
}

/** P(label 1) by a sample's features. */
export interface LogisticModel {
  readonly weights: Float64Array;
  readonly bias: number;
  /** `values` as in the samples: default 1 for each feature of the row. */
  probability(row: ArrayLike<number>, values?: ArrayLike<number>): number;
}

/**
 * The weights that minimise Σ log(1 + exp(−y·(b + Σ_{k in row} x_k·w_k))) + (λ/2)·(|w|² + b²), y = ±1, by coordinate steps
 * in the dual, w = Σ α·y·x/λ (Yu, Huang & Lin, 2011). `random` orders the samples; the optimum does not depend on it.
 */
export function fitLogistic(samples: SparseSamples, random: Random, options: LogisticOptions = {}): LogisticModel {
  const { rows, values, labels, features } = samples;
  const { penalty = 1, tolerance = 1e-3, maxPasses = 100 } = options;
  if (rows.length !== labels.length) throw new Error(`${rows.length} samples with ${labels.length} labels`);
  if (values !== undefined && !rows.every((row, k) => values[k]?.length === row.length)) {
    throw new Error("each feature of a row needs a value");
  }
  // The last entry is the bias.
  const weights = new Float64Array(features + 1);
  const margin = (row: ArrayLike<number>, x?: ArrayLike<number>): number => {
    let sum = weights[features];
    for (let j = 0; j < row.length; j++) sum += (x === undefined ? 1 : x[j]) * weights[row[j]];
    return sum;
  };
  const move = (row: ArrayLike<number>, x: ArrayLike<number> | undefined, by: number): void => {
    for (let j = 0; j < row.length; j++) weights[row[j]] += by * (x === undefined ? 1 : x[j]);
    weights[features] += by;
  };
  // Squared lengths, the bias's 1 with them.
  const lengths = Float64Array.from(rows, (row, k) => 1 + squaredLength(row, values?.[k]));
  const alpha = new Float64Array(rows.length);
  const order = Int32Array.from(rows, (_, k) => k);
  for (let pass = 0; pass < maxPasses; pass++) {
    let moved = 0;
    shuffle(order, random);
    for (const at of order) {
      const row = rows[at];
      const sign = labels[at] > 0 ? 1 : -1;
      const better = dualStep(lengths[at] / penalty, sign * margin(row, values?.[at]), alpha[at]);
      moved = Math.max(moved, Math.abs(better - alpha[at]));
      move(row, values?.[at], (sign * (better - alpha[at])) / penalty);
      alpha[at] = better;
    }
    if (moved <= tolerance) break;
  }
  const probability = (row: ArrayLike<number>, x?: ArrayLike<number>): number => 1 / (1 + Math.exp(-margin(row, x)));
  return { weights: weights.subarray(0, features), bias: weights[features], probability };
}

function squaredLength(row: ArrayLike<number>, x: ArrayLike<number> | undefined): number {
  if (x === undefined) return row.length;
  let sum = 0;
  for (let j = 0; j < x.length; j++) sum += x[j] * x[j];
  return sum;
}

/**
 * The α in (0, 1) of one sample that is best while the others stay: α = σ(u) where u + a·(σ(u) − `before`) + `margin`
 * = 0, a the sample's squared length over λ. The left side rises with u, so that Newton's steps are kept in a bracket.
 */
function dualStep(a: number, margin: number, before: number): number {
  let low = a * (before - 1) - margin;
  let high = a * before - margin;
  let u = Math.min(high, Math.max(low, 0));
  let alpha = 0;
  for (let k = 0; k < 50; k++) {
    alpha = 1 / (1 + Math.exp(-u));
    const value = u + a * (alpha - before) + margin;
    if (Math.abs(value) < 1e-9 * (1 + Math.abs(margin))) break;
    if (value > 0) high = u;
    else low = u;
    const next = u - value / (1 + a * alpha * (1 - alpha));
    u = next > low && next < high ? next : (low + high) / 2;
  }
  return alpha;
}

/** P(first preferred) = 1/(1 + exp(−β(R₁ − R₂))) (Bradley & Terry, 1952); β ≥ 0 is how rational the judge is. */
export function preferenceProbability(difference: number, rationality = 1): number {
  return 1 / (1 + Math.exp(-rationality * difference));
}
