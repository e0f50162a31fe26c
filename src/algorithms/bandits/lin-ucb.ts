// LinUCB: pull the arm whose linear payoff could still be the largest; with what was seen fading (D-LinUCB), and with the last payoffs
// beside the vectors. Ridge regression is kept up to date one vector at a time.

import { ellipse } from "../../math/ellipse.ts";
import type { LinearLearner } from "./learner.ts";

export interface LinUcbOptions {
  readonly arms: number;
  /** d: numbers of an arm's vector. */
  readonly dimension: number;
  /** λ > 0. */
  readonly ridge: number;
  /** β: how many deviations an estimate may be off. `samples` were learned from so far. */
  width(samples: number): number;
}

/** A learner that shows what it believes a unit of each of a vector's numbers to pay, [dimension]. */
export type LinUcb = LinearLearner & { readonly estimate: Float64Array };

/**
 * Pulls the arm of the largest <ĥ, u> + β·√(uᵀV⁻¹u), V = λI + Σuuᵀ, ĥ = V⁻¹Σuy, of equals the first; the first arm is any
 * (Abbasi-Yadkori, Pál & Szepesvári, 2011, with a finite set of arms). It learns from the vector that the arm had when it was chosen.
 */
export function linUcb({ arms, dimension, ridge, width }: LinUcbOptions): LinUcb {
  const shape = ellipse(dimension, ridge);
  const sum = new Float64Array(dimension);
  const estimate = new Float64Array(dimension);
  const played = new Float64Array(dimension);
  let samples = 0;
  return {
    estimate,
    choose(features, random) {
      const best =
        samples === 0 ? random.integer(arms) : mostHopeful(arms, features, estimate, width(samples), shape.square);
      for (let k = 0; k < dimension; k++) played[k] = features[best * dimension + k];
      return best;
    },
    learn(payoff) {
      samples += 1;
      shape.add(played);
      for (let k = 0; k < dimension; k++) sum[k] += played[k] * payoff;
      solve(shape.inverse, sum, estimate);
    },
  };
}

/** The arm of the largest <ĥ, u> + width·√(spread of u), of equals the first; `spread` is told where an arm's vector begins. */
export function mostHopeful(
  arms: number,
  features: ArrayLike<number>,
  estimate: Float64Array,
  width: number,
  spread: (features: ArrayLike<number>, at: number) => number,
): number {
  const d = estimate.length;
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let arm = 0, at = 0; arm < arms; arm++, at += d) {
    let index = width * Math.sqrt(spread(features, at));
    for (let k = 0; k < d; k++) index += estimate[k] * features[at + k];
    if (index > highest) {
      highest = index;
      best = arm;
    }
  }
  return best;
}

/** V⁻¹b into `out`. */
export function solve(inverse: Float64Array, b: Float64Array, out: Float64Array): void {
  const n = b.length;
  for (let i = 0; i < n; i++) {
    let total = 0;
    for (let j = 0; j < n; j++) total += inverse[i * n + j] * b[j];
    out[i] = total;
  }
}

export interface DiscountedLinUcbOptions extends LinUcbOptions {
  /** γ in (0, 1]: what a sample counts one round later. */
  readonly discount: number;
}

/**
 * Pulls the arm of the largest <ĥ, u> + β·√(uᵀV⁻¹ṼV⁻¹u) with V ← γV + uuᵀ + (1 − γ)λI, Ṽ ← γ²Ṽ + uuᵀ + (1 − γ²)λI and ĥ = V⁻¹Σγ^(t−s)u_s·y_s.
 * With γ = 1 it is LinUCB.
 */
export function discountedLinUcb(options: DiscountedLinUcbOptions): LinearLearner {
  const { arms, dimension: d, ridge, width, discount } = options;
  const shape = ellipse(d, ridge);
  const squares = new Float64Array(d * d);
  for (let k = 0; k < d; k++) squares[k * d + k] = ridge;
  const sum = new Float64Array(d);
  const estimate = new Float64Array(d);
  const played = new Float64Array(d);
  const turned = new Float64Array(d);
  const fade = discount * discount;
  let samples = 0;
  /** uᵀV⁻¹ṼV⁻¹u of the vector at `at`. */
  const spread = (features: ArrayLike<number>, at: number): number => {
    for (let i = 0; i < d; i++) {
      let total = 0;
      for (let j = 0; j < d; j++) total += shape.inverse[i * d + j] * features[at + j];
      turned[i] = total;
    }
    let square = 0;
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) square += turned[i] * squares[i * d + j] * turned[j];
    return square;
  };
  return {
    choose(features, random) {
      const best = samples === 0 ? random.integer(arms) : mostHopeful(arms, features, estimate, width(samples), spread);
      for (let k = 0; k < d; k++) played[k] = features[best * d + k];
      return best;
    },
    learn(payoff) {
      samples += 1;
      shape.fade(discount);
      shape.add(played);
      for (let i = 0; i < d; i++) {
        sum[i] = discount * sum[i] + played[i] * payoff;
        for (let j = 0; j < d; j++) squares[i * d + j] = fade * squares[i * d + j] + played[i] * played[j];
        squares[i * d + i] += (1 - fade) * ridge;
      }
      solve(shape.inverse, sum, estimate);
    },
  };
}

/**
 * Shows `make`'s learner vectors of dimension + lags numbers: an arm's own, then the last `lags` payoffs, newest first, 0 before there were any. The
 * payoffs are the same for all arms, so that they explain what an arm is not to be praised for.
 */
export function lagged(
  arms: number,
  dimension: number,
  lags: number,
  make: (dimension: number) => LinearLearner,
): LinearLearner {
  const width = dimension + lags;
  const learner = make(width);
  const shown = new Float64Array(arms * width);
  const past = new Float64Array(lags);
  return {
    choose(features, random) {
      for (let arm = 0; arm < arms; arm++) {
        for (let k = 0; k < dimension; k++) shown[arm * width + k] = features[arm * dimension + k];
        for (let k = 0; k < lags; k++) shown[arm * width + dimension + k] = past[k];
      }
      return learner.choose(shown, random);
    },
    learn(payoff) {
      learner.learn(payoff);
      past.copyWithin(1, 0, lags - 1);
      if (lags > 0) past[0] = payoff;
    },
  };
}
