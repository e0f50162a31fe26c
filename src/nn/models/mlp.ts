// Multilayer perceptrons: dense layers with an activation and a linear output. Several perceptrons may share one set of parameters with one
// gradient and optimiser, for example an actor per seat of a team, or a critic and its twin.

import type { Random } from "../../core/random.ts";
import { type Initialiser, orthogonal } from "../initialisers.ts";
import { nn, np } from "../jax.ts";
import { Parameters, type TensorShape, type Weights } from "../parameters.ts";

/** Layer normalisation: `x` [batch × n], gain and bias [n] → [batch × n]; consumes all. `epsilon` is added to the variance. */
export function layerNorm(x: np.Array, gain: np.Array, bias: np.Array, epsilon = 1e-5): np.Array {
  const rows = x.shape[0];
  const centred = x.ref.sub(np.mean(x, 1).reshape([rows, 1]));
  const variance = np.mean(np.square(centred.ref), 1).reshape([rows, 1]);
  return centred
    .div(np.sqrt(variance.add(epsilon)))
    .mul(gain)
    .add(bias);
}

export type Activation = "tanh" | "relu" | "silu" | "elu";

/** Architecture of a perceptron. */
export interface MlpOptions {
  /** Prefix of the tensors' names. */
  readonly name: string;
  readonly inputs: number;
  readonly hidden: readonly number[];
  readonly outputs: number;
  /** Activation, default tanh. */
  readonly activation?: Activation;
  /** Whether the inputs of each activation are normalised to mean 0 and variance 1; default no. */
  readonly layerNorm?: boolean;
  /** Initialiser of the hidden layers, default orthogonal with gain √2. */
  readonly initialiser?: Initialiser;
  /** Initialiser of the output layer, default orthogonal with gain 1. */
  readonly outputInitialiser?: Initialiser;
  /** Initial bias of the output layer, default 0. */
  readonly outputBias?: number;
}

/** The first hidden layers of a network, whose outputs all later layers use. */
export interface FirstLayers {
  /** Number of their tensors, the first ones of the network. */
  readonly tensors: number;
  /** Number of their outputs. */
  readonly width: number;
  /** Evaluates the layers, [batch × inputs] → [batch × width]; consumes their tensors and `x`. */
  apply(weights: Weights, x: np.Array): np.Array;
}

/** Defines a perceptron; its parameters are stored in a Parameters object with `shapes`. */
export function mlp(options: MlpOptions) {
  const { name, inputs, hidden, outputs, activation = "tanh" } = options;
  const sizes = [inputs, ...hidden, outputs];
  const layers = sizes.length - 1;
  const inner = options.initialiser ?? orthogonal(Math.SQRT2);
  const last = options.outputInitialiser ?? orthogonal(1);
  const normalised = (l: number) => options.layerNorm === true && l < layers - 1;
  const shapes = Array.from({ length: layers }, (_, l): TensorShape[] => [
    { name: `${name}.${l}.weight`, shape: [sizes[l], sizes[l + 1]] },
    { name: `${name}.${l}.bias`, shape: [sizes[l + 1]] },
    ...(normalised(l)
      ? [
          { name: `${name}.${l}.norm.gain`, shape: [sizes[l + 1]] },
          { name: `${name}.${l}.norm.bias`, shape: [sizes[l + 1]] },
        ]
      : []),
  ]);
  const firsts = shapes.map((_, l) => shapes.slice(0, l).flat().length);
  /** Layer `l` before its activation. */
  const layer = (weights: Weights, l: number, x: np.Array): np.Array => {
    const [weight, bias, gain, shift] = weights.slice(firsts[l], firsts[l] + shapes[l].length);
    const h = np.dot(x, weight).add(bias);
    return normalised(l) ? layerNorm(h, gain, shift) : h;
  };
  return {
    shapes: shapes.flat(),
    /** Its first `count` layers, each with its activation, possibly including the output layer. */
    first: (count: number): FirstLayers => ({
      tensors: shapes.slice(0, count).flat().length,
      width: sizes[count],
      apply(weights, x) {
        let h = x;
        for (let l = 0; l < count; l++) h = activate(layer(weights, l, h), activation);
        return h;
      },
    }),
    /** Initialises tensors `first` … of `parameters`. */
    initialise(parameters: Parameters, first: number, random: Random) {
      for (let l = 0; l < layers; l++) {
        const at = first + firsts[l];
        const fill = l === layers - 1 ? last : inner;
        fill(parameters.view(at), sizes[l], sizes[l + 1], random.stream(name, l));
        parameters.view(at + 1).fill(l === layers - 1 ? (options.outputBias ?? 0) : 0);
        if (normalised(l)) {
          parameters.view(at + 2).fill(1);
          parameters.view(at + 3).fill(0);
        }
      }
    },
    /** Evaluates the perceptron, [batch × inputs] → [batch × outputs]. Consumes `weights` and `x`. */
    apply(weights: Weights, x: np.Array): np.Array {
      let h = x;
      for (let l = 0; l < layers; l++) {
        h = layer(weights, l, h);
        if (l < layers - 1) h = activate(h, activation);
      }
      return h;
    },
  };
}

/** Applies an activation elementwise; consumes `x`. */
export function activate(x: np.Array, activation: Activation): np.Array {
  switch (activation) {
    case "tanh":
      return np.tanh(x);
    case "relu":
      return nn.relu(x);
    case "silu":
      return nn.silu(x);
    case "elu":
      // Its exponential is of numbers up to 0 alone, so that no gradient overflows.
      return np.maximum(x.ref, 0).add(np.exp(np.minimum(x, 0)).sub(1));
    default:
      return activation satisfies never;
  }
}

/** Builds and initialises several perceptrons; their names must differ. */
export function perceptrons(all: readonly MlpOptions[], random: Random) {
  const nets = all.map(mlp);
  const firsts = nets.map((_, k) => nets.slice(0, k).reduce((sum, { shapes }) => sum + shapes.length, 0));
  const parameters = new Parameters(nets.flatMap(({ shapes }) => shapes));
  for (const [k, net] of nets.entries()) net.initialise(parameters, firsts[k], random);
  return {
    parameters,
    /** Copies the current parameters of perceptron `k`. */
    copyOf: (k: number): Parameters => parameters.part(firsts[k], firsts[k] + nets[k].shapes.length).clone(),
    /** Selects the tensors of perceptron `k`. */
    of: (weights: Weights, k: number): Weights => weights.slice(firsts[k], firsts[k] + nets[k].shapes.length),
    /** Evaluates perceptron `k` with its own tensors, [batch × inputs] → [batch × outputs]. Consumes them and `x`. */
    apply: (own: Weights, k: number, x: np.Array): np.Array => nets[k].apply(own, x),
  };
}
