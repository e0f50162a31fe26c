// Proximal policy optimisation (Schulman et al., arXiv 1707.06347) for one or many learning seats. Independent learners by
// default; `shared` gives all seats one network, `critic: central` lets each value function see everybody (MAPPO,
// arXiv 2103.01955). Details follow "The 37 implementation details of PPO" (Huang et al., 2022): orthogonal starts, Adam
// with ε = 1e-5, annealed rate, clipped value loss, normalised advantages in each minibatch, clipped gradient norm.

import { z } from "zod";
import type { AlgorithmPlan } from "../core/algorithm.ts";
import { UserError } from "../core/errors.ts";
import type { Random } from "../core/random.ts";
import { type Bound, bind } from "../core/registry.ts";
import { jit, np, valueAndGrad } from "../nn/jax.ts";
import { adam, linearSchedule } from "../nn/optimiser.ts";
import type { Weights } from "../nn/parameters.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { generalisedAdvantages, normalise } from "./advantage.ts";
import { onPolicyFields, onPolicyTraining, type Rule } from "./on-policy.ts";
import { picked, shuffle } from "./rows.ts";
import { checkFinite, type Measures, measureMeans, number } from "./training-measures.ts";

const parameters = z.strictObject({
  steps: z.int().min(1).default(100_000).describe("environment steps of training, over all copies"),
  copies: z.int().min(1).max(4096).default(8).describe("copies of the world that are played side by side"),
  rollout: z.int().min(1).max(65_536).default(128).describe("steps of each copy between updates"),
  epochs: z.int().min(1).max(1000).default(4).describe("passes over each batch"),
  minibatches: z.int().min(1).max(4096).default(4).describe("parts of a batch, one gradient step each"),
  rate: z.number().gt(0).max(10).default(2.5e-4).describe("learning rate at the start"),
  anneal: z.boolean().default(true).describe("whether the rate falls to 0 over the training"),
  discount: z.number().min(0).max(1).default(0.99).describe("γ"),
  lambda: z.number().min(0).max(1).default(0.95).describe("λ of generalised advantage estimation"),
  clip: z.number().gt(0).max(10).default(0.2).describe("ε: how far a probability ratio may leave 1"),
  clipValue: z.boolean().default(true).describe("whether the value's step is clipped too"),
  entropy: z.number().min(0).max(10).default(0.01).describe("weight of the entropy bonus"),
  valueWeight: z.number().min(0).max(10).default(0.5).describe("weight of the value loss"),
  maxNorm: z.number().gt(0).default(0.5).describe("longest gradient"),
  targetKl: z.number().gt(0).optional().describe("leave the epochs when the approximate KL divergence exceeds this"),
  ...onPolicyFields,
});

type Parameters = z.output<typeof parameters>;

export const ppo: Bound<AlgorithmPlan> = bind({
  id: "ppo",
  summary: "proximal policy optimisation; independent, shared or with a central critic",
  source: "Schulman et al., arXiv 1707.06347; Yu et al., arXiv 2103.01955",
  parameters,
  make: (p: Parameters): AlgorithmPlan => {
    if ((p.copies * p.rollout) % p.minibatches !== 0) {
      throw new UserError({
        code: "bad-batch",
        what: `a batch of ${p.copies} × ${p.rollout} steps cannot be cut into ${p.minibatches} equal parts`,
        path: ["minibatches"],
        hint: "choose a divisor",
      });
    }
    return {
      budget: p.steps,
      check() {},
      train: (context, from) => {
        const updates = Math.ceil(p.steps / (p.rollout * p.copies));
        return onPolicyTraining(context, { ...p, stretch: { steps: p.rollout } }, from, (network, rows) =>
          clippedRule(network, p, rows, updates),
        );
      },
    };
  },
});

