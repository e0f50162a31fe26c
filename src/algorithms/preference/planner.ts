// What a dueling learner knows of where actions lead and how it plans under a reward that it believes in, here in a world that is drawn
// from what is believed: a Dirichlet posterior for where each action leads, the same at all steps of an episode.
// Source: Wu & Sun, arXiv 2310.14554, ICLR 2024 (the Thompson-sampling variant); Strens, 2000.

import type { Random } from "../../core/random.ts";
import type { FeatureSpace } from "../../environments/tabular/feature-space.ts";
import { drawGamma } from "../../math/beta-draw.ts";

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

/** The prior: Dirichlet with `concentration` > 0 for each state that may come next. */
export interface PosteriorModelOptions {
  readonly space: FeatureSpace;
  readonly concentration: number;
}

/** A planner that draws one model for each plan, and is optimal in it. */
export function posteriorModel({ space, concentration }: PosteriorModelOptions): StagePlanner {
  const { states: S, actions: A, horizon: H, features } = space;
  const counts = new Float64Array(S * A * S).fill(concentration);
  const model = new Float64Array(S * A * S);
  const reward = new Float64Array(S * A);
  const values = new Float64Array(S);
  const later = new Float64Array(S);
  return {
    record(_stage, state, action, next, weight = 1) {
      counts[(state * A + action) * S + next] += weight;
    },
    plan(theta, random, policy) {
      for (let at = 0; at < S * A; at++) {
        reward[at] = linearReward(features, at, theta);
        let total = 0;
        for (let k = at * S; k < (at + 1) * S; k++) {
          model[k] = drawGamma(counts[k], random);
          total += model[k];
        }
        for (let k = at * S; k < (at + 1) * S; k++) model[k] /= total;
      }
      values.fill(0);
      for (let h = H - 1; h >= 0; h--) {
        later.set(values);
        for (let s = 0; s < S; s++) {
          let most = Number.NEGATIVE_INFINITY;
          for (let a = 0; a < A; a++) {
            const at = s * A + a;
            let q = reward[at];
            for (let next = 0; next < S; next++) q += model[at * S + next] * later[next];
            if (q > most) {
              most = q;
              policy[h * S + s] = a;
            }
          }
          values[s] = most;
        }
      }
    },
  };
}
