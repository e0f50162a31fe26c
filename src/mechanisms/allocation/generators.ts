// Generators of requests: i.i.d., in phases of growing value, with a daily cycle, and with an atypical tail.

import type { Random } from "../../core/random.ts";
import type { RequestSource } from "./requests.ts";

/** Parameters of i.i.d. requests as in arXiv 2011.10124, section H.1. */
export interface FeatureRequests {
  /** [resources] weight of each resource in the reward. */
  readonly weights: Float64Array;
  /** [resources] probability that an option uses the resource. */
  readonly shares: Float64Array;
  /** [resources] ρ, the budget per request. */
  readonly rates: Float64Array;
}

/** Upper bound of a request's reward. */
export const MOST_REWARD = 10;

/** Draws parameters: weights |N|/‖N‖, shares N(1/2, 0.15²) within [0.2, 0.8], and budgets `supply`·U[1/4, 3/4] of the expected use. */
export function drawnKind(resources: number, random: Random, supply = 0.8): FeatureRequests {
  const weights = Float64Array.from({ length: resources }, () => Math.abs(random.normal()));
  const size = Math.hypot(...weights);
  const shares = Float64Array.from({ length: resources }, () =>
    Math.min(0.8, Math.max(0.2, 0.5 + 0.15 * random.normal())),
  );
  const rates = shares.map((share) => supply * share * random.uniform(0.25, 0.75));
  return { weights: weights.map((weight) => weight / size), shares, rates };
}

/** Whether reward noise is shared by all options of a request or independent for each; the paper's text permits both readings. */
export const REWARD_NOISES = ["request", "option"] as const;
export type RewardNoise = (typeof REWARD_NOISES)[number];

/**
 * Draws requests: every option uses each resource with the probability in `shares`, and earns the weights of its resources plus noise N(0,
 * 1), per request or per option, within [0, 10]. With shared noise, prices near the weights make several options equal.
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

/** Value of request t: U[0, 1] by day, the first half of a period, and U[0, 1/2] by night. */
export const dayValue = (t: number, period: number, random: Random): number =>
  random.uniform() * (t % period < period / 2 ? 1 : 0.5);

/**
 * Value of request t of `count`: U[0, 1], but a tenth of that for the last `share` of requests, so that saving budget for them does not
 * pay.
 */
export const decliningValue = (t: number, count: number, share: number, random: Random): number =>
  random.uniform() * (t < Math.round((1 - share) * count) ? 1 : 0.1);

/**
 * Value of request t of `count` in `phases` equal phases, each with `growth` times the value of the one before; the last has value 1. The
 * value is 0 after `ends` phases.
 */
export function phaseValue(t: number, count: number, phases: number, growth: number, ends: number): number {
  const phase = Math.floor((t * phases) / count);
  return phase < ends ? growth ** (phase + 1 - phases) : 0;
}
