// What another policy would have earned, from a log of one whose decisions were drawn with known chances: rewards are known of the
// decisions that were made, and none other.

import { type Estimate, estimate, ratio } from "./interval.ts";
import { mean } from "./moments.ts";

/** A log of decisions, [decisions] each. */
export interface LoggedDecisions {
  readonly rewards: ArrayLike<number>;
  /** Chance (or density) of the decision that was made: by the other policy, over that by the policy which made it. */
  readonly weights: ArrayLike<number>;
  /** What a model expects of the decision that was made, and of the other policy's, over all that it may decide. */
  readonly model?: { readonly made: ArrayLike<number>; readonly other: ArrayLike<number> };
}

/** The other policy's reward for a decision, and how much of the log speaks of it. */
export interface PolicyValue {
  /** What was earned. */
  readonly logged: Estimate;
  /** 1/n Σ w·r: inverse propensity scores (Horvitz & Thompson, 1952). Unbiased; null where no weight is above 0. */
  readonly ips: Estimate;
  /** Σ w·r/Σ w: the same, self-normalised (Swaminathan & Joachims, 2015). It is off by 1/n and varies less. */
  readonly selfNormalised: Estimate;
  /** 1/n Σ q(other): the model alone. It is as wrong as the model is, which no spread over decisions tells: so it has no interval. */
  readonly model?: number;
  /** 1/n Σ q(other) + w·(r − q(made)) (Dudík, Langford & Li, 2011). Unbiased where weights or the model are right. */
  readonly doublyRobust?: Estimate;
  /** The doubly robust value less what was earned, row by row. */
  readonly gain?: Estimate;
  /** Mean of the weights: 1 where they are right and the log has all that the other policy would do. */
  readonly meanWeight: Estimate;
  /** (Σ w)²/Σ w²: as many decisions of the other policy's own would tell as much (Kish, 1965). */
  readonly effectiveSample: number;
}

/** Values with 95 % intervals over decisions, which are taken for independent. Throws where lengths differ. */
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

/** (Σ w)²/Σ w²: the sample size of equal weights that would tell as much; 0 where no weight is above 0. */
export function effectiveSample(weights: ArrayLike<number>): number {
  const squares = mean(Float64Array.from(weights, (weight) => weight * weight));
  return squares > 0 ? (weights.length * mean(weights) ** 2) / squares : 0;
}
