// Advantage actor-critic as an update rule: the hand-made one, with its critic.

import { z } from "zod";
import { positive, share, within } from "../../core/parameters.ts";
import { normalise, writeAdvantages } from "../policy-gradient/advantage.ts";
import { rowGradient } from "../tabular/group-ascent.ts";
import type { TableRollout, TableSizes, UpdateRule } from "./life.ts";
import { policyStep } from "./policy-step.ts";

/** Settings of the rule. Mean losses over states in tables want large steps. */
export const advantageFields = {
  actorRate: positive(10_000, 40).describe("step of the policy"),
  criticRate: within(0, 10_000, 4).describe("step of the values; 0 with a λ of 1 is REINFORCE, without a baseline"),
  discount: share(0.99).describe("γ"),
  lambda: share(0.95).describe("λ of generalised advantage estimation"),
  entropy: within(0, 10, 0.01).describe("weight of the entropy"),
  clip: positive(1e9, 0.5).describe("longest gradient of either table"),
};

const settings = z.strictObject(advantageFields);
export type AdvantageSettings = z.output<typeof settings>;

/** The policy descends −mean(A_t·log π(a_t|s_t)) − entropy·mean H, A normalised over the rollout; the critic mean (R_t − V(s_t))². */
export function advantageRule(own: AdvantageSettings): UpdateRule {
  const { actorRate: step, criticRate, clip, entropy } = own;
  return (sizes) => {
    const critic = tableCritic(sizes, own);
    const actor = policyStep(sizes.states, sizes.actions);
    const weights = new Float64Array(sizes.steps);
    return {
      begin: critic.begin,
      update(rollout, table) {
        const { advantages } = critic.judge(rollout);
        weights.set(advantages);
        normalise(weights);
        for (let k = 0; k < weights.length; k++) weights[k] = -weights[k];
        critic.learn(rollout, criticRate, clip);
        actor(rollout, weights, table, { step, clip, entropy });
      },
    };
  };
}

/**
 * A value table of zeros that learns from rollouts, and says how surprising they are. `judge` gives V(s_t), generalised advantages and
 * λ-returns, [T] each, overwritten by the next call. `learn` is one step down the mean squared distance to the returns of the last
 * `judge`, its gradient's norm clipped.
 */
export function tableCritic(
  { states, steps }: Pick<TableSizes, "states" | "steps">,
  options: Pick<AdvantageSettings, "discount" | "lambda">,
) {
  const table = new Float64Array(states);
  const gradient = rowGradient(states, 1);
  const values = new Float64Array(steps);
  const nextValues = new Float64Array(steps);
  const judgement = { values, advantages: new Float64Array(steps), returns: new Float64Array(steps) };
  const played = { steps, environments: 1, values, nextValues };
  return {
    /** V, [states]. */
    values: table,
    begin(used: number): void {
      table.fill(0, 0, used);
    },
    judge(rollout: TableRollout) {
      for (let k = 0; k < steps; k++) {
        values[k] = table[rollout.states[k]];
        nextValues[k] = table[rollout.next[k]];
      }
      writeAdvantages({ ...played, rewards: rollout.rewards, status: rollout.status }, options, judgement);
      return judgement;
    },
    learn({ states: at }: TableRollout, step: number, clip: number): void {
      for (let k = 0; k < steps; k++) {
        const row = gradient.touch(at[k]);
        gradient.values[row] -= (2 / steps) * judgement.advantages[k];
      }
      gradient.descend(table, step, clip);
    },
  };
}
