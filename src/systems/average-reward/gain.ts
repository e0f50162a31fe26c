// The long run without discounting: gain (average reward per step), bias (what a state is worth beside the others) and
// span of policies and of the optimum, by relative value iteration and by one linear solve. Processes have to
// be communicating, or at least have one gain from everywhere; what is paid once at an end has no average.

import { policyReward, transitionMatrix } from "../../algorithms/planning/evaluation.ts";
import type { Policy } from "../../algorithms/planning/policy.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { linearSolve } from "../../math/linear-solve.ts";

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
  readonly sweeps: number;
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
 * J lies between the least and the largest TV − V. Throws where they do not meet within `maxSweeps`, and where a state is
 * terminal.
 */
export function relativeValueIteration(mdp: TabularMdp, options: RelativeIterationOptions = {}): AverageOptimum {
  goesOn(mdp);
  const backup = (values: Float64Array, into: Float64Array) => {
    for (let s = 0; s < mdp.states; s++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < mdp.actions; a++) {
        most = Math.max(most, mdp.reward[s * mdp.actions + a] + expectedNext(mdp, s, a, values));
      }
      into[s] = most;
    }
  };
  const { gain, bias, sweeps } = settle(mdp.states, backup, options);
  const actionValues = Float64Array.from(mdp.reward, (r, at) => {
    const s = Math.floor(at / mdp.actions);
    return r + expectedNext(mdp, s, at - s * mdp.actions, bias) - gain;
  });
  return { gain, bias, actionValues, span: span(bias), sweeps };
}

/** The fixed point, up to a constant, of any backup TV that is monotone and moves with constants. */
export function settle(
  states: number,
  backup: (values: Float64Array, into: Float64Array) => void,
  { tolerance = 1e-12, maxSweeps = 1_000_000, step = 0.9 }: RelativeIterationOptions,
): AverageReward & { readonly sweeps: number } {
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
    if (high - low <= tolerance) return { gain: (low + high) / 2, bias, sweeps: sweep };
    const reference = bias[0] + step * (next[0] - bias[0]);
    for (let s = 0; s < states; s++) bias[s] += step * (next[s] - bias[s]) - reference;
  }
  throw new Error(
    `relative value iteration did not settle in ${maxSweeps} sweeps; is there one gain from every state?`,
  );
}

/**
 * Gain and bias of a policy whose chain has one recurrent class: J + V = r_π + P_π V with V(0) = 0, one linear solve.
 * Throws where there are several classes: the system is singular then.
 */
export function policyAverage(mdp: TabularMdp, policy: Policy): AverageReward {
  goesOn(mdp);
  const { states: S } = mdp;
  const matrix = transitionMatrix(mdp, policy);
  // Unknowns J, V(1) … V(S−1): state 0's column of I − P holds the gain instead.
  const system = matrix.map((p) => -p);
  for (let s = 0; s < S; s++) {
    system[s * S + s] += 1;
    system[s * S] = 1;
  }
  const bias = linearSolve(system, policyReward(mdp, policy));
  const gain = bias[0];
  bias[0] = 0;
  return { gain, bias };
}

/** Share of time in each state under a policy with one recurrent class: π = πP_π, Σπ = 1. */
export function stationaryDistribution(mdp: TabularMdp, policy: Policy): Float64Array {
  goesOn(mdp);
  const { states: S } = mdp;
  const matrix = transitionMatrix(mdp, policy);
  const system = new Float64Array(S * S);
  // One of the balance equations follows from the others; the sum takes its place.
  for (let t = 1; t < S; t++) for (let s = 0; s < S; s++) system[t * S + s] = (s === t ? 1 : 0) - matrix[s * S + t];
  system.fill(1, 0, S);
  const one = new Float64Array(S);
  one[0] = 1;
  return linearSolve(system, one);
}

/**
 * Deviation of the total reward per √step under a policy with one recurrent class, σ with Var(Σ r)/T → σ²: the total is JT,
 * a difference of biases and martingale steps r(s,a) + V(s') − J − V(s) (central limit theorem of Markov chains). Rewards
 * count with their expectations.
 */
export function rewardDeviation(mdp: TabularMdp, policy: Policy): number {
  const { gain, bias } = policyAverage(mdp, policy);
  const share = stationaryDistribution(mdp, policy);
  let variance = 0;
  for (let at = 0; at < policy.length; at++) {
    const s = Math.floor(at / mdp.actions);
    for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) {
      const step = mdp.reward[at] + bias[mdp.next[k]] - gain - bias[s];
      variance += share[s] * policy[at] * mdp.probability[k] * step ** 2;
    }
  }
  return Math.sqrt(variance);
}

/** The process, checked: the long run asks that nothing ends. */
function goesOn(mdp: TabularMdp): void {
  const end = mdp.terminal.indexOf(1);
  if (end >= 0) throw new Error(`state ${end} ends an episode: a process with an end has no average reward`);
}
