// How much better than expected each step of a batch of rollouts turned out: generalised advantage estimation, with the
// world's own endings kept apart from cut-offs. Pure arithmetic on arrays; who learns from it is no matter here.

import { Status } from "../../core/environment.ts";

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
