// Exponential weights on the losses of all arms: Hedge, which draws from them anew in every round (Littlestone & Warmuth 1994; Freund &
// Schapire 1997), and the shrinking dartboard, which plays every arm as often and seldom leaves one: it stays with the probability
// that its weight was left with, and only else is drawn anew (Geulen, Vöcking & Winkler 2010).

import { softmaxRow } from "../../math/softmax.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import type { ObservingLearner } from "./observing.ts";

/** Equal weights. */
export function exponentialWeights(arms: number) {
  const logs = new Float64Array(arms);
  const probabilities = new Float64Array(arms).fill(1 / arms);
  return {
    /** [arms] logarithms of the weights. */
    logs,
    /** [arms], as of the last `refresh`. */
    probabilities,
    /** Computes the probabilities w_k/Σw. */
    refresh() {
      softmaxRow(logs, probabilities, 0, arms);
    },
  };
}

/** A learner that shows with which probability it plays each arm, [arms], as of the last `choose`. */
export type OpenLearner = ObservingLearner & { readonly probabilities: Float64Array };

/** w_k ← w_k·(1 − η)^loss_k; plays an arm by its weight. Asks for all losses. `rate` η is in (0, 1). */
export function hedge(arms: number, rate: number): OpenLearner {
  const weights = exponentialWeights(arms);
  const factor = Math.log1p(-rate);
  return {
    probabilities: weights.probabilities,
    choose(requests, random) {
      requests.fill(1);
      weights.refresh();
      return drawAt(weights.probabilities, 0, arms, random);
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

/**
 * w_k ← w_k·(1 − η)^x_k, where x_k is (K/M)·loss_k of the M arms that are looked at and 0 of the others. By default all are;
 * else M of them are drawn evenly, apart from the play, so that E[x] is the loss. Then a round is left with a chance of at
 * most η: at most η·N switches are expected in N rounds. An arm is drawn from, and played with, its `probabilities`, the
 * weights' shares after the last `learn`; `kept` is the chance of keeping each, w_k/(w_k before it), [arms].
 */
export function shrinkingDartboard(
  arms: number,
  rate: number,
  look = arms,
): OpenLearner & { readonly kept: Float64Array } {
  const weights = exponentialWeights(arms);
  const kept = new Float64Array(arms).fill(1);
  const wanted = new Uint8Array(arms);
  const order = Uint32Array.from({ length: arms }, (_, k) => k);
  const factor = (Math.log1p(-rate) * arms) / look;
  let arm = -1;
  return {
    probabilities: weights.probabilities,
    kept,
    choose(requests, random) {
      if (arm < 0 || (kept[arm] < 1 && random.uniform() >= kept[arm]))
        arm = drawAt(weights.probabilities, 0, arms, random);
      wanted.fill(look < arms ? 0 : 1);
      for (let k = 0; k < look && look < arms; k++) {
        const at = k + random.integer(arms - k);
        const drawn = order[at];
        order[at] = order[k];
        order[k] = drawn;
        wanted[drawn] = 1;
      }
      for (let k = 0; k < arms; k++) if (wanted[k] === 1) requests[k] = 1;
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
