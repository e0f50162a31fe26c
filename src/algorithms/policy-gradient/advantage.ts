// How much better than expected each step of a batch of rollouts turned out: generalised advantage estimation, with the
// world's own endings kept apart from cut-offs. Pure arithmetic on arrays, for any learner.

import { Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { nn, np } from "../../nn/jax.ts";
import type { Measures } from "../training-measures.ts";

/** T steps of N environments side by side, row-major [T × N]: entry t·N + n. */
export interface Rollouts {
  readonly steps: number;
  readonly environments: number;
  readonly rewards: ArrayLike<number>;
  /** V(s_t), of the state each step began in. */
  readonly values: ArrayLike<number>;
  /**
   * V of the state each step led to, before any reset: where an episode is cut off this is the value of its last
   * state, never that of the next episode's first. It is not read where the world ended the episode.
   */
  readonly nextValues: ArrayLike<number>;
  /** What each step left its episode in, bits of `Status`. */
  readonly status: ArrayLike<number>;
}

/** How far ahead to look. */
export interface AdvantageOptions {
  /** γ in [0, 1]. */
  readonly discount: number;
  /** λ in [0, 1]: 0 gives the one-step error, 1 the discounted return less the value. */
  readonly lambda: number;
  /** Whether a truncated step is a cut, beyond which V goes on, or an ending like the world's own; default a cut. */
  readonly truncation?: "bootstrap" | "end";
}

/** Advantages and the returns A + V that a value function is fitted to, [T × N]. */
export interface Advantages {
  readonly advantages: Float64Array;
  readonly returns: Float64Array;
}

/**
 * A_t = Σ_k (γλ)^k·δ_{t+k} with δ_t = r_t + γ·V(s_{t+1})·[not terminated] − V(s_t), the sum ending with the episode or
 * the batch (Schulman et al., arXiv 1506.02438, eqs. 11–16). A truncated step still adds γ·V of the state it reached
 * (Pardo et al., arXiv 1712.00378), unless `truncation` is "end".
 */
export function generalisedAdvantages(rollouts: Rollouts, options: AdvantageOptions): Advantages {
  const { steps: T, environments: N, rewards, values, nextValues, status } = rollouts;
  for (const [name, array] of Object.entries({ rewards, values, nextValues, status })) {
    if (array.length !== T * N) throw new Error(`${name} has ${array.length} entries, not ${T} × ${N}`);
  }
  const into = { advantages: new Float64Array(T * N), returns: new Float64Array(T * N) };
  writeAdvantages(rollouts, options, into);
  return into;
}

/** `generalisedAdvantages` into arrays that are there, [T × N] each, for loops that must not allocate. */
export function writeAdvantages(
  { steps: T, environments: N, rewards, values, nextValues, status }: Rollouts,
  { discount, lambda, truncation }: AdvantageOptions,
  { advantages, returns }: Advantages,
): void {
  const ending = truncation === "end" ? Status.terminated | Status.truncated : Status.terminated;
  for (let n = 0; n < N; n++) {
    let later = 0;
    for (let t = T - 1; t >= 0; t--) {
      const at = t * N + n;
      const next = (status[at] & ending) !== 0 ? 0 : nextValues[at];
      const error = rewards[at] + discount * next - values[at];
      later = status[at] === Status.running ? error + discount * lambda * later : error;
      advantages[at] = later;
      returns[at] = later + values[at];
    }
  }
}

/** (x − mean)/(standard deviation + 1e-8) of a batch, in place: the usual scaling of advantages before an update. */
export function normalise(values: Float32Array | Float64Array): void {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  const centre = sum / values.length;
  let squares = 0;
  for (let k = 0; k < values.length; k++) squares += (values[k] - centre) ** 2;
  const scale = Math.sqrt(squares / values.length) + 1e-8;
  for (let k = 0; k < values.length; k++) values[k] = (values[k] - centre) / scale;
}

/** Ways to weigh. */
export const ROUTINGS = ["shares", "error", "learned"] as const;

/** Advantages, values and returns of one value function, [entries] each. */
export interface Foreseen {
  readonly advantages: Float64Array;
  readonly values: ArrayLike<number>;
  readonly returns: Float64Array;
}

/** Makes one advantage of several, [entries], and says what it did; what it draws comes from `random`. */
export type Mixer = (
  heads: readonly Foreseen[],
  random: Random,
) => {
  readonly mixed: Float64Array;
  readonly measures: Readonly<Measures>;
};

/** Σ_k share_k·A_k of every entry. */
export function byShares(shares: ArrayLike<number>): (heads: readonly Foreseen[]) => ReturnType<Mixer> {
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
 * mean of each w_k is measured as routeWeight0 …; `permuted` deals the weights of each entry out to other functions at random.
 */
export function byError(temperature: number, permuted = false): Mixer {
  return (heads, random) => {
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
      if (permuted) shuffle(weights, random);
      for (const [k, { advantages }] of heads.entries()) {
        mixed[at] += weights[k] * advantages[at];
        means[k] += weights[k] / entries;
      }
    }
    return { mixed, measures: Object.fromEntries(Array.from(means, (mean, k) => [`routeWeight${k}`, mean])) };
  };
}

/**
 * Σ_k w_k·A_k [batch] with w = softmax(routes), differentiable in the routes, and means over the batch. Consumes routes and
 * advantages [batch × K].
 */
export function byRoutes(routes: np.Array, advantages: np.Array) {
  const logs = nn.logSoftmax(routes, -1);
  const weights = np.exp(logs.ref);
  const agrees = np.argmax(weights.ref, 1).equal(np.argmax(advantages.ref, 1)).astype(np.float32);
  return {
    mixed: np.sum(weights.ref.mul(advantages), 1),
    /** Share of entries in which the heaviest weight lies on the largest advantage: chance is 1/K. */
    hackRate: np.mean(agrees),
    entropy: np.mean(np.sum(weights.mul(logs), 1)).mul(-1),
  };
}
