// Exp3: exponential weights on unbiased guesses of what every arm would have paid, for payoffs that an adversary may
// have chosen (Auer, Cesa-Bianchi, Freund & Schapire 2002, fig. 1). Weights are kept as logarithms, which cannot overflow.

import { UserError } from "../../core/errors.ts";
import { largest } from "../../math/largest.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { exponentialWeights, type OpenLearner } from "./hedge.ts";
import type { BanditLearner } from "./learner.ts";

/**
 * Pulls arm i with p_i = (1 − γ)·w_i/Σw + γ/K, then w_i ← w_i·exp(γ·x/(p_i·K)) for the arm pulled. Payoffs in [0, 1]. Shows p,
 * [arms], as of the last `choose`.
 */
export function exp3(arms: number, gamma: number): BanditLearner & { readonly probabilities: Float64Array } {
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

/** How fast it learns and how much it explores. */
export interface Exp3GraphRates {
  /** η. */
  readonly rate: number;
  /** γ, share of draws from the explorers. */
  readonly share: number;
  /** Arms that are played for what they show. */
  readonly explorers: readonly number[];
}

/**
 * Plays k with p_k = (1 − γ)·w_k/Σw + γ·[k explores]/|explorers| and then w_k ← w_k·exp(−η·loss_k/P_k) for all k that are shown,
 * P_k = Σ_j p_j·[j shows k]. `shows` is [arms × arms] (`graphOf`). Asks for what the arm played shows, so that it also
 * plays where nothing is free. `logs` are the logarithms of the weights, [arms].
 */
export function exp3Graph(
  shows: Uint8Array,
  { rate, share, explorers }: Exp3GraphRates,
): OpenLearner & { readonly logs: Float64Array } {
  const arms = Math.round(Math.sqrt(shows.length));
  const weights = exponentialWeights(arms);
  const probabilities = new Float64Array(arms).fill(1 / arms);
  const guesses = new Float64Array(arms);
  return {
    probabilities,
    logs: weights.logs,
    choose(requests, random) {
      weights.refresh();
      for (let k = 0; k < arms; k++) probabilities[k] = (1 - share) * weights.probabilities[k];
      if (share > 0) for (let i = 0; i < explorers.length; i++) probabilities[explorers[i]] += share / explorers.length;
      const arm = drawAt(probabilities, 0, arms, random);
      for (let k = 0; k < arms; k++) if (shows[arm * arms + k] === 1) requests[k] = 1;
      return arm;
    },
    learn(arm, seen, losses) {
      // What is seen beyond the graph is not used: its chance of being seen is not known.
      guesses.fill(0);
      for (let k = 0; k < arms; k++) {
        if (shows[arm * arms + k] === 0 || seen[k] === 0) continue;
        let chance = 0;
        for (let j = 0; j < arms; j++) if (shows[j * arms + k] === 1) chance += probabilities[j];
        guesses[k] = losses[k] / chance;
      }
      for (let k = 0; k < arms; k++) weights.logs[k] -= rate * guesses[k];
    },
  };
}

/**
 * Rates for N rounds. Where every arm shows itself, nothing is explored, and η = √(2·ln K/(N·Q)), where Q = Σ_k 1/(arms that
 * show k) stands for the graph's independence number, which is at least as large in a symmetric one (Caro, 1979; Wei, 1981): K for bandits, 1 for full
 * information. Else a few arms that show all those without a loop are explored with γ = min(1/2, (d·ln K/N)^(1/3)), d of them,
 * and η = γ²/d (theorem 2 for weakly observable graphs). Throws a UserError where no arm shows one of them.
 */
export function exp3GraphRates(shows: Uint8Array, rounds: number): Exp3GraphRates {
  const arms = Math.round(Math.sqrt(shows.length));
  const log = Math.log(Math.max(2, arms));
  const column = (k: number) => Array.from({ length: arms }, (_, j) => j).filter((j) => shows[j * arms + k] === 1);
  const hidden = Array.from({ length: arms }, (_, k) => k).filter((k) => shows[k * arms + k] === 0);
  if (hidden.length === 0) {
    let q = 0;
    for (let k = 0; k < arms; k++) q += 1 / column(k).length;
    return { rate: Math.sqrt((2 * log) / (rounds * q)), share: 0, explorers: [] };
  }
  const unseen = hidden.find((k) => column(k).length === 0);
  if (unseen !== undefined) {
    const what = `no arm shows the loss of arm ${unseen}, so that nothing can be learnt of it`;
    throw new UserError({ code: "unobservable", what, path: ["graph"], hint: "let some arm show it" });
  }
  const explorers = dominating(shows, arms, hidden);
  const share = Math.min(0.5, ((explorers.length * log) / rounds) ** (1 / 3));
  return { rate: share ** 2 / explorers.length, share, explorers };
}

/** Arms that together show all of `wanted`, the one that shows most first. */
function dominating(shows: Uint8Array, arms: number, wanted: readonly number[]): number[] {
  const chosen: number[] = [];
  let left = wanted;
  while (left.length > 0) {
    let [best, most] = [0, 0];
    for (let j = 0; j < arms; j++) {
      const count = left.filter((k) => shows[j * arms + k] === 1).length;
      if (count > most) [best, most] = [j, count];
    }
    chosen.push(best);
    left = left.filter((k) => shows[best * arms + k] === 0);
  }
  return chosen;
}
