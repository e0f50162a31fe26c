// A policy and a value function as two perceptrons, for worlds whose actions are one choice or bounded numbers. What PPO,
// A2C and REINFORCE share: how it acts, how its losses see it, how a trained one plays.

import type { Agent } from "../core/agent.ts";
import type { NumericSpec } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import { categorical, logProbability, modeCategorical, sampleCategorical } from "../nn/distributions/categorical.ts";
import { gaussian, sampleGaussian } from "../nn/distributions/gaussian.ts";
import { orthogonal } from "../nn/initialisers.ts";
import { jit, np } from "../nn/jax.ts";
import { type Activation, type Mlp, mlp } from "../nn/mlp.ts";
import { Parameters, type Weights } from "../nn/parameters.ts";
import { observationScale } from "./vector-environment.ts";

export interface ActorCriticOptions {
  readonly hidden: readonly number[];
  readonly activation: Activation;
  /** Numbers that the critic sees: one observation, or everybody's. */
  readonly criticInputs: number;
  /** First log standard deviation of continuous actions. */
  readonly logDeviation: number;
}

/** Log-probabilities, entropies and values of a batch, each [batch]. */
export interface Judged {
  readonly logProbability: np.Array;
  readonly entropy: np.Array;
  readonly value: np.Array;
}

/** An actor and a critic over one set of parameters. */
export interface ActorCritic {
  readonly parameters: Parameters;
  /** The policy's network; its tensors are the first of `parameters`. */
  readonly actor: Mlp;
  /** Numbers that encode an action in a batch: 1 for a choice, else one for each number. */
  readonly encoding: number;
  /** For losses: consumes weights, observations [batch × O], critic observations [batch × criticInputs], actions [batch × encoding]. */
  judge(weights: Weights, observations: np.Array, criticObservations: np.Array, actions: np.Array): Judged;
  /** Heads [batch × encoding or choices] and values [batch] for acting; the results are overwritten by the next call. */
  look(
    observations: Float32Array,
    criticObservations: Float32Array,
    batch: number,
  ): { heads: Float32Array; values: Float32Array };
  /** Draws an action for row `row` of heads into `into`, and returns its log-probability. */
  sample(heads: Float32Array, row: number, random: Random, into: Float32Array, at: number): number;
  /** An encoded action in the world's own units. */
  decode(encoded: ArrayLike<number>, at: number, seat: number, into: Float64Array, intoAt: number): void;
  /** Must be called after the parameters changed. */
  refresh(): void;
  close(): void;
}

