// The long run without discounting: gain (average reward per step), bias (what a state is worth beside the others) and
// span of the optimum, by relative value iteration. Processes have to be communicating, or at least have one gain from
// everywhere; what is paid once at an end has no average.

import { expectedNext, type TabularMdp } from "./mdp.ts";

/** What the long run is worth. */
export interface AverageReward {
  /** J, reward per step. */
  readonly gain: number;
  /** V, [states], with V(0) = 0: biases are determined up to a constant only. */
  readonly bias: Float64Array;
}

/** The optimum of the long run. */
export interface AverageOptimum extends AverageReward {
  /** Q(s, a) = r(s, a) + E V(s') − J, [states × actions]; max_a Q(s, a) = V(s) up to the tolerance. */
  readonly actionValues: Float64Array;
  /** max V − min V. */
  readonly span: number;
}

/** How to iterate. */
export interface RelativeIterationOptions {
  /** Stop when the gain is known to ± half of this. Default 1e-12. */
  readonly tolerance?: number;
  /** Default 1,000,000. */
  readonly maxSweeps?: number;
  /** τ in (0, 1]: share of a sweep that is taken; below 1 periodic processes settle too. Default 0.9. */
  readonly step?: number;
}

/** max v − min v */
export function span(values: ArrayLike<number> & Iterable<number>): number {
  return Math.max(...values) - Math.min(...values);
}

/**
 * J + V(s) = max_a [r(s, a) + E V(s')] by relative value iteration (White, 1963) under the aperiodicity transform
 * P ← (1 − τ)I + τP, r ← τr (Puterman, 1994, section 8.5.4), which leaves V alone: V ← V + τ(TV − V) − (its value in state 0).
 * J lies between the least and the largest TV − V. Undefined where they do not meet within `maxSweeps`. Throws where a state is
 * terminal.
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

/** The fixed point, up to a constant, of any backup TV that is monotone and moves with constants; undefined where it is not reached. */
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
