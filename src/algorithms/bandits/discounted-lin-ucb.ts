// D-LinUCB: LinUCB that forgets, for worlds that change (Russac, Vernade & Cappé, 2019).

import { ellipse } from "../../math/ellipse.ts";
import type { LinearLearner } from "./learner.ts";
import { type LinUcbOptions, mostHopeful, solve } from "./lin-ucb.ts";

/** What D-LinUCB is made from. */
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
