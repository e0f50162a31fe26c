// Policy iteration (Howard, 1960): evaluate exactly, improve greedily, until nothing improves. Exact up to the solver.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { actionValues, policyValues } from "./evaluation.ts";
import { deterministicPolicy } from "./policy.ts";

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
