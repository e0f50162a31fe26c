// Advantage actor-critic (A2C), the synchronous form of A3C (Mnih et al., arXiv 1602.01783): one gradient step on each short
// stretch of play. Adam stands for the published RMSProp; with one epoch and one minibatch PPO is the same algorithm
// (Huang et al., arXiv 2205.09123), which the tests hold both to.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { flag, positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { generalisedAdvantages, normalise } from "./advantage.ts";
import { MEMORY, memoryFields, type OnPolicyRule, onPolicyFields, onPolicyPlan } from "./on-policy.ts";
import { policyGradient } from "./policy-gradient-loss.ts";

const parameters = z.strictObject({
  steps: z.int().min(1).default(100_000).describe("environment steps of training, over all copies"),
  copies: whole(1, 4096, 16).describe("copies of the world that are played side by side"),
  rollout: whole(1, 65_536, 5).describe("steps of each copy between updates"),
  rate: positive(10, 7e-4).describe("learning rate at the start"),
  anneal: flag(true).describe("whether the rate falls to 0 over the training"),
  discount: share(0.99).describe("γ"),
  lambda: share(1).describe("λ of generalised advantage estimation; 1 is the published n-step return"),
  normalise: flag(false).describe("bring each batch's advantages to mean 0 and deviation 1"),
  entropy: within(0, 10, 0.01).describe("weight of the entropy bonus"),
  valueWeight: within(0, 10, 0.5).describe("weight of the value loss"),
  maxNorm: z.number().gt(0).default(0.5).describe("longest gradient"),
  ...onPolicyFields,
  memory: z.strictObject(memoryFields).optional().describe(MEMORY),
});

type Parameters = z.output<typeof parameters>;

export const a2c: BoundEntry<AlgorithmPlan> = bind({
  id: "a2c",
  summary: "advantage actor-critic; independent, shared or with a central critic",
  source: "Mnih et al., arXiv 1602.01783",
  parameters,
  make(p) {
    const updates = Math.ceil(p.steps / (p.rollout * p.copies));
    const options = { ...p, rollout: { steps: p.rollout } };
    return onPolicyPlan(options, (network, rows) => singleStep(network, p, rows, updates));
  },
});

/** One gradient step on the whole rollout. */
function singleStep(network: ActorCritic, p: Parameters, rows: number, updates: number): OnPolicyRule {
  const batch = p.rollout * rows;
  const shares = new Float32Array(batch).fill(1 / batch);
  const rate = p.anneal ? linearSchedule(p.rate, 0, updates) : p.rate;
  const optimiser = adam(network.parameters.flat.length, { rate, epsilon: 1e-5, clip: p.maxNorm });
  const descent = policyGradient(network, { ...p, sequences: rows });
  return {
    state: optimiser.state,
    begin() {},
    learn({ tables }) {
      const { advantages, returns } = generalisedAdvantages(
        { ...tables.heads[0], status: tables.status, steps: p.rollout, environments: rows },
        { discount: p.discount, lambda: p.lambda },
      );
      if (p.normalise) normalise(advantages);
      return descent.step(
        {
          ...tables,
          advantages: Float32Array.from(advantages),
          returns: Float32Array.from(returns),
          shares,
          valueShares: shares,
          memory: tables.memory.subarray(0, rows * network.memorySize),
        },
        optimiser,
      );
    },
    close: descent.close,
  };
}
