// A perceptron or a network with a memory, behind one interface, so that learners need not know which they have.

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
  /** A cell between the layers and the output; default none. */
  readonly memory?: { readonly cell: CellKind; readonly units: number } | undefined;
}

/** Several steps of a batch of sequences: as in `Recurrent.unroll`. */
export interface Past {
  /** [sequences × memorySize], from before the first step. */
  readonly memory: np.Array;
  /** [steps·sequences], 0 where an episode begins. */
  readonly keep: np.Array;
  readonly steps: number;
}

/** A network as functions over weights that are held elsewhere; all consume what they are given. */
export interface Network {
  readonly shapes: readonly TensorShape[];
  /** Networks of one form and the same shapes compute the same functions. */
  readonly form: string;
  /** Numbers remembered between steps, 0 for a perceptron. */
  readonly memorySize: number;
  /** The first `count` hidden layers, of which there must be as many. */
  first(count: number): FirstLayers;
  initialise(parameters: Parameters, first: number, random: Random): void;
  /** [batch × inputs] → [batch × outputs], and the next memory where there is one. */
  step(weights: Weights, x: np.Array, memory?: np.Array): { output: np.Array; memory: np.Array | undefined };
  /** Rows [steps·sequences × inputs] → [steps·sequences × outputs]; `past` where there is a memory. */
  unroll(weights: Weights, x: np.Array, past?: Past): np.Array;
}

/** Describes a network; its parameters live in a Parameters that holds `shapes`. */
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
