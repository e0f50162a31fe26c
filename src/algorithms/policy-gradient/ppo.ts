// Proximal policy optimisation (Schulman et al., arXiv 1707.06347) for one or many learning seats. Independent learners by
// default; `shared` gives all seats one network, `critic: central` lets each value function see all seats (MAPPO,
// arXiv 2103.01955), `memory` adds a recurrent cell, `heads` several value functions, `auxiliary` tasks that are learnt beside.
// Details follow "The 37 implementation details of PPO" (Huang et al., 2022): orthogonal starts, Adam with ε = 1e-5, annealed
// rate, clipped value loss, normalised advantages in each minibatch, clipped gradient norm.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { flag, oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { LossGradient } from "../../nn/loss-gradient.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import { rewardPlan } from "../../rewards/declaration.ts";
import { rewardDeclaration } from "../../rewards/forms.ts";
import { rewards } from "../../rewards/index.ts";
import { entriesOf, picked } from "../rows.ts";
import { checkFinite, type Measures, measureMeans } from "../training-measures.ts";
import type { ActorCritic } from "./actor-critic.ts";
import {
  byError,
  byShares,
  type Foreseen,
  generalisedAdvantages,
  type Mixer,
  normalise,
  ROUTINGS,
} from "./advantage.ts";
import { auxiliaryFields, auxiliaryOptions } from "./auxiliary-tasks.ts";
import {
  MEMORY,
  memoryFields,
  type OnPolicyOptions,
  type OnPolicyRule,
  onPolicyFields,
  onPolicyPlan,
} from "./on-policy.ts";
import { clippedLoss } from "./ppo-loss.ts";
import type { NetworkRollout } from "./rollout.ts";

const head = z.strictObject({
  discount: z.number().min(0).max(1).describe("γ of this value function"),
  reward: rewardDeclaration.optional().describe("what it foresees; default the pay"),
  share: z
    .number()
    .default(1)
    .describe("its weight in the advantage that the actor learns from, under routing: shares"),
  weight: within(0, 1e6, 1).describe("weight of its loss"),
});

/** Parameters of PPO, which algorithms that build on it extend. */
export const proximalParameters = z.strictObject({
  steps: z.int().min(1).default(100_000).describe("environment steps of training, over all copies"),
  copies: whole(1, 4096, 8).describe("copies of the world that are played side by side"),
  rollout: whole(1, 65_536, 128).describe("steps of each copy between updates"),
  epochs: whole(1, 1000, 4).describe("passes over each batch"),
  minibatches: whole(1, 4096, 4).describe("parts of a batch, one gradient step each"),
  rate: positive(10, 2.5e-4).describe("learning rate at the start"),
  anneal: flag(true).describe("whether the rate falls to 0 over the training"),
  discount: share(0.99).describe("γ"),
  lambda: share(0.95).describe("λ of generalised advantage estimation"),
  clip: positive(10, 0.2).describe("ε: how far a probability ratio may leave 1"),
  clipValue: flag(true).describe("whether the value's step is clipped too"),
  entropy: within(0, 10, 0.01).describe("weight of the entropy bonus"),
  normalise: flag(true).describe("bring the advantages of each minibatch to mean 0 and deviation 1"),
  truncation: oneOf(["bootstrap", "end"], "bootstrap").describe(
    "what values see in a horizon: a cut, beyond which the episode goes on; or its end, as in much released code",
  ),
  valueWeight: within(0, 10, 0.5).describe("weight of the value loss"),
  maxNorm: z.number().gt(0).default(0.5).describe("longest gradient"),
  heads: z
    .array(head)
    .min(1)
    .max(16)
    .optional()
    .describe("several value functions; default one, of the pay at the discount above"),
  routing: oneOf(ROUTINGS, "shares").describe(
    "how heads make one advantage: fixed shares, more for smaller errors, or by a network that learns",
  ),
  temperature: z.number().gt(0).default(10).describe("of routing: error, in units of pay"),
  permuted: flag(false).describe(
    "a control of routing: error: deal the weights of each step out to other heads at random",
  ),
  targetKl: z.number().gt(0).optional().describe("leave the epochs when the approximate KL divergence exceeds this"),
  ...onPolicyFields,
  memory: z
    .strictObject({ ...memoryFields, sequence: whole(1, 1024, 16).describe("steps that gradients flow back through") })
    .optional()
    .describe(MEMORY),
  auxiliary: auxiliaryFields.optional().describe("tasks that the actor's first layers learn beside; default none"),
});

type Parameters = Omit<z.output<typeof proximalParameters>, "past"> & Pick<OnPolicyOptions, "past">;

export const ppo: BoundEntry<AlgorithmPlan> = bind({
  id: "ppo",
  summary: "proximal policy optimisation; independent, shared or with a central critic",
  source: "Schulman et al., arXiv 1707.06347; Yu et al., arXiv 2103.01955",
  parameters: proximalParameters,
  make(p) {
    const { options, ruleOf } = proximal(p);
    return onPolicyPlan(options, ruleOf);
  },
});

