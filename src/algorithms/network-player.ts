// A trained network in its seat: it sees its observation scaled as in training, and its output is read as an action.

import type { Agent, Chance } from "../core/agent.ts";
import type { NumericSpec } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import type { np } from "../nn/jax.ts";
import { networkProgram } from "../nn/models/network-program.ts";
import type { Parameters, Weights } from "../nn/parameters.ts";
import { observationScale } from "../play/vector-environment.ts";

/** Numbers that a network sees after its observation. */
export interface Beside {
  readonly size: number;
  /** A new episode begins. */
  reset(): void;
  /** Writes them for the observation in the world's units. */
  write(observation: Float32Array, into: Float32Array, at: number): void;
}

/**
 * A player with `parameters`, which no other code may change. `apply` consumes weights and inputs [1 × inputs]; `read` turns
 * the output into an action, and may draw; `chance` says how likely an output made an action, where it is a distribution.
 */
export function networkPlayer(
  spec: NumericSpec,
  parameters: Parameters,
  apply: (weights: Weights, x: np.Array) => np.Array,
  read: (head: ArrayLike<number>, action: Float64Array, hand: Random) => void,
  beside?: Beside,
  chance?: (head: ArrayLike<number>, action: Float64Array) => Chance,
): Agent {
  const scale = observationScale(spec);
  const O = spec.observationSize;
  const inputs = O + (beside?.size ?? 0);
  const { data, run, close } = networkProgram([parameters], ([weights], [x]) => [apply(weights, x)], [[1, inputs]]);
  const [seen] = data;
  let hand: Random | undefined;
  const look = (observation: Float32Array): Float32Array => {
    for (let k = 0; k < O; k++) seen[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
    beside?.write(observation, seen, O);
    return run()[0];
  };
  return {
    reset(random) {
      hand = random;
      beside?.reset();
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      read(look(observation), action, hand);
    },
    ...(chance && { follow: (observation, action) => chance(look(observation), action) }),
    close,
  };
}
