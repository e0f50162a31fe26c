// Hedge: exponential weights on the losses of all arms, and a fresh draw from them in every round (Littlestone & Warmuth 1994;
// Freund & Schapire 1997).

import { drawArm, exponentialWeights } from "./exponential-weights.ts";
import type { ObservingLearner } from "./observing.ts";

/** A learner that shows with which probability it plays each arm. */
export interface Hedge extends ObservingLearner {
  /** [arms], as of the last `choose`. */
  readonly probabilities: Float64Array;
}

/** w_k ← w_k·(1 − η)^loss_k; plays an arm by its weight. Asks for all losses. `rate` η is in (0, 1). */
export function hedge(arms: number, rate: number): Hedge {
  const weights = exponentialWeights(arms);
  const factor = Math.log1p(-rate);
  return {
    probabilities: weights.probabilities,
    choose(asked, random) {
      asked.fill(1);
      weights.refresh();
      return drawArm(weights.probabilities, random);
    },
    learn(_arm, seen, losses) {
      for (let k = 0; k < arms; k++) if (seen[k] === 1) weights.logs[k] += factor * losses[k];
    },
  };
}

/**
 * η = √(M·ln K/(K·N)), at most 1/2, for N rounds in each of which M of K losses are seen: √(ln K/N) where all are. It makes
 * ln K/η + η·N·K/M smallest, which bounds the regret without switches for η ≤ 1/2.
 */
export function hedgeRate(arms: number, rounds: number, look = arms): number {
  return arms < 2 ? 0.5 : Math.min(0.5, Math.sqrt((look * Math.log(arms)) / (arms * rounds)));
}
