// Soft actor-critic (Haarnoja et al., arXiv 1801.01290; automatic temperature: arXiv 1812.05905) for worlds whose actions
// are numbers in a box, independent for each learning seat: squashed normal actions, two critics of which the lower counts,
// target critics that glide.

import { z } from "zod";
import type { Agent } from "../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../core/algorithm.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { Random } from "../core/random.ts";
import { type Bound, bind } from "../core/registry.ts";
import { jit, np, valueAndGrad } from "../nn/jax.ts";
import { adam } from "../nn/optimiser.ts";
import type { Weights } from "../nn/parameters.ts";
import { type OffPolicyLearner, offPolicyFields, offPolicyTraining } from "./off-policy.ts";
import { replayBuffer } from "./replay-buffer.ts";
import { boxAction, softActorCritic, softPlayer } from "./soft-actor-critic.ts";
import { restore, restoreParameters, saved, savedParameters } from "./training-checkpoint.ts";
import { checkFinite, number } from "./training-measures.ts";

const parameters = z.strictObject({
  ...offPolicyFields,
  copies: z.int().min(1).max(4096).default(1).describe("copies of the world that are played side by side"),
  batch: z.int().min(1).max(65_536).default(128).describe("transitions of a gradient step"),
  rate: z.number().gt(0).max(10).default(1e-3).describe("learning rate of actor, critics and temperature"),
  targetShare: z.number().gt(0).max(1).default(0.005).describe("how far a gradient step moves the target critics"),
  temperature: z.number().gt(0).default(1).describe("weight of the entropy, at the start where it is tuned"),
  tune: z.boolean().default(true).describe("move the temperature until the entropy is as wanted"),
  entropy: z
    .number()
    .optional()
    .describe("wanted entropy in nats, of actions on a box of [−1, 1]; default minus the numbers of an action"),
  mode: z.boolean().default(true).describe("trained players play the middle of their distribution; false: they draw"),
});

type Parameters = z.output<typeof parameters>;

export const sac: Bound<AlgorithmPlan> = bind({
  id: "sac",
  summary: "soft actor-critic with twin critics and a temperature that tunes itself",
  source: "Haarnoja et al., arXiv 1801.01290 and 1812.05905",
  parameters,
  make: (p: Parameters): AlgorithmPlan => ({
    budget: p.steps,
    check,
    train: (context, from) => training(context, p, from),
  }),
});

function check({ choices }: NumericSpec): void {
  if (choices === undefined) return;
  throw new UserError({
    code: "wrong-actions",
    what: "sac needs a world whose actions are numbers in a box, and this one's are a few choices",
    hint: "use dqn or ppo",
  });
}

function training(context: TrainingContext, p: Parameters, from: TrainingCheckpoint | undefined): Training {
  check(context.spec);
  return offPolicyTraining(context, p, from, (index, seat) =>
    learner(context.spec, seat, p, context.random.stream("learner", index)),
  );
}

