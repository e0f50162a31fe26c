// The networks of soft actor-critic: an actor that gives mean and spread of squashed normal actions, and two critics of
// observation and action.

import type { Agent } from "../core/agent.ts";
import type { NumericSpec } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import { squashedGaussian } from "../nn/distributions/squashed-gaussian.ts";
import { jit, np } from "../nn/jax.ts";
import { type Activation, mlp } from "../nn/mlp.ts";
import { Parameters, type Weights } from "../nn/parameters.ts";
import { observationScale } from "./vector-environment.ts";

/** Log standard deviations that the actor can say, before squashing. */
const [LEAST, MOST] = [-5, 2];

export interface SoftActorCriticOptions {
  readonly observationSize: number;
  readonly actionSize: number;
  readonly hidden: readonly number[];
  readonly activation: Activation;
}

/** Actor and critics, with parameters of their own. All functions consume what they are given. */
export interface SoftActorCritic {
  readonly actor: Parameters;
  /** The first critic's, then the second's. */
  readonly critics: Parameters;
  /** Actions on [−1, 1] of observations [batch × O] and standard normal noise [batch × A], with their log-densities. */
  draw(actor: Weights, observations: np.Array, noise: np.Array): { actions: np.Array; logProbability: np.Array };
  /** Both critics' values, each [batch]. */
  judge(critics: Weights, observations: np.Array, actions: np.Array): [np.Array, np.Array];
}

/** Builds and initialises the networks. */
export function softActorCritic(options: SoftActorCriticOptions, random: Random): SoftActorCritic {
  const { observationSize, actionSize, hidden, activation } = options;
  const policy = mlp({ name: "actor", inputs: observationSize, hidden, outputs: 2 * actionSize, activation });
  const twins = ["critic1", "critic2"].map((name) =>
    mlp({ name, inputs: observationSize + actionSize, hidden, outputs: 1, activation }),
  );
  const tensors = twins[0].shapes.length;
  const actor = new Parameters(policy.shapes);
  policy.initialise(actor, 0, random);
  const critics = new Parameters(twins.flatMap(({ shapes }) => shapes));
  for (const [k, twin] of twins.entries()) twin.initialise(critics, k * tensors, random);
  const value = (k: number, weights: Weights, both: np.Array) =>
    twins[k].apply(weights.slice(k * tensors, (k + 1) * tensors), both).reshape([-1]);
  return {
    actor,
    critics,
    draw(weights, observations, noise) {
      const [mean, raw] = np.split(policy.apply(weights, observations), 2, 1);
      const logDeviation = np
        .tanh(raw)
        .add(1)
        .mul((MOST - LEAST) / 2)
        .add(LEAST);
      return squashedGaussian(mean, logDeviation, noise);
    },
    judge(weights, observations, actions) {
      const both = np.concatenate([observations, actions], 1);
      return [value(0, weights, both.ref), value(1, weights, both)];
    },
  };
}

/** A place in [−1, 1] for each number of an action, as its place in the seat's box. */
export function boxAction(
  spec: NumericSpec,
  seat: number,
  encoded: ArrayLike<number>,
  at: number,
  into: Float64Array,
  intoAt: number,
): void {
  for (let k = 0; k < spec.actionSize; k++) {
    const low = spec.actionLow[seat * spec.actionSize + k];
    const high = spec.actionHigh[seat * spec.actionSize + k];
    into[intoAt + k] = low + ((encoded[at + k] + 1) / 2) * (high - low);
  }
}

/** The player that the actor is now: its middle, tanh μ, with `mode`, else draws. */
export function softPlayer(spec: NumericSpec, network: SoftActorCritic, seat: number, mode: boolean): Agent {
  const weights = network.actor.clone().weights();
  const forward = jit((w: Weights, x: np.Array, noise: np.Array) => network.draw(w, x, noise).actions);
  const scale = observationScale(spec);
  const seen = new Float32Array(spec.observationSize);
  const noise = new Float32Array(spec.actionSize);
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      for (let k = 0; k < seen.length; k++) seen[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
      if (!mode) for (let k = 0; k < noise.length; k++) noise[k] = hand.normal();
      const encoded = forward(
        weights.map((tensor) => tensor.ref),
        np.array(seen.slice()).reshape([1, seen.length]),
        np.array(noise.slice()).reshape([1, noise.length]),
      ).dataSync();
      boxAction(spec, seat, encoded, 0, action, 0);
    },
    close() {
      for (const tensor of weights) tensor.dispose();
      forward.dispose();
    },
  };
}
