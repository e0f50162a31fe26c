// Optimal values of finite decision processes: hard, soft (entropy-regularised) and over a finite horizon.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { actionValues, policyValues } from "./evaluation.ts";
import { deterministicPolicy } from "./policy.ts";

/** Values and action values of an optimal policy. */
export interface Solution {
  /** [states] */
  readonly values: Float64Array;
  /** [states × actions] */
  readonly actionValues: Float64Array;
  readonly sweeps: number;
}

/** How far to go. */
export interface IterationOptions {
  /** Stop when no value moved by more than this in a sweep; the error is then below tolerance·γ/(1 − γ). Default 1e-12. */
  readonly tolerance?: number;
  /** Default 1,000,000. */
  readonly maxSweeps?: number;
}

/** V(s) = max_a [r(s,a) + γE V(s')] (Bellman, 1957), by Gauss-Seidel sweeps. Throws where they do not settle. */
export function valueIteration(mdp: TabularMdp, options: IterationOptions = {}): Solution {
  return iterate(mdp, options, 0);
}

/** V(s) = α·log Σ_a exp(Q(s,a)/α): the value of the best policy with an entropy bonus of weight `temperature` α > 0. */
export function softValueIteration(mdp: TabularMdp, temperature: number, options: IterationOptions = {}): Solution {
  return iterate(mdp, options, temperature);
}

/** Both of the above; hard where `temperature` is 0. */
function iterate(
  mdp: TabularMdp,
  { tolerance = 1e-12, maxSweeps = 1_000_000 }: IterationOptions,
  temperature: number,
): Solution {
  const { states: S, actions: A, terminal } = mdp;
  const values = new Float64Array(S);
  const q = new Float64Array(S * A);
  for (let sweep = 1; sweep <= maxSweeps; sweep++) {
    let moved = 0;
    for (let s = 0; s < S; s++) {
      if (terminal[s] === 1) continue;
      const most = lookAhead(mdp, s, values, q);
      const value = temperature > 0 ? soft(q, s * A, A, most, temperature) : most;
      const change = Math.abs(value - values[s]);
      if (change > moved) moved = change;
      values[s] = value;
    }
    if (moved <= tolerance) {
      for (let s = 0; s < S; s++) if (terminal[s] === 0) lookAhead(mdp, s, values, q);
      return { values, actionValues: q, sweeps: sweep };
    }
  }
  throw new Error(
    `value iteration did not settle in ${maxSweeps} sweeps; with a discount of ${mdp.discount}, does every policy end?`,
  );
}

/** Writes r(s,a) + γE V(s') of every action of `s` into `q`, and gives the largest. */
function lookAhead(mdp: TabularMdp, s: number, values: Float64Array, q: Float64Array): number {
  const { actions: A, discount, reward, offset, next, probability } = mdp;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = s * A; at < (s + 1) * A; at++) {
    let later = 0;
    for (let k = offset[at]; k < offset[at + 1]; k++) later += probability[k] * values[next[k]];
    const value = reward[at] + discount * later;
    q[at] = value;
    if (value > most) most = value;
  }
  return most;
}

/** α·log Σ_a exp(q_a/α) of a row whose largest entry is `most`. */
function soft(q: Float64Array, row: number, actions: number, most: number, temperature: number): number {
  let sum = 0;
  // exp is most of the work, and the best action's is 1.
  for (let at = row; at < row + actions; at++) sum += q[at] === most ? 1 : Math.exp((q[at] - most) / temperature);
  return most + temperature * Math.log(sum);
}

/** Optimal values with t steps to go, [horizon + 1][states]; row 0 is zero. The process's own discount applies. */
export function finiteHorizonValues(mdp: TabularMdp, horizon: number): Float64Array[] {
  const q = new Float64Array(mdp.states * mdp.actions);
  const rows = [new Float64Array(mdp.states)];
  for (let t = 1; t <= horizon; t++) {
    const later = rows[t - 1];
    const row = new Float64Array(mdp.states);
    for (let s = 0; s < mdp.states; s++) if (mdp.terminal[s] === 0) row[s] = lookAhead(mdp, s, later, q);
    rows.push(row);
  }
  return rows;
}

/** An optimal deterministic policy with its exact values. */
export interface OptimalPolicy {
  /** [states] */
  readonly choice: Int32Array;
  readonly values: Float64Array;
  readonly actionValues: Float64Array;
  readonly rounds: number;
}

/** Improves from `first` (default action 0 everywhere); keeps an action unless another is better by more than 1e-12 relative. */
export function policyIteration(mdp: TabularMdp, first?: ArrayLike<number>): OptimalPolicy {
  const { states: S, actions: A } = mdp;
  const choice = first === undefined ? new Int32Array(S) : Int32Array.from(first);
  for (let rounds = 1; ; rounds++) {
    const values = policyValues(mdp, deterministicPolicy(mdp, choice));
    const q = actionValues(mdp, values);
    let stable = true;
    for (let s = 0; s < S; s++) {
      if (mdp.terminal[s] === 1) continue;
      let best = choice[s];
      for (let a = 0; a < A; a++) {
        if (q[s * A + a] > q[s * A + best] + 1e-12 * Math.max(1, Math.abs(q[s * A + best]))) best = a;
      }
      if (best !== choice[s]) {
        choice[s] = best;
        stable = false;
      }
    }
    if (stable) return { choice, values, actionValues: q, rounds };
    if (rounds > 10_000) throw new Error("policy iteration did not settle in 10,000 rounds");
  }
}
