// Answers that are normal, whose worth has a quadratic penalty, and a linear reward that is learnt from comparisons and observes only
// some of the dimensions: over-optimisation in closed form.

import type { Random } from "../../core/random.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";

/** Answers are N(0, I) under the reference; gold is taste·x − Σ q_i·x_i². Answers are stored row by row, [answers × dimensions]. */
export interface NormalWorld {
  /** Linear weights of gold, [dimensions]. */
  readonly taste: Float64Array;
  /** Curvature q ≥ 0, [dimensions]. */
  readonly curvature: Float64Array;
}

/** Draws a world with a taste of length 1 in a uniformly random direction, and the same q in all dimensions. */
export function drawnNormalWorld(dimensions: number, curvature: number, random: Random): NormalWorld {
  const taste = Float64Array.from({ length: dimensions }, () => random.normal());
  const size = Math.sqrt(linearScore(taste, taste));
  return { taste: taste.map((x) => x / size), curvature: new Float64Array(dimensions).fill(curvature) };
}

/** Linear score w·x of the answer that starts at index `at`. */
export function linearScore(weights: Float64Array, answers: Float64Array, at = 0): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k++) sum += weights[k] * answers[at + k];
  return sum;
}

/** Gold score of the answer that starts at index `at`. */
export function goldScore({ taste, curvature }: NormalWorld, answers: Float64Array, at = 0): number {
  let sum = 0;
  for (let k = 0; k < taste.length; k++) sum += answers[at + k] * (taste[k] - curvature[k] * answers[at + k]);
  return sum;
}

/** Draws answers from N(centre, I), [count × dimensions]. */
export function drawnNormalAnswers(count: number, centre: Float64Array, random: Random): Float64Array {
  const answers = new Float64Array(count * centre.length);
  for (let k = 0; k < answers.length; k++) answers[k] = random.normal() + centre[k % centre.length];
  return answers;
}

/** Scores of all answers, [answers]. */
export const scoresOf = (
  answers: Float64Array,
  dimensions: number,
  score: (answers: Float64Array, at: number) => number,
): Float64Array => Float64Array.from({ length: answers.length / dimensions }, (_, k) => score(answers, k * dimensions));

/** Parameters of comparisons: pairs of answers from N(centre, I), compared by Bradley-Terry with `score`. */
export interface NormalComparisons {
  readonly pairs: number;
  readonly centre: Float64Array;
  readonly score: (answers: Float64Array, at: number) => number;
}

/** Linear proxy learned from drawn comparisons that observes the first `visible` dimensions; its weights are 0 elsewhere, [dimensions]. */
export function learnedProxy(
  { pairs, centre, score }: NormalComparisons,
  visible: number,
  random: Random,
): Float64Array {
  const dimensions = centre.length;
  const [first, second] = [drawnNormalAnswers(pairs, centre, random), drawnNormalAnswers(pairs, centre, random)];
  const features = new Float64Array(pairs * visible);
  const labels = new Float64Array(pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const at = pair * dimensions;
    for (let k = 0; k < visible; k++) features[pair * visible + k] = first[at + k] - second[at + k];
    const chance = 1 / (1 + Math.exp(score(second, at) - score(first, at)));
    labels[pair] = random.uniform() < chance ? 1 : 0;
  }
  const proxy = new Float64Array(dimensions);
  proxy.set(fitDenseLogistic({ features, labels }, visible, { ridge: 1 }).weights);
  return proxy;
}
