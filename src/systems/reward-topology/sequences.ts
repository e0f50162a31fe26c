// Sequences with a hidden reward of their positions and neighbouring pairs, samplers that write them, and annotators that compare them.

import type { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import type { ComparisonPlan, PlannedComparison, PrefixSampler } from "./comparison-plan.ts";

export const LENGTH = 8;
export const SYMBOLS = 6;
const PLACED = LENGTH * SYMBOLS;
/** Which symbol stands at each position, and which two follow each other. */
export const FEATURES = PLACED + SYMBOLS * SYMBOLS;
/** Variance of a weight, with which rewards of even sequences have the variance 1 in the mean. */
export const WEIGHT_VARIANCE = 1 / (LENGTH * (1 - 1 / SYMBOLS) + (LENGTH - 1) * (1 - 1 / SYMBOLS ** 2));

/** Adds `sign` times the features of a sequence to `into` at `at`. */
export function addSequence(tokens: readonly number[], into: Float64Array, at: number, sign: number): void {
  for (let k = 0; k < tokens.length; k++) {
    into[at + k * SYMBOLS + tokens[k]] += sign;
    if (k > 0) into[at + PLACED + tokens[k - 1] * SYMBOLS + tokens[k]] += sign;
  }
}

/** Weights of a hidden reward, [features]. */
export const drawnReward = (random: Random): Float64Array =>
  Float64Array.from({ length: FEATURES }, () => Math.sqrt(WEIGHT_VARIANCE) * random.normal());

export function rewardOf(weights: Float64Array, tokens: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < tokens.length; k++) {
    sum += weights[k * SYMBOLS + tokens[k]];
    if (k > 0) sum += weights[PLACED + tokens[k - 1] * SYMBOLS + tokens[k]];
  }
  return sum;
}

/** Writes each symbol by chances that depend on the one before: [symbols × symbols]; even ones at the beginning. */
const markovSampler =
  (chances: Float64Array): PrefixSampler =>
  (prefix, tokens, random) => {
    const end = tokens === undefined ? LENGTH : Math.min(LENGTH, prefix.length + tokens);
    const written = [...prefix];
    while (written.length < end) {
      const last = written[written.length - 1];
      written.push(last === undefined ? random.integer(SYMBOLS) : drawAt(chances, last * SYMBOLS, SYMBOLS, random));
    }
    return written.slice(prefix.length);
  };

/** All sequences are equally likely. */
export const evenSampler = markovSampler(new Float64Array(SYMBOLS * SYMBOLS).fill(1 / SYMBOLS));

/** A policy that has its habits: chances ∝ exp(2·z) with normal z. */
export function habitualSampler(random: Random): PrefixSampler {
  const chances = Float64Array.from({ length: SYMBOLS * SYMBOLS }, () => Math.exp(2 * random.normal()));
  for (let row = 0; row < SYMBOLS; row++) {
    const own = chances.subarray(row * SYMBOLS, (row + 1) * SYMBOLS);
    const total = own.reduce((sum, x) => sum + x, 0);
    for (let k = 0; k < SYMBOLS; k++) own[k] /= total;
  }
  return markovSampler(chances);
}

/** Scale of an annotator's logistic noise for a comparison: the same for all, or with a variance in proportion to what is read. */
export type NoiseScale = (comparison: PlannedComparison) => number;
export const steadyNoise: NoiseScale = () => 1;
export const readingNoise: NoiseScale = ({ read }) => Math.sqrt(read / (2 * LENGTH));

const advantage = (weights: Float64Array, { answers }: ComparisonPlan, { first, second }: PlannedComparison): number =>
  rewardOf(weights, answers[first]) - rewardOf(weights, answers[second]);

/** 1 where the first answer is preferred, 0 where the second is. */
export function oneBitLabels(
  weights: Float64Array,
  plan: ComparisonPlan,
  scale: NoiseScale,
  random: Random,
): Float64Array {
  return Float64Array.from(plan.comparisons, (comparison) => {
    const chance = preferenceProbability(advantage(weights, plan, comparison), 1 / scale(comparison));
    return random.uniform() < chance ? 1 : 0;
  });
}

/** How much better the first answer is, with normal noise. */
export function strengthLabels(
  weights: Float64Array,
  plan: ComparisonPlan,
  noise: number,
  random: Random,
): Float64Array {
  return Float64Array.from(
    plan.comparisons,
    (comparison) => advantage(weights, plan, comparison) + Math.sqrt(noise) * random.normal(),
  );
}
