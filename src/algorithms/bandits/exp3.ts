// Exp3: exponential weights on unbiased guesses of what every arm would have paid, for payoffs that anybody may have
// chosen (Auer, Cesa-Bianchi, Freund & Schapire 2002, fig. 1). Weights are kept as logarithms, which cannot overflow.

import { largest } from "../../math/largest.ts";
import type { BanditLearner } from "./learner.ts";

/** A learner that shows with which probability it pulls each arm. */
export interface Exp3 extends BanditLearner {
  /** [arms], as of the last `choose`. */
  readonly probabilities: Float64Array;
}

/** Pulls arm i with p_i = (1 − γ)·w_i/Σw + γ/K, then w_i ← w_i·exp(γ·x/(p_i·K)) for the arm pulled. Payoffs in [0, 1]. */
export function exp3(arms: number, gamma: number): Exp3 {
  const weights = new Float64Array(arms);
  const probabilities = new Float64Array(arms).fill(1 / arms);
  return {
    probabilities,
    choose(random) {
      const top = largest(weights, 0, arms);
      let total = 0;
      for (let arm = 0; arm < arms; arm++) {
        probabilities[arm] = Math.exp(weights[arm] - top);
        total += probabilities[arm];
      }
      let left = random.uniform();
      let chosen = -1;
      for (let arm = 0; arm < arms; arm++) {
        probabilities[arm] = ((1 - gamma) * probabilities[arm]) / total + gamma / arms;
        left -= probabilities[arm];
        if (chosen < 0 && left < 0) chosen = arm;
      }
      return chosen < 0 ? arms - 1 : chosen;
    },
    learn(arm, payoff) {
      weights[arm] += (gamma * payoff) / (probabilities[arm] * arms);
    },
  };
}

/** γ = min(1, √(K·ln K / ((e − 1)·g))), which makes the bound smallest where the best arm pays g in all (corollary 3.2). */
export function exp3Rate(arms: number, gain: number): number {
  return Math.min(1, Math.sqrt((arms * Math.log(arms)) / ((Math.E - 1) * gain)));
}
