// The step that every update rule ends in: a policy's table goes down a weighted log-likelihood.

import { rowGradient } from "../tabular/group-ascent.ts";
import { addEntropyGradient, type SoftmaxTable } from "../tabular/softmax-policy.ts";
import type { TableRollout } from "./life.ts";

/**
 * One step down mean_t(log π(a_t|s_t)·weights_t) − entropy·mean_t H(π(·|s_t)), the gradient's norm clipped to `clip`. Weights are constants:
 * minus an advantage, or what a learned rule says. Only logits of visited rows move.
 */
export function policyStep(states: number, actions: number) {
  const gradient = rowGradient(states, actions);
  /** Sums of weights, and visits, by state. */
  const total = new Float64Array(states);
  const visits = new Float64Array(states);
  return (
    { states: at, actions: chosen }: Pick<TableRollout, "states" | "actions">,
    weights: ArrayLike<number>,
    table: SoftmaxTable,
    { step, clip, entropy }: { readonly step: number; readonly clip: number; readonly entropy: number },
  ): void => {
    const { values, rows } = gradient;
    const { policy } = table;
    const share = 1 / at.length;
    for (let k = 0; k < at.length; k++) {
      const s = at[k];
      values[gradient.touch(s) + chosen[k]] += share * weights[k];
      total[s] += share * weights[k];
      visits[s] += share;
    }
    const count = gradient.count();
    for (let k = 0; k < count; k++) {
      const s = rows[k];
      const row = s * actions;
      for (let b = row; b < row + actions; b++) values[b] -= total[s] * policy[b];
      if (entropy !== 0) addEntropyGradient(policy, row, actions, -entropy * visits[s], values);
      total[s] = 0;
      visits[s] = 0;
    }
    gradient.descend(table.logits, step, clip);
    for (let k = 0; k < count; k++) table.refresh(rows[k]);
  };
}
