// What a dueling learner knows of where actions lead, and how it plans under a reward that it believes in.

import type { Random } from "../../core/random.ts";

/** Records transitions, and plans. */
export interface StagePlanner {
  /** A transition at a step of an episode, which counts from 0; a whole distribution may be recorded by weights that add up to 1. */
  record(stage: number, state: number, action: number, next: number, weight?: number): void;
  /** Writes a policy, one action for each step and state [horizon × states], for the reward θᵀφ(s, a). */
  plan(theta: ArrayLike<number>, random: Random, policy: Int32Array): void;
}

/** θᵀφ(s, a) of row `at` = s·A + a. */
export function linearReward(features: Float64Array, at: number, theta: ArrayLike<number>): number {
  const d = theta.length;
  let sum = 0;
  for (let k = 0, from = at * d; k < d; k++) sum += features[from + k] * theta[k];
  return sum;
}
