// A network while it learns: its parameters, the optimiser that moves them, the target network that follows, and what a
// checkpoint keeps of them.

import { type AdamOptions, adam } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import {
  restore,
  restoreParameters,
  type SavedTensor,
  type SavedTensors,
  saved,
  savedParameters,
} from "../training-checkpoint.ts";

/** Parameters that an optimiser moves. */
export interface LearningNetwork {
  readonly parameters: Parameters;
  readonly target?: Parameters;
  /** The optimiser's name in a checkpoint, and all that changes in it. */
  readonly optimiser: { readonly name: string; readonly state: Float32Array };
  /** Gradient steps so far. */
  steps(): number;
  /** Moves the parameters against `gradient`, which is scaled in place where it is clipped; its norm before that. */
  descend(gradient: Float32Array): number;
}

/** A network with a target network of the same shape. */
export interface TargetedNetwork extends LearningNetwork {
  readonly target: Parameters;
  /** Moves every number of the target network by `share` of the way to this one's (soft update); 1 copies them. */
  follow(share: number): void;
}

/** Parameters under Adam; `name` tells the optimisers of one learner apart. */
export function learningNetwork(parameters: Parameters, options: AdamOptions, name?: string): LearningNetwork {
  const { state, step } = adam(parameters.flat.length, options);
  return {
    parameters,
    optimiser: { name: name === undefined ? "optimiser" : `optimiser.${name}`, state },
    steps: () => state[state.length - 1],
    descend: (gradient) => step(parameters.flat, gradient),
  };
}

/** The same with a target network, at first equal to it. */
export function targetedNetwork(parameters: Parameters, options: AdamOptions, name?: string): TargetedNetwork {
  const target = parameters.clone();
  return {
    ...learningNetwork(parameters, options, name),
    target,
    follow(share) {
      for (let k = 0; k < target.flat.length; k++) target.flat[k] += share * (parameters.flat[k] - target.flat[k]);
    },
  };
}

const TARGET = "target.";

/** Networks, then target networks, then optimisers; copies. */
export function savedNetworks(networks: readonly LearningNetwork[]): SavedTensor[] {
  return [
    ...networks.flatMap(({ parameters }) => savedParameters(parameters)),
    ...networks.flatMap(({ target }) => (target === undefined ? [] : savedParameters(target, TARGET))),
    ...networks.map(({ optimiser: { name, state } }) => saved(name, state)),
  ];
}

/** Takes back what `savedNetworks` gave; throws where a tensor is missing or of another size. */
export function restoreNetworks(tensors: SavedTensors, networks: readonly LearningNetwork[]): void {
  for (const { parameters, target, optimiser } of networks) {
    restoreParameters(tensors, parameters);
    if (target !== undefined) restoreParameters(tensors, target, TARGET);
    restore(tensors, optimiser.name, optimiser.state);
  }
}
