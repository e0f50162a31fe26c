// Least-squares value iteration with noise instead of optimism: each backup is a ridge regression on what was seen, plus a
// Gaussian as wide as the regression is unsure.
// Source: Wu & Sun, arXiv 2310.14554, ICLR 2024 (PR-LSVI); without preferences: Osband, Van Roy & Wen, 2016 (RLSVI).

import type { FeatureSpace } from "../../environments/tabular/feature-space.ts";
import { largestAt } from "../../math/largest.ts";
import { type Precision, precision } from "../../math/precision.ts";
import { linearReward, type StagePlanner } from "./planner.ts";

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
