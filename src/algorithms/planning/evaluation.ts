// What a policy is worth in a finite decision process, exactly: values by one linear solve, occupancies by another.

import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import type { Policy } from "./policy.ts";

/** P_π [states × states], row-major: where a policy leads from each state. Terminal states lead nowhere. */
export function transitionMatrix(mdp: TabularMdp, policy: Policy): Float64Array {
  const { states: S, actions: A } = mdp;
  const matrix = new Float64Array(S * S);
  for (let s = 0; s < S; s++) {
    if (mdp.terminal[s] === 1) continue;
    for (let a = 0; a < A; a++) {
      const weight = policy[s * A + a];
      if (weight === 0) continue;
      const at = s * A + a;
      for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++)
        matrix[s * S + mdp.next[k]] += weight * mdp.probability[k];
    }
  }
  return matrix;
}

/** r_π [states]. */
export function policyReward(mdp: TabularMdp, policy: Policy): Float64Array {
  const { states: S, actions: A } = mdp;
  return Float64Array.from({ length: S }, (_, s) => {
    let sum = 0;
    for (let a = 0; a < A; a++) sum += policy[s * A + a] * mdp.reward[s * A + a];
    return sum;
  });
}

/** V_π = (I − γP_π)⁻¹ r_π, [states]. With γ = 1 every policy asked about must end. */
export function policyValues(mdp: TabularMdp, policy: Policy): Float64Array {
  return linearSolve(discounted(transitionMatrix(mdp, policy), mdp), policyReward(mdp, policy));
}

/** Q(s, a) = r(s, a) + γE[V(s')], [states × actions]. */
export function actionValues(mdp: TabularMdp, values: ArrayLike<number>): Float64Array {
  const { states: S, actions: A } = mdp;
  const q = new Float64Array(S * A);
  for (let s = 0; s < S; s++) {
    for (let a = 0; a < A; a++) {
      q[s * A + a] = mdp.terminal[s] === 1 ? 0 : mdp.reward[s * A + a] + mdp.discount * expectedNext(mdp, s, a, values);
    }
  }
  return q;
}

/** Σ_t γ^t P(s_t = s), [states], from the process's first states: unnormalised discounted occupancy. */
export function occupancy(mdp: TabularMdp, policy: Policy, start: ArrayLike<number> = mdp.start): Float64Array {
  const { states: S } = mdp;
  const matrix = transitionMatrix(mdp, policy);
  const transposed = new Float64Array(S * S);
  for (let s = 0; s < S; s++) for (let t = 0; t < S; t++) transposed[t * S + s] = matrix[s * S + t];
  return linearSolve(discounted(transposed, mdp), start);
}

/** Expected discounted return from the process's first states. */
export function expectedReturn(mdp: TabularMdp, policy: Policy): number {
  return policyValues(mdp, policy).reduce((sum, value, s) => sum + mdp.start[s] * value, 0);
}

function discounted(matrix: Float64Array, { states: S, discount }: TabularMdp): Float64Array {
  const system = matrix.map((p) => -discount * p);
  for (let s = 0; s < S; s++) system[s * S + s] += 1;
  return system;
}
