// Independent normal numbers with mean μ and standard deviation exp(s), unbounded or squashed by tanh.

import { pnorm } from "lib-r-math.js";
import type { Chance } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { nn, np } from "../jax.ts";

const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/** Samples `n` numbers into `into` and returns their joint log-density. */
export function sampleGaussian(
  mean: ArrayLike<number>,
  meanAt: number,
  logDeviation: ArrayLike<number>,
  deviationAt: number,
  n: number,
  random: Random,
  into: Float32Array | Float64Array,
  intoAt: number,
): number {
  let logDensity = 0;
  for (let k = 0; k < n; k++) {
    const noise = random.normal();
    const s = logDeviation[deviationAt + k];
    into[intoAt + k] = mean[meanAt + k] + Math.exp(s) * noise;
    logDensity -= 0.5 * noise * noise + s + HALF_LOG_2PI;
  }
  return logDensity;
}

/** Distance from an end of [−1, 1] within which a number counts as clipped. */
const NEAR = 1e-9;

/**
 * Joint log-density of `values`, and the entropy. A value at an end of [−1, 1] may have been clipped, so it contributes the probability of
 * the tail beyond that end.
 */
export function gaussianChance(
  mean: ArrayLike<number>,
  logDeviation: ArrayLike<number>,
  values: ArrayLike<number>,
): Chance {
  let logProbability = 0;
  let entropy = 0;
  for (let k = 0; k < values.length; k++) {
    const s = logDeviation[k];
    const z = (values[k] - mean[k]) / Math.exp(s);
    entropy += s + 0.5 + HALF_LOG_2PI;
    if (Math.abs(values[k]) > 1 - NEAR) logProbability += pnorm(z, 0, 1, values[k] < 0, true);
    else logProbability -= 0.5 * z * z + s + HALF_LOG_2PI;
  }
  return { logProbability, entropy };
}

/** Log-densities and entropies of a batch. `mean` and `values` are [batch × n], `logDeviation` [n]; all are consumed, both results are [batch]. */
export function gaussian(
  mean: np.Array,
  logDeviation: np.Array,
  values: np.Array,
): { logProbability: np.Array; entropy: np.Array } {
  const n = mean.shape[1];
  const z = values.sub(mean.ref).div(np.exp(logDeviation.ref));
  const logDensity = np.sum(np.square(z).mul(-0.5).sub(logDeviation.ref).sub(HALF_LOG_2PI), 1);
  // Entropy does not depend on the mean, which is used only to broadcast to the batch size.
  const entropy = np
    .sum(logDeviation)
    .add(n * (0.5 + HALF_LOG_2PI))
    .add(np.sum(mean.mul(0), 1));
  return { logProbability: logDensity, entropy };
}

/**
 * Reparametrised samples of a batch with their joint log-densities, differentiable in mean and deviation: u = μ + e^s·ε, a = tanh(u), log
 * π(a) = Σ[−½ε² − s − ½log 2π − 2(log 2 − u − softplus(−2u))]; the last term is log(1 − tanh² u) without cancellation. `mean`,
 * `logDeviation` and standard normal `noise` are [batch × n] and consumed; actions are [batch × n], densities [batch].
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
