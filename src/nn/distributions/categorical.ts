// Categorical distribution over n choices with probabilities softmax(logits). Sampling and single log-probabilities use double precision
// for rollouts; losses use jax-js expressions.

import type { Chance } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { largest } from "../../math/largest.ts";
import { nn, np } from "../jax.ts";

/** Samples from softmax(logits[offset … offset + n)) by inverting the cumulative distribution. */
export function sampleCategorical(logits: ArrayLike<number>, offset: number, n: number, random: Random): number {
  const most = largest(logits, offset, n);
  let total = 0;
  for (let k = 0; k < n; k++) total += Math.exp(logits[offset + k] - most);
  let left = random.uniform() * total;
  for (let k = 0; k < n - 1; k++) {
    left -= Math.exp(logits[offset + k] - most);
    if (left < 0) return k;
  }
  return n - 1;
}

/** Log-probability of a choice, log softmax(logits)[choice]. */
export function logProbability(logits: ArrayLike<number>, offset: number, n: number, choice: number): number {
  const most = largest(logits, offset, n);
  let total = 0;
  for (let k = 0; k < n; k++) total += Math.exp(logits[offset + k] - most);
  return logits[offset + choice] - most - Math.log(total);
}

/** Log-probability of a choice, log softmax(logits)[choice], and the entropy in nats. */
export function categoricalChance(logits: ArrayLike<number>, offset: number, n: number, choice: number): Chance {
  const most = largest(logits, offset, n);
  let total = 0;
  let mean = 0;
  for (let k = 0; k < n; k++) {
    const below = logits[offset + k] - most;
    const weight = Math.exp(below);
    total += weight;
    // A logit may be −∞, where the product would be NaN.
    if (weight > 0) mean += weight * below;
  }
  const logTotal = Math.log(total);
  return { logProbability: logits[offset + choice] - most - logTotal, entropy: logTotal - mean / total };
}

/**
 * Log-probabilities and entropies of a batch. `logits` [batch × n] and `choices` [batch] (integers) are consumed; both results are [batch].
 */
export function categorical(logits: np.Array, choices: np.Array): { logProbability: np.Array; entropy: np.Array } {
  const n = logits.shape[1];
  const logs = nn.logSoftmax(logits, -1);
  const chosen = nn.oneHot(choices, n);
  return { logProbability: np.sum(logs.ref.mul(chosen), 1), entropy: np.sum(np.exp(logs.ref).mul(logs), 1).mul(-1) };
}
