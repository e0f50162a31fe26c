// Batched advantage actor-critic in tables with everything that people tune left open: A2C is one point of this family, and an
// update rule with eight open numbers is the family itself, small enough for evolution in seconds.

import { type AdvantageOptions, normalise, writeAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { rowGradient } from "../../algorithms/tabular/group-ascent.ts";
import { policyStep, type TabularRollouts, type UpdateRule } from "./life.ts";

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
        actor(rollouts, weights, table, { step: settings.policyStep * left, clip: LONGEST, entropy });
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

/**
 * A value table of zeros that learns from batches of `size` = T·N steps, and says how surprising they are. `judge` gives values V(s_t),
 * generalised advantages and λ-returns of a batch, [T × N] each, overwritten by the next call. `learn` is one step down the mean squared
 * distance to the returns of the last `judge`, its gradient's norm clipped.
 */
export function batchCritic(states: number, size: number, options: AdvantageOptions) {
  const table = new Float64Array(states);
  const gradient = rowGradient(states, 1);
  const values = new Float64Array(size);
  const nextValues = new Float64Array(size);
  const judgement = { values, advantages: new Float64Array(size), returns: new Float64Array(size) };
  return {
    /** V, [states]. */
    values: table,
    judge(rollouts: TabularRollouts) {
      for (let k = 0; k < size; k++) {
        values[k] = table[rollouts.states[k]];
        nextValues[k] = table[rollouts.next[k]];
      }
      writeAdvantages({ ...rollouts, values, nextValues }, options, judgement);
      return judgement;
    },
    learn({ states: at }: TabularRollouts, step: number, clip: number) {
      for (let k = 0; k < size; k++) {
        const row = gradient.touch(at[k]);
        gradient.values[row] -= (2 / size) * judgement.advantages[k];
      }
      gradient.descend(table, step, clip);
    },
  };
}

/** Number of meta-parameters. */
export const META_PARAMETERS = Object.keys(A2C).length;

/** How steeply a parameter moves through its range. */
const STEEPNESS = 4;

/**
 * Settings of unrestricted parameters η: each goes through its range as σ(4η) goes from 0 to 1, by its logarithm where the range spans
 * factors. η = 0 is the middle. The discount is open as 1 − γ.
 */
export function settingsOf(parameters: ArrayLike<number>): AdvantageSettings {
  const share = (k: number) => 1 / (1 + Math.exp(-STEEPNESS * parameters[k]));
  const factor = (k: number, low: number, high: number) => low * (high / low) ** share(k);
  return {
    policyStep: factor(0, 0.4, 400),
    valueStep: factor(1, 0.04, 40),
    discount: 1 - factor(2, 0.002, 1),
    lambda: share(3),
    entropy: factor(4, 0.001, 1),
    exponent: 2 * share(5),
    baseline: share(6),
    decay: share(7),
  };
}
