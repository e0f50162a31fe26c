// Multilayer perceptrons: dense layers with one activation between them and a linear output.

import type { Random } from "../core/random.ts";
import { type Initialiser, orthogonal } from "./initialisers.ts";
import { nn, np } from "./jax.ts";
import type { Parameters, TensorShape, Weights } from "./parameters.ts";

export type Activation = "tanh" | "relu" | "silu";

/** What a perceptron is made of. */
export interface MlpOptions {
  /** Prefix of its tensors' names. */
  readonly name: string;
  readonly inputs: number;
  readonly hidden: readonly number[];
  readonly outputs: number;
  /** Default tanh. */
  readonly activation?: Activation;
  /** Default orthogonal with gain √2. */
  readonly initialiser?: Initialiser;
  /** Of the output layer; default orthogonal with gain 1. */
  readonly outputInitialiser?: Initialiser;
  /** First value of the output layer's biases, default 0. */
  readonly outputBias?: number;
}

/** A network as functions over weights that are held elsewhere. */
export interface Mlp {
  readonly shapes: readonly TensorShape[];
  /** Draws first values into tensors `first` … of `parameters`. */
  initialise(parameters: Parameters, first: number, random: Random): void;
  /** [batch × inputs] → [batch × outputs]. Consumes `weights` and `x`. */
  apply(weights: Weights, x: np.Array): np.Array;
}

/** Describes a perceptron; its parameters live in a Parameters that holds `shapes`. */
export function mlp(options: MlpOptions): Mlp {
  const { name, inputs, hidden, outputs, activation = "tanh" } = options;
  const sizes = [inputs, ...hidden, outputs];
  const layers = sizes.length - 1;
  const inner = options.initialiser ?? orthogonal(Math.SQRT2);
  const last = options.outputInitialiser ?? orthogonal(1);
  const shapes = Array.from({ length: layers }, (_, l): TensorShape[] => [
    { name: `${name}.${l}.weight`, shape: [sizes[l], sizes[l + 1]] },
    { name: `${name}.${l}.bias`, shape: [sizes[l + 1]] },
  ]).flat();
  return {
    shapes,
    initialise(parameters, first, random) {
      for (let l = 0; l < layers; l++) {
        const fill = l === layers - 1 ? last : inner;
        fill(parameters.view(first + 2 * l), sizes[l], sizes[l + 1], random.stream(name, l));
        parameters.view(first + 2 * l + 1).fill(l === layers - 1 ? (options.outputBias ?? 0) : 0);
      }
    },
    apply(weights, x) {
      let h = x;
      for (let l = 0; l < layers; l++) {
        h = np.dot(h, weights[2 * l]).add(weights[2 * l + 1]);
        if (l < layers - 1) h = activate(h, activation);
      }
      return h;
    },
  };
}

function activate(x: np.Array, activation: Activation): np.Array {
  switch (activation) {
    case "tanh":
      return np.tanh(x);
    case "relu":
      return nn.relu(x);
    case "silu":
      return nn.silu(x);
    default:
      return activation satisfies never;
  }
}
