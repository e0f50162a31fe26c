// The shrinking dartboard: plays every arm as often as Hedge does, and seldom leaves one. The arm stays with the probability
// that its weight was left with, and only else is drawn anew (Geulen, Vöcking & Winkler 2010).

import { drawArm, exponentialWeights } from "./exponential-weights.ts";
import type { ObservingLearner } from "./observing.ts";

/** A dartboard that shows what it is about to do. */
export interface ShrinkingDartboard extends ObservingLearner {
  /** [arms] weights' shares after the last `learn`: what an arm is drawn from, and with which probability each is played. */
  readonly probabilities: Float64Array;
  /** [arms] chance of keeping each arm, w_k/(w_k before the last `learn`). */
  readonly kept: Float64Array;
}

/**
 * w_k ← w_k·(1 − η)^x_k, where x_k is (K/M)·loss_k of the M arms that are looked at and 0 of the others. By default all are;
 * else M of them are drawn evenly, whatever is played, so that E[x] is the loss. Then a round is left with a chance of at
 * most η: at most η·N switches are expected in N rounds.
 */
export function shrinkingDartboard(arms: number, rate: number, look = arms): ShrinkingDartboard {
  const weights = exponentialWeights(arms);
  const kept = new Float64Array(arms).fill(1);
  const wanted = new Uint8Array(arms);
  const order = Uint32Array.from({ length: arms }, (_, k) => k);
  const factor = (Math.log1p(-rate) * arms) / look;
  let arm = -1;
  return {
    probabilities: weights.probabilities,
    kept,
    choose(asked, random) {
      if (arm < 0 || (kept[arm] < 1 && random.uniform() >= kept[arm])) arm = drawArm(weights.probabilities, random);
      wanted.fill(look < arms ? 0 : 1);
      for (let k = 0; k < look && look < arms; k++) {
        const at = k + random.integer(arms - k);
        const drawn = order[at];
        order[at] = order[k];
        order[k] = drawn;
        wanted[drawn] = 1;
      }
      for (let k = 0; k < arms; k++) if (wanted[k] === 1) asked[k] = 1;
      return arm;
    },
    learn(_arm, seen, losses) {
      for (let k = 0; k < arms; k++) {
        const change = wanted[k] === 1 && seen[k] === 1 ? factor * losses[k] : 0;
        weights.logs[k] += change;
        kept[k] = Math.exp(change);
      }
      weights.refresh();
    },
  };
}
