// AR2: alternates between the arm that paid best lately and arms that may have become better, and restarts, for arms whose payoffs drift as
// an autoregression of order one each (Chen, Golrezaei & Bouneffouf, 2023, arXiv 2210.16386).

import type { BanditLearner } from "./learner.ts";

/** Parameters of AR2. */
export interface Ar2Options {
  /** α in (0, 1): what is left of a payoff's deviation from 0 one round later. */
  readonly memory: number;
  /** σ of the noise of a round. */
  readonly deviation: number;
  /** c₁: how many deviations an arm must be behind not to be looked at. */
  readonly confidence: number;
  /** Rounds after which it begins anew. */
  readonly epoch: number;
}

/**
 * Each epoch pulls every arm once. Then the better of the two last pulled is the superior one; another arm is triggered, for the rest of
 * the epoch or until it is pulled, once its forecast r̂_i is within c₁σ√((α² − α^(2(t − τ_i + 1)))/(1 − α²)) of it, τ_i its last pull. Odd rounds
 * pull the arm that was triggered longest ago, if there is one, even ones the superior. Forecasts: r̂ ← α·payoff of the arm pulled, r̂_i ← α·r̂_i
 * of the others. Payoffs around 0.
 */
export function ar2(arms: number, { memory, deviation, confidence, epoch }: Ar2Options): BanditLearner {
  const forecasts = new Float64Array(arms);
  const pulled = new Float64Array(arms);
  const triggered = new Float64Array(arms).fill(Number.POSITIVE_INFINITY);
  let round = 0;
  let last = 0;
  let before = 0;
  const spread = confidence * deviation;
  const fade = memory * memory;
  /** The arm that was triggered first, or −1. */
  const oldest = (): number => {
    let at = -1;
    for (let arm = 0; arm < arms; arm++) {
      if (triggered[arm] < (at < 0 ? Number.POSITIVE_INFINITY : triggered[at])) at = arm;
    }
    return at;
  };
  return {
    choose() {
      const within = round % epoch;
      if (within < arms) {
        if (within === 0) triggered.fill(Number.POSITIVE_INFINITY);
        return within;
      }
      const superior = forecasts[last] >= forecasts[before] ? last : before;
      triggered[superior] = Number.POSITIVE_INFINITY;
      for (let arm = 0; arm < arms; arm++) {
        if (arm === superior || triggered[arm] < Number.POSITIVE_INFINITY) continue;
        const reach = spread * Math.sqrt((fade - fade ** (round - pulled[arm] + 1)) / (1 - fade));
        if (forecasts[superior] - forecasts[arm] <= reach) triggered[arm] = round;
      }
      const next = round % 2 === 1 ? oldest() : -1;
      return next < 0 ? superior : next;
    },
    learn(arm, payoff) {
      for (let i = 0; i < arms; i++) forecasts[i] *= memory;
      forecasts[arm] = memory * payoff;
      pulled[arm] = round;
      triggered[arm] = Number.POSITIVE_INFINITY;
      before = last;
      last = arm;
      round += 1;
    },
  };
}
