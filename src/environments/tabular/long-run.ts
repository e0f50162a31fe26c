// Average-reward optima: gain (average reward per step), bias (relative value of states) and span, by relative value iteration. The process
// must be communicating, or at least have the same gain from every state; terminal states are not permitted.

import { expectedNext, type TabularMdp } from "./mdp.ts";

/** Average reward and relative values. */
export interface AverageReward {
  /** Gain J, reward per step. */
  readonly gain: number;
  /** Bias V, [states], normalised to V(0) = 0 because it is determined only up to a constant. */
  readonly bias: Float64Array;
}

export interface AverageOptimum extends AverageReward {
  /** Q(s, a) = r(s, a) + E V(s') − J, [states × actions]; max_a Q(s, a) = V(s) up to the tolerance. */
  readonly actionValues: Float64Array;
  /** Span of the bias, max V − min V. */
  readonly span: number;
}

export interface RelativeIterationOptions {
  /** Tolerance: stops when the gain is known to ± half of it. Default 1e-12. */
  readonly tolerance?: number;
  /** Maximum number of sweeps. Default 1,000,000. */
  readonly maxSweeps?: number;
  /** Relaxation τ in (0, 1] of a sweep; below 1, periodic processes converge too. Default 0.9. */
  readonly step?: number;
}

/** Span of values, max v − min v. */
export function span(values: ArrayLike<number> & Iterable<number>): number {
  return Math.max(...values) - Math.min(...values);
}

/**
 * Solves J + V(s) = max_a [r(s, a) + E V(s')] by relative value iteration (White, 1963) with the aperiodicity transform P ← (1 − τ)I + τP,
 * r ← τr (Puterman, 1994, section 8.5.4), which does not change V: V ← V + τ(TV − V) − (its value in state 0). J lies between the minimum
 * and the maximum of TV − V. Undefined where these do not meet within `maxSweeps`. Throws where a state is terminal.
 */
export function relativeValueIteration(
  mdp: TabularMdp,
  options: RelativeIterationOptions = {},
): AverageOptimum | undefined {
  const end = mdp.terminal.indexOf(1);
  if (end >= 0) throw new Error(`state ${end} ends an episode: a process with an end has no average reward`);
  const backup = (values: Float64Array, into: Float64Array) => {
    for (let s = 0; s < mdp.states; s++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < mdp.actions; a++) {
        most = Math.max(most, mdp.reward[s * mdp.actions + a] + expectedNext(mdp, s, a, values));
      }
      into[s] = most;
    }
  };
  const settled = settle(mdp.states, backup, options);
  if (settled === undefined) return undefined;
  const { gain, bias } = settled;
  const actionValues = Float64Array.from(mdp.reward, (r, at) => {
    const s = Math.floor(at / mdp.actions);
    return r + expectedNext(mdp, s, at - s * mdp.actions, bias) - gain;
  });
  return { gain, bias, actionValues, span: span(bias) };
}

/** Fixed point, up to a constant, of a backup TV that is monotone and commutes with adding constants; undefined where it is not reached. */
export function settle(
  states: number,
  backup: (values: Float64Array, into: Float64Array) => void,
  { tolerance = 1e-12, maxSweeps = 1_000_000, step = 0.9 }: RelativeIterationOptions,
): AverageReward | undefined {
  const bias = new Float64Array(states);
  const next = new Float64Array(states);
  for (let sweep = 1; sweep <= maxSweeps; sweep++) {
    backup(bias, next);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let s = 0; s < states; s++) {
      const change = next[s] - bias[s];
      if (change < low) low = change;
      if (change > high) high = change;
    }
    if (high - low <= tolerance) return { gain: (low + high) / 2, bias };
    const reference = bias[0] + step * (next[0] - bias[0]);
    for (let s = 0; s < states; s++) bias[s] += step * (next[s] - bias[s]) - reference;
  }
  return undefined;
}
