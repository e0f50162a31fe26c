// Batched advantage actor-critic in tables with everything that people tune left open: A2C is one point of this family, and an
// update rule with eight open numbers is the family itself, small enough for evolution in seconds.

import {
  type AdvantageOptions,
  type Advantages,
  normalise,
  writeAdvantages,
} from "../../algorithms/policy-gradient/advantage.ts";
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

/** A value table that learns from batches of rollouts, and says how surprising they are. */
interface BatchCritic {
  /** V, [states]. */
  readonly values: Float64Array;
  /** Values V(s_t), generalised advantages and λ-returns of a batch, [T × N] each; overwritten by the next call. */
  judge(rollouts: TabularRollouts): Advantages & { readonly values: Float64Array };
  /** One step down the mean squared distance to the returns of the last `judge`, its gradient's norm clipped. */
  learn(rollouts: TabularRollouts, step: number, clip: number): void;
}

/** A critic of zeros for batches of `size` = T·N steps. */
export function batchCritic(states: number, size: number, options: AdvantageOptions): BatchCritic {
  const table = new Float64Array(states);
  const gradient = rowGradient(states, 1);
  const values = new Float64Array(size);
  const nextValues = new Float64Array(size);
  const judgement = { values, advantages: new Float64Array(size), returns: new Float64Array(size) };
  return {
    values: table,
    judge(rollouts) {
      for (let k = 0; k < size; k++) {
        values[k] = table[rollouts.states[k]];
        nextValues[k] = table[rollouts.next[k]];
      }
      writeAdvantages({ ...rollouts, values, nextValues }, options, judgement);
      return judgement;
    },
    learn({ states: at }, step, clip) {
      for (let k = 0; k < size; k++) {
        const row = gradient.touch(at[k]);
        gradient.values[row] -= (2 / size) * judgement.advantages[k];
      }
      gradient.descend(table, step, clip);
    },
  };
}

/** Ends of a setting's range, and whether it is spread over them evenly or by its logarithm. */
interface OpenRange {
  readonly low: number;
  readonly high: number;
  readonly scale: "even" | "log";
}

/** Ranges of the settings, in the order of the parameters. The discount is open as 1 − γ. */
const RANGES = {
  policyStep: { low: 0.4, high: 400, scale: "log" },
  valueStep: { low: 0.04, high: 40, scale: "log" },
  discount: { low: 0.002, high: 1, scale: "log" },
  lambda: { low: 0, high: 1, scale: "even" },
  entropy: { low: 0.001, high: 1, scale: "log" },
  exponent: { low: 0, high: 2, scale: "even" },
  baseline: { low: 0, high: 1, scale: "even" },
  decay: { low: 0, high: 1, scale: "even" },
} as const satisfies Record<keyof AdvantageSettings, OpenRange>;

/** Number of meta-parameters. */
export const META_PARAMETERS = Object.keys(RANGES).length;

/** How steeply a parameter moves through its range. */
const STEEPNESS = 4;

/** Settings of unrestricted parameters η: low + (high − low)·σ(4η), of the logarithms where a range is so spread. η = 0 is the middle. */
export function settingsOf(parameters: ArrayLike<number>): AdvantageSettings {
  const open = (k: number, { low, high, scale }: OpenRange): number => {
    const share = 1 / (1 + Math.exp(-STEEPNESS * parameters[k]));
    return scale === "log" ? low * (high / low) ** share : low + (high - low) * share;
  };
  return {
    policyStep: open(0, RANGES.policyStep),
    valueStep: open(1, RANGES.valueStep),
    discount: 1 - open(2, RANGES.discount),
    lambda: open(3, RANGES.lambda),
    entropy: open(4, RANGES.entropy),
    exponent: open(5, RANGES.exponent),
    baseline: open(6, RANGES.baseline),
    decay: open(7, RANGES.decay),
  };
}
