// Off-policy evaluation: the value of a target policy from a log whose decisions were drawn with known probabilities. Rewards are observed
// only for the logged decisions.

import { type Estimate, estimate, ratio } from "./interval.ts";
import { mean } from "./moments.ts";
import { effectiveSample } from "./weights.ts";

/** A log of decisions, [decisions] each. */
export interface LoggedDecisions {
  readonly rewards: ArrayLike<number>;
  /**
   * Importance weights: probability (or density) of the logged decision under the target policy, divided by that under the logging policy.
   */
  readonly weights: ArrayLike<number>;
  /** A reward model's predictions for the logged decision, and for the target policy in expectation over its decisions. */
  readonly model?: { readonly made: ArrayLike<number>; readonly other: ArrayLike<number> };
}

/** Estimates of the target policy's mean reward per decision, and the information in the log. */
export interface PolicyValue {
  /** Mean reward of the logging policy. */
  readonly logged: Estimate;
  /** 1/n Σ w·r: inverse propensity scores (Horvitz & Thompson, 1952). Unbiased; null where no weight is positive. */
  readonly ips: Estimate;
  /**
   * Σ w·r/Σ w: self-normalised inverse propensity scores (Swaminathan & Joachims, 2015). Its bias is of order 1/n, and its variance is
   * smaller.
   */
  readonly selfNormalised: Estimate;
  /**
   * 1/n Σ q(other): the direct method. Its bias is that of the model, which the spread over decisions does not show, so it has no interval.
   */
  readonly model?: number;
  /** 1/n Σ q(other) + w·(r − q(made)) (Dudík, Langford & Li, 2011). Unbiased where either the weights or the model are right. */
  readonly doublyRobust?: Estimate;
  /** The doubly robust value less the logged mean reward, paired by decision. */
  readonly gain?: Estimate;
  /** Mean of the weights: 1 where they are right and the log covers every decision of the target policy. */
  readonly meanWeight: Estimate;
  /** Effective sample size (Σ w)²/Σ w²: the number of decisions of the target policy that would carry as much information (Kish, 1965). */
  readonly effectiveSample: number;
}

/** Estimates with 95 % intervals over decisions, which are assumed independent. Throws where lengths differ. */
export function policyValue({ rewards, weights, model }: LoggedDecisions): PolicyValue {
  const n = rewards.length;
  for (const other of [weights, model?.made, model?.other]) {
    if (other !== undefined && other.length !== n) throw new Error(`${n} rewards beside ${other.length} numbers`);
  }
  const each = (of: (k: number) => number) => Float64Array.from({ length: n }, (_, k) => of(k));
  const weighted = each((k) => weights[k] * rewards[k]);
  const meanWeight = estimate(weights);
  const ips = meanWeight.mean === 0 ? { mean: null, low: null, high: null, n } : estimate(weighted);
  const values = {
    logged: estimate(rewards),
    ips,
    selfNormalised: ratio(weighted, weights),
    meanWeight,
    effectiveSample: effectiveSample(weights),
  };
  if (model === undefined) return values;
  const robust = each((k) => model.other[k] + weights[k] * (rewards[k] - model.made[k]));
  return {
    ...values,
    model: mean(model.other),
    doublyRobust: ips.mean === null ? ips : estimate(robust),
    gain: ips.mean === null ? ips : estimate(each((k) => robust[k] - rewards[k])),
  };
}
