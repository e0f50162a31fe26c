// One episode of a learner in tables, its returns, and the score function of a softmax policy along it.

import type { Policy } from "../planning/policy.ts";

/** States, actions and pay of one episode; entries from `length` on are old. */
export interface Trajectory {
  length: number;
  readonly states: Int32Array;
  readonly actions: Int32Array;
  readonly pay: Float64Array;
}

/** Room for `horizon` steps. */
export function trajectory(horizon: number): Trajectory {
  return {
    length: 0,
    states: new Int32Array(horizon),
    actions: new Int32Array(horizon),
    pay: new Float64Array(horizon),
  };
}

/** Appends a step. Throws where the episode is longer than the room made for it. */
export function record(path: Trajectory, state: number, action: number, pay: number): void {
  if (path.length === path.states.length) throw new Error(`an episode of more than ${path.length} steps`);
  path.states[path.length] = state;
  path.actions[path.length] = action;
  path.pay[path.length++] = pay;
}

/** Writes G_t = Σ_{j≥t} γ^(j−t)·pay_j for every step to `returns`. */
export function discountedReturns({ length, pay }: Trajectory, discount: number, returns: Float64Array): void {
  let value = 0;
  for (let t = length - 1; t >= 0; t--) {
    value = pay[t] + discount * value;
    returns[t] = value;
  }
}

/**
 * Adds Σ_t weight_t·∇log π(a_t|s_t) to `gradient` [states × actions], with respect to the logits of a softmax policy:
 * weight·(1[b = a] − π(b|s)) in the row of each visited state (Williams, 1992).
 */
export function addScores(
  path: Trajectory,
  weights: Float64Array,
  policy: Policy,
  actions: number,
  gradient: Float64Array,
): void {
  for (let t = 0; t < path.length; t++) {
    const row = path.states[t] * actions;
    const weight = weights[t];
    if (weight === 0) continue;
    for (let b = 0; b < actions; b++) gradient[row + b] -= weight * policy[row + b];
    gradient[row + path.actions[t]] += weight;
  }
}