/** Builds and initialises the networks (orthogonal, gains √2, 0.01 for the policy's output and 1 for the value's). */
export function actorCritic(spec: NumericSpec, options: ActorCriticOptions, random: Random): ActorCritic {
  const { choices, actionSize, observationSize } = spec;
  const discrete = choices !== undefined;
  const outputs = discrete ? choices : actionSize;
  const encoding = discrete ? 1 : actionSize;
  const actor = mlp({
    name: "actor",
    inputs: observationSize,
    hidden: options.hidden,
    outputs,
    activation: options.activation,
    outputInitialiser: orthogonal(0.01),
  });
  const critic = mlp({
    name: "critic",
    inputs: options.criticInputs,
    hidden: options.hidden,
    outputs: 1,
    activation: options.activation,
  });
  const actorTensors = actor.shapes.length;
  const criticTensors = critic.shapes.length;
  const spread = discrete ? [] : [{ name: "actor.logDeviation", shape: [actionSize] }];
  const parameters = new Parameters([...actor.shapes, ...critic.shapes, ...spread]);
  actor.initialise(parameters, 0, random);
  critic.initialise(parameters, actorTensors, random);
  if (!discrete) parameters.view(actorTensors + criticTensors).fill(options.logDeviation);
  const deviations = discrete ? new Float32Array(0) : parameters.view(actorTensors + criticTensors);

  const split = (weights: Weights) => ({
    actor: weights.slice(0, actorTensors),
    critic: weights.slice(actorTensors, actorTensors + criticTensors),
    deviation: weights[actorTensors + criticTensors],
  });
  // One result, so that one copy brings both back.
  const forward = jit((weights: Weights, x: np.Array, y: np.Array) => {
    const parts = split(weights);
    parts.deviation?.dispose();
    return np.concatenate([actor.apply(parts.actor, x), critic.apply(parts.critic, y)], 1);
  });
  let held = parameters.weights();
  let heads = new Float32Array(0);
  let values = new Float32Array(0);

  return {
    parameters,
    actor,
    encoding,
    judge(weights, observations, criticObservations, actions) {
      const parts = split(weights);
      const head = actor.apply(parts.actor, observations);
      const value = critic.apply(parts.critic, criticObservations).reshape([-1]);
      const seen = discrete
        ? categorical(head, actions.reshape([-1]).astype(np.int32))
        : gaussian(head, parts.deviation, actions);
      return { ...seen, value };
    },
    look(observations, criticObservations, batch) {
      const x = np.array(observations.slice(0, batch * observationSize)).reshape([batch, observationSize]);
      const y = np
        .array(criticObservations.slice(0, batch * options.criticInputs))
        .reshape([batch, options.criticInputs]);
      const both = forward(
        held.map((tensor) => tensor.ref),
        x,
        y,
      ).dataSync();
      if (values.length !== batch) {
        heads = new Float32Array(batch * outputs);
        values = new Float32Array(batch);
      }
      for (let row = 0; row < batch; row++) {
        for (let k = 0; k < outputs; k++) heads[row * outputs + k] = both[row * (outputs + 1) + k];
        values[row] = both[row * (outputs + 1) + outputs];
      }
      return { heads, values };
    },
    sample(from, row, stream, into, at) {
      if (!discrete) return sampleGaussian(from, row * outputs, deviations, 0, outputs, stream, into, at);
      const choice = sampleCategorical(from, row * outputs, outputs, stream);
      into[at] = choice;
      return logProbability(from, row * outputs, outputs, choice);
    },
    decode(encoded, at, seat, into, intoAt) {
      for (let k = 0; k < encoding; k++) into[intoAt + k] = decoded(spec, seat, k, encoded[at + k]);
    },
    refresh() {
      for (const tensor of held) tensor.dispose();
      held = parameters.weights();
    },
    close() {
      for (const tensor of held) tensor.dispose();
      held = [];
      forward.dispose();
    },
  };
}

/** A choice as it is; a number in [−1, 1], clipped, as its place in the seat's box. */
function decoded(spec: NumericSpec, seat: number, k: number, encoded: number): number {
  if (spec.choices !== undefined) return encoded;
  const low = spec.actionLow[seat * spec.actionSize + k];
  const high = spec.actionHigh[seat * spec.actionSize + k];
  return low + ((Math.min(1, Math.max(-1, encoded)) + 1) / 2) * (high - low);
}

/** The player that a policy has become: draws from it, or always plays its mode. It keeps a copy of the parameters. */
export function policyPlayer(spec: NumericSpec, network: ActorCritic, seat: number, mode: boolean): Agent {
  const { actor } = network;
  const discrete = spec.choices !== undefined;
  const outputs = spec.choices ?? spec.actionSize;
  const parameters = network.parameters.clone();
  const weights = actor.shapes.map(({ shape }, k) => np.array(parameters.view(k)).reshape([...shape]));
  const deviations = discrete ? new Float32Array(0) : parameters.view(parameters.shapes.length - 1);
  const forward = jit((w: Weights, x: np.Array) => actor.apply(w, x));
  const scale = observationScale(spec);
  const seen = new Float32Array(spec.observationSize);
  const encoded = new Float32Array(outputs);
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(observation, action) {
      for (let k = 0; k < seen.length; k++) seen[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
      const head = forward(
        weights.map((tensor) => tensor.ref),
        np.array(seen.slice()).reshape([1, seen.length]),
      ).dataSync();
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      if (discrete) encoded[0] = mode ? modeCategorical(head, 0, outputs) : sampleCategorical(head, 0, outputs, hand);
      else if (mode) encoded.set(head);
      else sampleGaussian(head, 0, deviations, 0, outputs, hand, encoded, 0);
      network.decode(encoded, 0, seat, action, 0);
    },
    close() {
      for (const tensor of weights) tensor.dispose();
      forward.dispose();
    },
  };
}