function learner(spec: NumericSpec, seat: number, p: Parameters, random: Random): OffPolicyLearner {
  const O = spec.observationSize;
  const A = spec.actionSize;
  const wanted = p.entropy ?? -A;
  const network = softActorCritic({ ...p, observationSize: O, actionSize: A }, random.stream("weights"));
  const { actor, critics } = network;
  const target = critics.clone();
  const temperature = Float32Array.of(Math.log(p.temperature));
  const gradients = {
    actor: new Float32Array(actor.flat.length),
    critics: new Float32Array(critics.flat.length),
    temperature: new Float32Array(1),
  };
  const optimisers = {
    actor: adam(actor.flat.length, { rate: p.rate }),
    critics: adam(critics.flat.length, { rate: p.rate }),
    temperature: adam(1, { rate: p.rate }),
  };
  const memory = replayBuffer({ capacity: p.capacity, observationSize: O, actionSize: A });
  const encoded = new Float32Array(p.copies * A);
  let hand = random.stream("actions");
  let draws = random.stream("replay");
  const forward = jit((weights: Weights, x: np.Array, noise: np.Array) => network.draw(weights, x, noise).actions);
  // Value of the next state, without the discount: min Q(s', a') − α·log π(a'|s'). One column each, so that one copy brings both.
  const later = jit((weights: Weights, old: Weights, x: np.Array, noise: np.Array) => {
    const { actions, logProbability } = network.draw(weights, x.ref, noise);
    const [first, second] = network.judge(old, x, actions);
    return np.stack([np.minimum(first, second), logProbability], 1);
  });
  const criticLoss = jit(
    valueAndGrad((weights: Weights, x: np.Array, actions: np.Array, goals: np.Array) => {
      const [first, second] = network.judge(weights, x, actions);
      return np.mean(np.square(first.sub(goals.ref)).add(np.square(second.sub(goals)))).mul(0.5);
    }),
  );
  const actorLoss = jit(
    valueAndGrad(
      (weights: Weights, held: Weights, x: np.Array, noise: np.Array, alpha: np.Array): [np.Array, np.Array] => {
        const { actions, logProbability } = network.draw(weights, x.ref, noise);
        const [first, second] = network.judge(held, x, actions);
        const value = np.minimum(first, second);
        return [np.mean(logProbability.ref.mul(alpha).sub(value)), np.mean(logProbability)];
      },
      { hasAux: true },
    ),
  );
  const normals = (rows: number, from: Random) =>
    np.array(Float32Array.from({ length: rows * A }, () => from.normal())).reshape([rows, A]);
  const table = (x: Float32Array, width: number) => np.array(x).reshape([x.length / width, width]);

  return {
    memory,
    encoded,
    act(observations, steps) {
      if (steps < p.warmup) for (let k = 0; k < encoded.length; k++) encoded[k] = hand.uniform(-1, 1);
      else encoded.set(forward(actor.weights(), table(observations.slice(), O), normals(p.copies, hand)).dataSync());
    },
    decode(row, into, at) {
      boxAction(spec, seat, encoded, row * A, into, at);
    },
    learn() {
      const alpha = Math.exp(temperature[0]);
      const batch = memory.sample(p.batch, draws);
      const next = later(
        actor.weights(),
        target.weights(),
        table(batch.nextObservations, O),
        normals(p.batch, draws),
      ).dataSync();
      const goals = batch.rewards.map(
        (reward, row) => reward + p.discount * batch.continues[row] * (next[2 * row] - alpha * next[2 * row + 1]),
      );
      const [criticTotal, criticGradients] = criticLoss(
        critics.weights(),
        table(batch.observations.slice(), O),
        table(batch.actions, A),
        np.array(goals),
      );
      critics.collect(criticGradients, gradients.critics);
      optimisers.critics.step(critics.flat, gradients.critics);
      const [[actorTotal, logProbability], actorGradients] = actorLoss(
        actor.weights(),
        critics.weights(),
        table(batch.observations, O),
        normals(p.batch, draws),
        np.array(Float32Array.of(alpha)),
      );
      actor.collect(actorGradients, gradients.actor);
      const gradientNorm = optimisers.actor.step(actor.flat, gradients.actor);
      const entropy = -number(logProbability);
      if (p.tune) {
        // Gradient of log α·(entropy − wanted), in log α as in the authors' code.
        gradients.temperature[0] = entropy - wanted;
        optimisers.temperature.step(temperature, gradients.temperature);
      }
      for (let k = 0; k < target.flat.length; k++) target.flat[k] += p.targetShare * (critics.flat[k] - target.flat[k]);
      const measures = {
        criticLoss: number(criticTotal),
        actorLoss: number(actorTotal),
        gradientNorm,
        entropy,
        temperature: alpha,
      };
      const { state } = optimisers.critics;
      checkFinite(measures, state[state.length - 1], "a smaller rate, or smaller pay, keeps it finite");
      return measures;
    },
    begin(stream) {
      hand = stream.stream("actions");
      draws = stream.stream("replay");
    },
    save: () => [
      ...savedParameters(actor),
      ...savedParameters(critics),
      ...savedParameters(target, "target."),
      saved("temperature", temperature),
      ...Object.entries(optimisers).map(([name, { state }]) => saved(`optimiser.${name}`, state)),
    ],
    restore(tensors) {
      restoreParameters(tensors, actor);
      restoreParameters(tensors, critics);
      restoreParameters(tensors, target, "target.");
      restore(tensors, "temperature", temperature);
      for (const [name, { state }] of Object.entries(optimisers)) restore(tensors, `optimiser.${name}`, state);
    },
    player: (): Agent => softPlayer(spec, network, seat, p.mode),
    close() {
      for (const compiled of [forward, later, criticLoss, actorLoss]) compiled.dispose();
    },
  };
}
