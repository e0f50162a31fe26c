// Requests that are drawn: all alike, in phases of growing value, by day and night, and with some that are no part of the rest.

import type { Random } from "../../core/random.ts";
import type { RequestSource } from "./requests.ts";

/** What requests of a kind are like: the i.i.d. input of arXiv 2011.10124, section H.1. */
export interface FeatureRequests {
  /** [resources] weight of each in the reward. */
  readonly weights: Float64Array;
  /** [resources] how often an option uses it. */
  readonly shares: Float64Array;
  /** [resources] ρ, the budget a request. */
  readonly rates: Float64Array;
}

/** Largest reward of a request. */
export const MOST_REWARD = 10;

/** A kind of requests: weights |N|/‖N‖, shares N(1/2, 0.15²) within [0.2, 0.8], and budgets `supply`·U[1/4, 3/4] of what is asked. */
export function drawnKind(resources: number, random: Random, supply = 0.8): FeatureRequests {
  const weights = Float64Array.from({ length: resources }, () => Math.abs(random.normal()));
  const size = Math.hypot(...weights);
  const shares = Float64Array.from({ length: resources }, () =>
    Math.min(0.8, Math.max(0.2, 0.5 + 0.15 * random.normal())),
  );
  const rates = shares.map((share) => supply * share * random.uniform(0.25, 0.75));
  return { weights: weights.map((weight) => weight / size), shares, rates };
}

/** Whether all options of a request have one noise, or each its own: the published words can be read either way. */
export const REWARD_NOISES = ["request", "option"] as const;
export type RewardNoise = (typeof REWARD_NOISES)[number];

/**
 * Every option uses each resource or not, by its share, and earns the weights of those it uses plus N(0, 1) of the request, or of its own,
 * within [0, 10]. Noise that options of a request have in common makes prices near the weights leave several of them equal.
 */
export function featureSource({ weights, shares }: FeatureRequests, noise: RewardNoise = "request"): RequestSource {
  return ({ count, options, resources: m, rewards, uses }, random) => {
    let drawn = 0;
    for (let j = 0; j < count * options; j++) {
      if (noise === "option" || j % options === 0) drawn = random.normal();
      let reward = drawn;
      for (let k = 0; k < m; k++) {
        const used = random.uniform() < shares[k] ? 1 : 0;
        uses[j * m + k] = used;
        reward += used * weights[k];
      }
      rewards[j] = Math.min(MOST_REWARD, Math.max(0, reward));
    }
  };
}

/** Value of the t-th of requests worth U[0, 1] by day, the first half of a period, and U[0, 1/2] by night. */
export const dayValue = (t: number, period: number, random: Random): number =>
  random.uniform() * (t % period < period / 2 ? 1 : 0.5);

/** Value of the t-th of `count` requests worth U[0, 1], of which the last `share` are worth a tenth: money kept for them is lost. */
export const decliningValue = (t: number, count: number, share: number, random: Random): number =>
  random.uniform() * (t < Math.round((1 - share) * count) ? 1 : 0.1);

/** Value of the t-th of `count` requests in `phases` equal phases, each `growth` times the one before and the last one 1; 0 after `ends` phases. */
export function phaseValue(t: number, count: number, phases: number, growth: number, ends: number): number {
  const phase = Math.floor((t * phases) / count);
  return phase < ends ? growth ** (phase + 1 - phases) : 0;
}
