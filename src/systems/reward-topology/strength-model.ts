// A reward model without features: what is known of similar answers, from strengths of preferences.

import { choleskyInPlace, solveLower, solveUpper } from "../../math/cholesky.ts";
import type { ComparisonPlan } from "./comparison-plan.ts";

/**
 * The mean of a Gaussian process after strengths were seen: r̂(y) = Σ_c w_c·(k(y, a_c) − k(y, b_c)), with w = (K + noise·I)⁻¹·strengths and
 * K the covariance of the differences r(a_c) − r(b_c). Similarity is k = exp(−d/length) with d the number of positions that differ.
 */
export function fittedStrengths(
  { answers, comparisons }: ComparisonPlan,
  strengths: Float64Array,
  length: number,
  noise: number,
): (tokens: readonly number[]) => number {
  const n = comparisons.length;
  const pairs = comparisons.map(({ first, second }) => [answers[first], answers[second]] as const);
  const like = (a: readonly number[], b: readonly number[]): number => {
    let differing = 0;
    for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) differing += 1;
    return Math.exp(-differing / length);
  };
  const covariance = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const [a, b] = pairs[i];
    for (let j = 0; j <= i; j++) {
      const [c, d] = pairs[j];
      covariance[i * n + j] = like(a, c) - like(a, d) - like(b, c) + like(b, d);
    }
    covariance[i * n + i] += noise;
  }
  choleskyInPlace(covariance, n);
  const weights = Float64Array.from(strengths);
  solveLower(covariance, n, weights);
  solveUpper(covariance, n, weights);
  return (tokens) => pairs.reduce((sum, [a, b], k) => sum + weights[k] * (like(tokens, a) - like(tokens, b)), 0);
}
