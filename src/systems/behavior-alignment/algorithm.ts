// An actor-critic whose reward is a sum of parts with weights that are learned too, so that what it comes to do serves the
// objective (BARFI, arXiv 2310.19007). Inside, advantage actor-critic climbs the blended pay; outside, the weights climb the
// objective, through what the policy's fixed point would become.

import { z } from "zod";
import type { ActorCritic } from "../../algorithms/policy-gradient/actor-critic.ts";
import { generalisedAdvantages, normalise } from "../../algorithms/policy-gradient/advantage.ts";
import { onPolicyFields, onPolicyTraining, planBy } from "../../algorithms/policy-gradient/on-policy.ts";
import type { OnPolicyRule } from "../../algorithms/policy-gradient/on-policy-learner.ts";
import { policyGradient } from "../../algorithms/policy-gradient/policy-gradient-loss.ts";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { adam } from "../../nn/optimiser.ts";
import { alignment, alignmentOf } from "./alignment.ts";

const { scaleRewards: _, ...fields } = onPolicyFields;

const parameters = z.strictObject({
  steps: z.int().min(1).default(100_000).describe("environment steps of training, over all copies"),
  copies: whole(1, 4096, 16).describe("copies of the world that are played side by side"),
  rollout: whole(1, 65_536, 16).describe("steps of each copy between updates"),
  rate: positive(10, 3e-3).describe("learning rate of the policy and the values"),
  discount: share(0.99).describe("γ"),
  objectiveDiscount: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("γ of the objective, which may look further ahead than the learner; default the learner's"),
  lambda: share(0.95).describe("λ of generalised advantage estimation"),
  entropy: within(0, 10, 0.01).describe("weight of the entropy bonus"),
  valueWeight: within(0, 10, 0.5).describe("weight of the value loss"),
  maxNorm: z.number().gt(0).default(0.5).describe("longest gradient"),
  warmup: z.int().min(0).default(20).describe("updates before the weights begin to move"),
  weights: alignment.prefault({}).describe("how the weights of the reward's parts are learned"),
  ...fields,
});

type Parameters = z.output<typeof parameters>;

export const algorithm: BoundEntry<AlgorithmPlan> = bind({
  id: "behavior-alignment",
  summary: "actor-critic that weighs the parts of its reward anew, so that its play serves the objective",
  source: "Gupta et al., NeurIPS 2023, arXiv 2310.19007",
  parameters,
  example: { reward: { sum: ["private", { channel: "trust", weight: 10 }] } },
  make: (p: Parameters): AlgorithmPlan =>
    planBy(p, (context, from) => {
      const parts = partsOf(context);
      const objective: RewardPlan = (_spec, memory) => context.makeObjective(memory);
      const values = [
        ...parts.map((reward) => ({ discount: p.discount, reward })),
        { discount: p.objectiveDiscount ?? p.discount, reward: objective },
      ];
      const discounts = values.map(({ discount }) => discount);
      const options = { ...p, scaleRewards: false, rollout: { steps: p.rollout }, values };
      return onPolicyTraining(context, options, from, (network, rows) => aligned(network, p, discounts, rows));
    }),
});

function partsOf(context: TrainingContext): readonly RewardPlan[] {
  const { parts } = context.makeReward();
  if (parts !== undefined && parts.length > 1) return parts;
  const what = "behavior-alignment weighs the parts of a reward, and this one has none";
  const hint = "declare the reward as a sum: { sum: [ …, … ] }";
  throw new UserError({ code: "no-parts", what, path: ["reward"], hint });
}

/** One gradient step on the blend and one step of its weights, for each rollout. `discounts` are of the parts, then of the objective. */
function aligned(network: ActorCritic, p: Parameters, discounts: readonly number[], rows: number): OnPolicyRule {
  const batch = p.rollout * rows;
  const parts = discounts.length - 1;
  const optimiser = adam(network.parameters.flat.length, { rate: p.rate, epsilon: 1e-5, clip: p.maxNorm });
  const descent = policyGradient(network, p);
  const outer = alignmentOf(network, parts, batch, p.weights);
  const state = new Float32Array(optimiser.state.length + outer.state.length + 1);
  state.set(outer.state, optimiser.state.length);
  let updates = 0;
  return {
    state,
    begin() {
      optimiser.state.set(state.subarray(0, optimiser.state.length));
      outer.state.set(state.subarray(optimiser.state.length, -1));
      outer.begin();
      updates = state[state.length - 1];
    },
    learn({ tables }) {
      const { status } = tables;
      const foreseen = tables.heads.map((table, head) => ({
        values: table.values,
        ...generalisedAdvantages(
          { ...table, status, steps: p.rollout, environments: rows },
          { discount: discounts[head], lambda: p.lambda },
        ),
      }));
      const weighed = updates >= p.warmup ? outer.adjust(tables, foreseen) : {};
      const advantages = Float32Array.from(outer.blend(foreseen));
      normalise(advantages);
      const heads = foreseen.length;
      const returnAt = (_: unknown, at: number) => foreseen[at % heads].returns[Math.floor(at / heads)];
      const { observations, critic, actions } = tables;
      const shares = new Float32Array(batch).fill(1 / batch);
      const returns = Float32Array.from({ length: batch * heads }, returnAt);
      const taken = { observations, critic, actions, advantages, returns, shares, valueShares: shares };
      const measures = descent.step(taken, optimiser);
      updates += 1;
      state.set(optimiser.state);
      state.set(outer.state, optimiser.state.length);
      state[state.length - 1] = updates;
      return { ...measures, ...weighed };
    },
    close() {
      descent.close();
      outer.close();
    },
  };
}
