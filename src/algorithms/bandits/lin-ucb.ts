// LinUCB: pull the arm whose linear payoff could still be the largest. Ridge regression is kept up to date one vector at a time.

import { ellipse } from "../../math/ellipse.ts";
import type { LinearLearner } from "./learner.ts";

/** What LinUCB is made from. */
export interface LinUcbOptions {
  readonly arms: number;
  /** d: numbers of an arm's vector. */
  readonly dimension: number;
  /** λ > 0. */
  readonly ridge: number;
  /** β: how many deviations an estimate may be off. `samples` were learned from so far. */
  width(samples: number): number;
}

/** A learner that shows what it believes a unit of each of a vector's numbers to pay. */
export interface LinUcb extends LinearLearner {
  /** [dimension] */
  readonly estimate: Float64Array;
}

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
