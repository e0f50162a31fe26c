// Exact returns of policies that look at the clock: one action for each step of an episode and each state.

import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";

/** E[Σ r] of an episode of `horizon` steps under actions [horizon × states], from where the process begins. */
export function stagePolicyReturn(mdp: TabularMdp, policy: ArrayLike<number>, horizon: number): number {
  const { states: S, actions: A } = mdp;
  let later = new Float64Array(S);
  let values = new Float64Array(S);
  for (let h = horizon - 1; h >= 0; h--) {
    for (let s = 0; s < S; s++) {
      const action = policy[h * S + s];
      values[s] = mdp.reward[s * A + action] + mdp.discount * expectedNext(mdp, s, action, later);
    }
    [later, values] = [values, later];
  }
  let sum = 0;
  for (let s = 0; s < S; s++) sum += mdp.start[s] * later[s];
  return sum;
}
