// What a dueling learner knows of where actions lead and how it plans under a reward that it believes in, here in a world that is drawn
// from what is believed: a Dirichlet posterior for where each action leads, the same at all steps of an episode.
// Source: Wu & Sun, arXiv 2310.14554, ICLR 2024 (the Thompson-sampling variant); Strens, 2000.

import type { Random } from "../../core/random.ts";
import type { FeatureSpace } from "../../environments/tabular/feature-space.ts";
import { drawGamma } from "../../math/beta-draw.ts";
import { largestAt } from "../../math/largest.ts";
import { type Precision, precision } from "../../math/precision.ts";

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

/** How backups are fitted and disturbed. */
export interface LeastSquaresOptions {
  readonly space: FeatureSpace;
  /** λ > 0. */
  readonly ridge: number;
  /** σ_P ≥ 0. */
  readonly deviation: number;
  /**
   * Where ‖φ‖ in S_h⁻¹ is up to `from`, the regression is believed, from `to` on it is replaced by the steps that are left, and in
   * between both are mixed; the paper's way. Default: the regression is always believed, and values are kept in [−H, H].
   */
  readonly trust?: { readonly from: number; readonly to: number };
}

/** A least-squares planner, which also tells its last action values. */
export interface LeastSquaresValues extends StagePlanner {
  /** Q of the last plan, [horizon × states × actions]. */
  readonly actionValues: Float64Array;
}

/**
 * Q_h(s, a) = θᵀφ + w·φᵀθ_h + (1 − w)·(steps left after h), θ_h ~ N(S_h⁻¹ Σ φ·V_{h+1}(s'), σ_P²·S_h⁻¹), S_h = λI + Σ φφᵀ, V = max_a Q; of
 * equal actions the first. Planning allocates nothing.
 */
export function leastSquaresValues({ space, ridge, deviation, trust }: LeastSquaresOptions): LeastSquaresValues {
  const { states: S, actions: A, horizon: H, dimension: d, features } = space;
  const known: Precision[] = Array.from({ length: H }, () => precision(d, ridge));
  // Σ φ(s, a)·1[s' = next], [horizon × states × dimension]: backups of any V are sums over it.
  const led = new Float64Array(H * S * d);
  const rows = Array.from({ length: S * A }, (_, at) => features.subarray(at * d, (at + 1) * d));
  const theta = new Float64Array(d);
  const values = new Float64Array(S);
  const actionValues = new Float64Array(H * S * A);

  function believed(stage: number, at: number): number {
    const reached = linearReward(features, at, theta);
    if (trust === undefined) return reached;
    const unsure = known[stage].norm(rows[at]);
    const w = Math.min(1, Math.max(0, (trust.to - unsure) / (trust.to - trust.from)));
    return w * reached + (1 - w) * (H - 1 - stage);
  }

  return {
    actionValues,
    record(stage, state, action, next, weight = 1) {
      const row = rows[state * A + action];
      known[stage].add(row, weight);
      const from = (stage * S + next) * d;
      for (let k = 0; k < d; k++) led[from + k] += weight * row[k];
    },
    plan(reward, random, policy) {
      values.fill(0);
      for (let h = H - 1; h >= 0; h--) {
        theta.fill(0);
        for (let s = 0, from = h * S * d; s < S; s++, from += d) {
          const value = values[s];
          if (value === 0) continue;
          for (let k = 0; k < d; k++) theta[k] += led[from + k] * value;
        }
        known[h].draw(theta, deviation, random);
        for (let s = 0; s < S; s++) {
          const row = (h * S + s) * A;
          for (let a = 0; a < A; a++) {
            const q = linearReward(features, s * A + a, reward) + believed(h, s * A + a);
            actionValues[row + a] = trust !== undefined ? q : q > H ? H : q < -H ? -H : q;
          }
          const best = largestAt(actionValues, row, A);
          values[s] = actionValues[row + best];
          policy[h * S + s] = best;
        }
      }
    },
  };
}