/** Options of the on-policy loop, and the rule of each network. Throws a UserError where batches cannot be cut as declared. */
export function proximal(p: Parameters) {
  const sequence = p.memory?.sequence ?? 1;
  if (p.rollout % sequence !== 0) {
    const what = `a rollout of ${p.rollout} steps cannot be cut into sequences of ${sequence}`;
    const hint = "choose a divisor of rollout";
    throw new UserError({ code: "bad-sequence", what, path: ["memory", "sequence"], hint });
  }
  if (((p.copies * p.rollout) / sequence) % p.minibatches !== 0) {
    const of = sequence === 1 ? "steps" : `steps in sequences of ${sequence}`;
    const what = `a batch of ${p.copies} × ${p.rollout} ${of} cannot be cut into ${p.minibatches} equal parts`;
    throw new UserError({ code: "bad-batch", what, path: ["minibatches"], hint: "choose a divisor" });
  }
  const values = p.heads?.map(({ discount, reward }, k) => ({
    discount,
    reward: reward === undefined ? undefined : rewardPlan(reward, rewards, ["heads", k, "reward"]),
  }));
  const routed = p.routing === "learned";
  const updates = Math.ceil(p.steps / (p.rollout * p.copies));
  const auxiliary = p.auxiliary === undefined ? undefined : auxiliaryOptions(p.auxiliary, p.hidden, ["auxiliary"]);
  const options = {
    ...p,
    rollout: { steps: p.rollout },
    routed,
    auxiliary,
    ...(values === undefined ? {} : { values }),
  };
  return { options, ruleOf: (network: ActorCritic, rows: number) => clippedRule(network, p, rows, updates) };
}

/** Epochs of minibatches over each rollout. */
function clippedRule(network: ActorCritic, p: Parameters, rows: number, updates: number): OnPolicyRule {
  const mix = mixerOf(p);
  const batch = p.rollout * rows;
  const size = batch / p.minibatches;
  const sequence = p.memory?.sequence ?? 1;
  const { flat } = network.parameters;
  const rate = p.anneal ? linearSchedule(p.rate, 0, updates * p.epochs * p.minibatches) : p.rate;
  const optimiser = adam(flat.length, { rate, epsilon: 1e-5, clip: p.maxNorm });
  const order = new Int32Array(batch / sequence);
  const chosen = new Int32Array(size);
  const headWeights = p.heads?.map(({ weight }) => weight) ?? [1];
  let loss: LossGradient | undefined;
  let shuffling: Random | undefined;
  let routing: Random | undefined;
  let besides: ReturnType<NonNullable<ActorCritic["auxiliary"]>["begin"]> | undefined;

  return {
    state: optimiser.state,
    begin(random) {
      shuffling = random.stream("minibatches");
      routing = random.stream("routing");
      besides = network.auxiliary?.begin(random.stream("auxiliary"));
      for (let k = 0; k < order.length; k++) order[k] = k;
    },
    learn({ tables }) {
      if (shuffling === undefined || routing === undefined) throw new Error("a rule learns before its first segment");
      // Compiled for the first lesson: a training that is taken up for its players alone learns nothing.
      loss ??= clippedLoss(network, { ...p, size, sequence, headWeights });
      const { data, run, gradient } = loss;
      const heads = headsOf(tables, p, rows);
      const { mixed, measures: routed } = mix?.(heads, routing) ?? { mixed: undefined, measures: {} };
      const fill = besides?.({ ...tables, rewards: tables.heads[0].rewards, rows });
      const means = measureMeans();
      for (let epoch = 0; epoch < p.epochs; epoch++) {
        shuffle(order, shuffling);
        let divergence = 0;
        for (let part = 0; part < p.minibatches; part++) {
          const sequences = order.subarray((part * size) / sequence, ((part + 1) * size) / sequence);
          entriesOf(sequences, sequence, rows, chosen);
          const [observations, critic, actions, old, advantage, returns, values, , memory, keep] = data;
          picked(tables.observations, chosen, network.observationSize, observations);
          picked(tables.critic, chosen, network.criticInputs, critic);
          picked(tables.actions, chosen, network.head.encoding, actions);
          picked(tables.logProbabilities, chosen, 1, old);
          if (mixed === undefined) fillColumns(heads, "advantages", chosen, advantage);
          else picked(mixed, chosen, 1, advantage);
          if (mixed !== undefined && p.normalise) normalise(advantage);
          fillColumns(heads, "returns", chosen, returns);
          fillColumns(heads, "values", chosen, values);
          if (network.memorySize > 0) {
            picked(tables.memory, chosen.subarray(0, sequences.length), network.memorySize, memory);
            picked(tables.keep, chosen, 1, keep);
          }
          fill?.(chosen, data);
          const measures: Measures = run();
          measures.gradientNorm = optimiser.step(flat, gradient);
          const taken = optimiser.state[optimiser.state.length - 1];
          checkFinite(measures, taken, "a smaller rate, or scaleRewards: true, keeps it finite");
          means.add(measures);
          divergence = measures.klDivergence;
        }
        if (p.targetKl !== undefined && divergence > p.targetKl) break;
      }
      return { ...means.means(), ...routed };
    },
    close: () => loss?.close(),
  };
}

/** Predictions and advantages of each value function. */
function headsOf(tables: NetworkRollout["tables"], p: Parameters, rows: number): Foreseen[] {
  const discounts = p.heads?.map(({ discount }) => discount) ?? [p.discount];
  return tables.heads.map((table, k) => ({
    values: table.values,
    ...generalisedAdvantages(
      { ...table, status: tables.status, steps: p.rollout, environments: rows },
      { discount: discounts[k], lambda: p.lambda, truncation: p.truncation },
    ),
  }));
}

/** How one advantage is made of several; undefined where the loss does it itself. */
function mixerOf(p: Parameters): Mixer | undefined {
  switch (p.routing) {
    case "shares":
      return byShares(p.heads?.map(({ share }) => share) ?? [1]);
    case "error":
      return byError(p.temperature, p.permuted);
    case "learned":
      return undefined;
    default:
      return p.routing satisfies never;
  }
}

/** One column for each head into a table [chosen × heads]. */
function fillColumns(heads: readonly Foreseen[], name: keyof Foreseen, chosen: Int32Array, into: Float32Array): void {
  for (let k = 0; k < heads.length; k++) {
    const column = heads[k][name];
    for (let row = 0; row < chosen.length; row++) into[row * heads.length + k] = column[chosen[row]];
  }
}
