// Batched advantage actor-critic in tables with everything that people tune left open: A2C is one point of this family.

import { normalise } from "../../algorithms/policy-gradient/advantage.ts";
import { batchCritic } from "./batch-critic.ts";
import { policyStep, type UpdateRule } from "./update-rule.ts";

/** A member of the family. */
export interface AdvantageSettings {
  /** Step of the logits. Mean losses over one-hot states want large ones. */
  readonly policyStep: number;
  /** Step of the values. */
  readonly valueStep: number;
  /** γ in [0, 1]. */
  readonly discount: number;
  /** λ in [0, 1]. */
  readonly lambda: number;
  /** Weight of the entropy. */
  readonly entropy: number;
  /** p of sign(A)·|A|^p, applied to normalised advantages. */
  readonly exponent: number;
  /** Share of the value that is taken off the return: 1 gives advantages, 0 returns. */
  readonly baseline: number;
  /** Share of both steps that is gone at the end of a life, falling evenly. */
  readonly decay: number;
}

/** Longest gradient of either table. */
export const LONGEST = 0.5;

/** Tabular A2C as arXiv 2310.02782's code sets it. */
export const A2C: AdvantageSettings = {
  policyStep: 40,
  valueStep: 4,
  discount: 0.99,
  lambda: 0.95,
  entropy: 0.01,
  exponent: 1,
  baseline: 1,
  decay: 0,
};

/**
 * With λ-returns R_t by the critic: A_t = R_t − baseline·V(s_t), normalised over the batch and raised to `exponent` with its
 * sign kept; the policy descends −mean(A_t·log π(a_t|s_t)) − entropy·mean H, the critic mean (R_t − V(s_t))².
 */
export function advantageRule(settings: AdvantageSettings): UpdateRule {
  const { baseline, exponent, entropy, decay } = settings;
  return {
    begin({ states, actions }, { updates, environments, steps }) {
      const critic = batchCritic(states, environments * steps, settings);
      const actor = policyStep(states, actions);
      const weights = new Float64Array(environments * steps);
      return (rollouts, table, done) => {
        const { returns, values } = critic.judge(rollouts);
        for (let k = 0; k < weights.length; k++) weights[k] = returns[k] - baseline * values[k];
        normalise(weights);
        for (let k = 0; k < weights.length; k++) weights[k] = -powerOf(weights[k], exponent);
        const left = 1 - (decay * done) / updates;
        critic.learn(rollouts, settings.valueStep * left, LONGEST);
        actor.descend(rollouts, weights, table, { step: settings.policyStep * left, clip: LONGEST, entropy });
      };
    },
  };
}

/** sign(x)·|x|^p; by logarithms in half the time of a power, and a life takes many. */
function powerOf(x: number, exponent: number): number {
  if (exponent === 1 || x === 0) return x;
  const size = Math.exp(exponent * Math.log(Math.abs(x)));
  return x > 0 ? size : -size;
}
