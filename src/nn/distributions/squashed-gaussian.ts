// Normal numbers pressed into (−1, 1): tanh(μ + exp(s)·ε). What soft actor-critic draws actions from (Haarnoja et al.,
// arXiv 1801.01290, appendix C).

import type { Random } from "../../core/random.ts";
import { nn, np } from "../jax.ts";

const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/** Draws `n` numbers in (−1, 1) into `into` from entries `at` … of mean and log deviation. */
export function sampleSquashedGaussian(
  mean: ArrayLike<number>,
  meanAt: number,
  logDeviation: ArrayLike<number>,
  deviationAt: number,
  n: number,
  random: Random,
  into: Float32Array | Float64Array,
  intoAt: number,
): void {
  for (let k = 0; k < n; k++) {
    into[intoAt + k] = Math.tanh(mean[meanAt + k] + Math.exp(logDeviation[deviationAt + k]) * random.normal());
  }
}

/** Log-density of one number in (−1, 1): that of atanh(x) under N(μ, e^2s), less log(1 − x²). */
export function squashedGaussianLogDensity(mean: number, logDeviation: number, x: number): number {
  const z = (Math.atanh(x) - mean) / Math.exp(logDeviation);
  return -0.5 * z * z - logDeviation - HALF_LOG_2PI - Math.log1p(-x * x);
}

/**
 * Draws of a batch with their joint log-densities, differentiable in mean and deviation: u = μ + e^s·ε, a = tanh(u),
 * log π(a) = Σ[−½ε² − s − ½log 2π − 2(log 2 − u − softplus(−2u))], the last being log(1 − tanh² u) without cancellation.
 * `mean`, `logDeviation` and standard normal `noise` are [batch × n] and consumed; actions are [batch × n], densities [batch].
 */
export function squashedGaussian(
  mean: np.Array,
  logDeviation: np.Array,
  noise: np.Array,
): { actions: np.Array; logProbability: np.Array } {
  const u = mean.add(np.exp(logDeviation.ref).mul(noise.ref));
  const squash = nn.softplus(u.ref.mul(-2)).add(u.ref).sub(Math.LN2).mul(2);
  const logDensity = np.square(noise).mul(-0.5).sub(logDeviation).sub(HALF_LOG_2PI).add(squash);
  return { actions: np.tanh(u), logProbability: np.sum(logDensity, 1) };
}
