// Common interface of feed-forward and recurrent networks, so that learners need not distinguish them.

import type { Random } from "../../core/random.ts";
import type { Initialiser } from "../initialisers.ts";
import type { np } from "../jax.ts";
import type { Parameters, TensorShape, Weights } from "../parameters.ts";
import { type Activation, type FirstLayers, mlp } from "./mlp.ts";
import { type CellKind, recurrent } from "./recurrent.ts";

export interface NetworkOptions {
  readonly name: string;
  readonly inputs: number;
  readonly hidden: readonly number[];
  readonly outputs: number;
  readonly activation?: Activation;
  readonly layerNorm?: boolean;
  readonly outputInitialiser?: Initialiser;
  /** Recurrent cell between the layers and the output; default none. */
  readonly memory?: { readonly cell: CellKind; readonly units: number } | undefined;
}

/** State for several steps of a batch of sequences: as in `Recurrent.unroll`. */
export interface Past {
  /** Memory before the first step, [sequences × memorySize]. */
  readonly memory: np.Array;
  /** [steps·sequences], 0 where an episode begins, else 1. */
  readonly keep: np.Array;
  readonly steps: number;
}

/** A network as functions of external weights; all functions consume their arguments. */
export interface Network {
  readonly shapes: readonly TensorShape[];
  /** Networks with equal forms and shapes compute the same functions. */
  readonly form: string;
  /** Size of the memory between steps, 0 for a perceptron. */
  readonly memorySize: number;
  /** The first `count` hidden layers; the network must have at least that many. */
  first(count: number): FirstLayers;
  initialise(parameters: Parameters, first: number, random: Random): void;
  /** One step: [batch × inputs] → [batch × outputs], with the next memory where there is one. */
  step(weights: Weights, x: np.Array, memory?: np.Array): { output: np.Array; memory: np.Array | undefined };
  /** Rows [steps·sequences × inputs] → [steps·sequences × outputs]; `past` is required for a recurrent network. */
  unroll(weights: Weights, x: np.Array, past?: Past): np.Array;
}

/** Defines a network; its parameters are stored in a Parameters object with `shapes`. */
export function network(options: NetworkOptions): Network {
  const { memory: cell, activation = "tanh", layerNorm = false } = options;
  const form = `network ${JSON.stringify({ activation, layerNorm, cell })}`;
  if (cell === undefined) {
    const net = mlp(options);
    return {
      shapes: net.shapes,
      form,
      memorySize: 0,
      first: net.first,
      initialise: net.initialise,
      step: (weights, x) => ({ output: net.apply(weights, x), memory: undefined }),
      unroll: (weights, x) => net.apply(weights, x),
    };
  }
  const net = recurrent({ ...options, ...cell });
  const without = () => new Error("a network with a memory needs its past");
  return {
    shapes: net.shapes,
    form,
    memorySize: net.memorySize,
    first: net.first,
    initialise: net.initialise,
    step(weights, x, memory) {
      if (memory === undefined) throw without();
      return net.step(weights, x, memory);
    },
    unroll(weights, x, past) {
      if (past === undefined) throw without();
      return net.unroll(weights, x, past.memory, past.keep, past.steps);
    },
  };
}
