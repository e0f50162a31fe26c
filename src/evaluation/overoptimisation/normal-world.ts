// A synthetic world with over-optimisation in closed form: answers are normal, gold has a quadratic penalty, and a linear proxy that is
// learned from comparisons observes only some of the dimensions.

import { dnorm, pnorm } from "lib-r-math.js";
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

/** Closed-form result of optimising w·x, with d = √KL. */
export interface NormalLaw {
  /**
   * The tilted policy is N(√2·d·ŵ, I): gold changes by d(α − βd), with α = √2·taste·ŵ and β = 2·Σ q_i·ŵ_i², and the proxy by slope·d =
   * √2·|w|·d.
   */
  readonly alpha: number;
  readonly beta: number;
  readonly slope: number;
  /** Change of gold under best-of-n: the component along ŵ is the maximum of n normal numbers. */
  bestOf(n: number): number;
}

/** Computes the law of a linear proxy; its weights must not all be 0. */
export function normalLaw({ taste, curvature }: NormalWorld, weights: Float64Array): NormalLaw {
  const size = Math.sqrt(linearScore(weights, weights));
  const [liked, bent] = [
    linearScore(taste, weights) / size,
    linearScore(
      curvature,
      weights.map((w) => (w / size) ** 2),
    ),
  ];
  return {
    alpha: Math.SQRT2 * liked,
    beta: 2 * bent,
    slope: Math.SQRT2 * size,
    bestOf(n) {
      const { mean, square } = normalMaximum(n);
      return liked * mean - bent * (square - 1);
    },
  };
}

/** Integration bound; the integrand is negligible beyond. */
const FAR = 12;
const STEP = 0.02;

/**
 * First two moments E max and E max² of the maximum of n normal samples, by E f(max) = ∫ f(x)·n·φ(x)·Φ(x)^(n−1) dx; the trapezoidal rule is
 * exact to rounding here.
 */
export function normalMaximum(n: number): { readonly mean: number; readonly square: number } {
  let [mean, square] = [0, 0];
  for (let k = -FAR / STEP; k <= FAR / STEP; k++) {
    const x = k * STEP;
    const weight = STEP * n * dnorm(x) * Math.exp((n - 1) * pnorm(x, 0, 1, true, true));
    mean += weight * x;
    square += weight * x * x;
  }
  return { mean, square };
}
