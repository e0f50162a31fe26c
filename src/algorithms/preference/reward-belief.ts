// What a learner believes of the reward θ: from answers to comparisons, or from pay that it saw. The belief is drawn from when
// planning, and its width says whether a pair is worth a question.
// Source: Wu & Sun, arXiv 2310.14554, ICLR 2024.

import type { Random } from "../../core/random.ts";
import {
  type PreferenceLog,
  type PreferenceNewton,
  preferenceLog,
  preferenceNewton,
} from "../../feedback/preference-newton.ts";
import { solveUpper } from "../../math/cholesky.ts";
import { addNoise, normIn, type Precision, precision } from "../../math/precision.ts";

export interface RewardBelief {
  /** θ̂, [dimension]. */
  readonly estimate: Float64Array;
  draw(random: Random, into: Float64Array): void;
  /** E|(θ₀ − θ₁)ᵀx| of two independent draws. */
  disagreement(x: ArrayLike<number>): number;
}

/** For (θ₀ − θ₁)ᵀx ~ N(0, 2σ²‖x‖²), ‖x‖ in S⁻¹: 2σ‖x‖/√π. */
export function expectedDisagreement(deviation: number, norm: number): number {
  return (2 * deviation * norm) / Math.sqrt(Math.PI);
}

/** A belief that learns from comparisons. */
export interface ComparisonBelief extends RewardBelief {
  readonly log: PreferenceLog;
  readonly fit: PreferenceNewton;
  /** S_r = λI + Σ xxᵀ over pairs that were asked. */
  readonly seen: Precision;
  /** Told the answer to a pair with x = φ(first) − φ(second). */
  learn(x: ArrayLike<number>, firstPreferred: boolean): void;
}

/** How comparisons become a belief. */
export interface ComparisonOptions {
  readonly dimension: number;
  /** λ > 0, of the fit and of S_r. */
  readonly ridge: number;
  /** β > 0 of P(first) = σ(β·θᵀx), which the learner knows. */
  readonly slope: number;
  /** σ_r ≥ 0: draws from N(θ̂, σ_r²S_r⁻¹); or "posterior": from Laplace's approximation, N(θ̂, (λI + β²Σ P(1 − P)xxᵀ)⁻¹). */
  readonly width: number | "posterior";
}

/** Maximum likelihood with a Gaussian around it. */
export function comparisonBelief({ dimension: n, ridge, slope, width }: ComparisonOptions): ComparisonBelief {
  const log = preferenceLog(n);
  const fit = preferenceNewton(n, { ridge, slope });
  const seen = precision(n, ridge);
  const work = new Float64Array(n);
  const [factor, deviation] = width === "posterior" ? [fit.factor, 1] : [seen.factor, width];
  return {
    estimate: fit.theta,
    log,
    fit,
    seen,
    draw(random, into) {
      into.fill(0);
      addNoise(into, deviation, random);
      solveUpper(factor, n, into);
      for (let k = 0; k < n; k++) into[k] += fit.theta[k];
    },
    disagreement: (x) => expectedDisagreement(deviation, normIn(factor, n, x, work)),
    learn(x, firstPreferred) {
      log.add(x, firstPreferred);
      seen.add(x);
      fit.fit(log);
    },
  };
}

/** A belief that learns from pay for single steps, as a learner has it who is told the reward. */
export interface ObservedBelief extends RewardBelief {
  learn(features: ArrayLike<number>, reward: number): void;
}

/** Ridge regression with N(θ̂, σ_r²S⁻¹), S = λI + Σ φφᵀ. */
export function observedBelief(n: number, ridge: number, deviation: number): ObservedBelief {
  const seen = precision(n, ridge);
  const moments = new Float64Array(n);
  const estimate = new Float64Array(n);
  return {
    estimate,
    draw(random, into) {
      into.set(moments);
      seen.draw(into, deviation, random);
    },
    disagreement: (x) => expectedDisagreement(deviation, seen.norm(x)),
    learn(features, reward) {
      seen.add(features);
      for (let k = 0; k < n; k++) moments[k] += reward * features[k];
      estimate.set(moments);
      seen.solve(estimate);
    },
  };
}