/** Epochs of minibatches over each rollout. */
function clippedRule(network: ActorCritic, p: Parameters, rows: number, updates: number): Rule {
  const batch = p.rollout * rows;
  const size = batch / p.minibatches;
  const { flat } = network.parameters;
  const gradient = new Float32Array(flat.length);
  const rate = p.anneal ? linearSchedule(p.rate, 0, updates * p.epochs * p.minibatches) : p.rate;
  const optimiser = adam(flat.length, { rate, epsilon: 1e-5, clip: p.maxNorm });
  const loss = lossOf(network, p);
  const order = new Int32Array(batch);
  let shuffling: Random | undefined;

  return {
    state: optimiser.state,
    begin(random) {
      shuffling = random.stream("minibatches");
      for (let k = 0; k < batch; k++) order[k] = k;
    },
    learn({ tables }) {
      if (shuffling === undefined) throw new Error("a rule learns before its first segment");
      const { advantages, returns } = generalisedAdvantages(
        { ...tables, steps: p.rollout, environments: rows },
        { discount: p.discount, lambda: p.lambda },
      );
      const means = measureMeans();
      for (let epoch = 0; epoch < p.epochs; epoch++) {
        shuffle(order, shuffling);
        let divergence = 0;
        for (let part = 0; part < p.minibatches; part++) {
          const chosen = order.subarray(part * size, (part + 1) * size);
          const advantage = picked(advantages, chosen, 1);
          normalise(advantage);
          const column = (table: Float32Array) =>
            np.array(picked(table, chosen, table.length / batch)).reshape([size, -1]);
          const [[total, aux], gradients] = loss(
            network.parameters.weights(),
            column(tables.observations),
            column(tables.critic),
            column(tables.actions),
            np.array(picked(tables.logProbabilities, chosen, 1)),
            np.array(advantage),
            np.array(picked(returns, chosen, 1)),
            np.array(picked(tables.values, chosen, 1)),
          );
          network.parameters.collect(gradients, gradient);
          const norm = optimiser.step(flat, gradient);
          const measures: Measures = { loss: number(total), gradientNorm: norm };
          for (const [name, value] of Object.entries(aux)) measures[name] = number(value);
          const taken = optimiser.state[optimiser.state.length - 1];
          checkFinite(measures, taken, "a smaller rate, or scaleRewards: true, keeps it finite");
          means.add(measures);
          divergence = measures.klDivergence;
        }
        if (p.targetKl !== undefined && divergence > p.targetKl) break;
      }
      return means.means();
    },
    close: () => loss.dispose(),
  };
}

/** −surrogate + weighted value loss − weighted entropy of a minibatch, with its measures; consumes everything. */
function lossOf(network: ActorCritic, p: Parameters) {
  const { clip, clipValue } = p;
  return jit(
    valueAndGrad(
      (
        weights: Weights,
        observations: np.Array,
        critic: np.Array,
        actions: np.Array,
        oldLogProbability: np.Array,
        advantage: np.Array,
        target: np.Array,
        oldValue: np.Array,
      ): [np.Array, Record<string, np.Array>] => {
        const { logProbability, entropy, value } = network.judge(weights, observations, critic, actions);
        const logRatio = logProbability.sub(oldLogProbability);
        const ratio = np.exp(logRatio.ref);
        const apart = ratio.ref.sub(1);
        const klDivergence = np.mean(apart.ref.sub(logRatio));
        const clipFraction = np.mean(np.abs(apart).greater(clip).astype(np.float32));
        const held = np.clip(ratio.ref, 1 - clip, 1 + clip);
        const surrogate = np.mean(np.minimum(ratio.mul(advantage.ref), held.mul(advantage)));
        const error = np.square(value.ref.sub(target.ref));
        const heldError = np.square(np.clip(value.sub(oldValue.ref), -clip, clip).add(oldValue).sub(target));
        const worse = clipValue ? np.maximum(error, heldError) : error.add(heldError.mul(0));
        const valueLoss = np.mean(worse).mul(0.5);
        const meanEntropy = np.mean(entropy);
        const total = valueLoss.ref.mul(p.valueWeight).sub(surrogate.ref).sub(meanEntropy.ref.mul(p.entropy));
        return [total, { surrogate, valueLoss, entropy: meanEntropy, klDivergence, clipFraction }];
      },
      { hasAux: true },
    ),
  );
}
