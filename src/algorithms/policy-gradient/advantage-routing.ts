// One advantage for the actor out of several value functions': by fixed shares, by each function's error, or by a network
// that learns (arXiv 2604.13517, whose two failures the routed forms show).

import { nn, np } from "../../nn/jax.ts";
import type { Measures } from "../training-measures.ts";

/** Ways to weigh. */
export const ROUTINGS = ["shares", "error", "learned"] as const;

/** Advantages, values and returns of one value function, [entries] each. */
export interface Foreseen {
  readonly advantages: Float64Array;
  readonly values: ArrayLike<number>;
  readonly returns: Float64Array;
}

/** Makes one advantage of several, [entries], and says what it did. */
export type Mixer = (heads: readonly Foreseen[]) => {
  readonly mixed: Float64Array;
  readonly measures: Readonly<Measures>;
};

/** Σ_k share_k·A_k of every entry. */
export function byShares(shares: ArrayLike<number>): Mixer {
  return (heads) => {
    const mixed = new Float64Array(heads[0].advantages.length);
    for (const [k, { advantages }] of heads.entries()) {
      for (let at = 0; at < mixed.length; at++) mixed[at] += shares[k] * advantages[at];
    }
    return { mixed, measures: {} };
  };
}

/**
 * Σ_k w_k·A_k with w = softmax_k(−|V_k − return_k|/temperature) in every entry: whichever function is least wrong leads. The
 * mean of each w_k is measured as routeWeight0 …; `relabel`, called with the weights of each entry, may change them first.
 */
export function byError(temperature: number, relabel?: (weights: Float64Array) => void): Mixer {
  return (heads) => {
    const entries = heads[0].advantages.length;
    const mixed = new Float64Array(entries);
    const means = new Float64Array(heads.length);
    const weights = new Float64Array(heads.length);
    for (let at = 0; at < entries; at++) {
      let total = 0;
      let least = Number.POSITIVE_INFINITY;
      for (const { values, returns } of heads) least = Math.min(least, Math.abs(values[at] - returns[at]));
      for (const [k, { values, returns }] of heads.entries()) {
        weights[k] = Math.exp((least - Math.abs(values[at] - returns[at])) / temperature);
        total += weights[k];
      }
      for (let k = 0; k < weights.length; k++) weights[k] /= total;
      relabel?.(weights);
      for (const [k, { advantages }] of heads.entries()) {
        mixed[at] += weights[k] * advantages[at];
        means[k] += weights[k] / entries;
      }
    }
    return { mixed, measures: Object.fromEntries(Array.from(means, (mean, k) => [`routeWeight${k}`, mean])) };
  };
}

/** What a learned router did with a batch; all of shape [] but `mixed` [batch]. */
export interface Routed {
  readonly mixed: np.Array;
  /** Share of entries in which the heaviest weight lies on the largest advantage: chance is 1/K. */
  readonly hackRate: np.Array;
  readonly entropy: np.Array;
}

/** Σ_k w_k·A_k with w = softmax(routes), differentiable in the routes. Consumes routes and advantages [batch × K]. */
export function byRoutes(routes: np.Array, advantages: np.Array): Routed {
  const logs = nn.logSoftmax(routes, -1);
  const weights = np.exp(logs.ref);
  const agrees = np.argmax(weights.ref, 1).equal(np.argmax(advantages.ref, 1)).astype(np.float32);
  return {
    mixed: np.sum(weights.ref.mul(advantages), 1),
    hackRate: np.mean(agrees),
    entropy: np.mean(np.sum(weights.mul(logs), 1)).mul(-1),
  };
}
