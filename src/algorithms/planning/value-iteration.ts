// Optimal values of finite decision processes: hard, soft (entropy-regularised) and over a finite horizon; and policy iteration.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { lookAhead } from "../../environments/tabular/optimal-values.ts";
import { actionValues, policyValues } from "./evaluation.ts";
import { deterministicPolicy } from "./policy.ts";

export {
  type IterationOptions,
  type Solution,
  softValueIteration,
  valueIteration,
} from "../../environments/tabular/optimal-values.ts";

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
