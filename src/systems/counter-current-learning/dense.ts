// Dense networks without biases whose layers can be given gradients of their own: what back-propagation, its alternatives
// and layer-local learning share, with the step that trains them. ELU between layers, linear at the end, as in the released code
// of Kao & Hariharan (2024).

import type { Random } from "../../core/random.ts";
import { fanIn } from "../../nn/initialisers.ts";
import { sgd } from "../../nn/optimiser.ts";
import { product, transposed } from "./products.ts";

/** What a network is beside its weights. */
export interface DenseOptions {
  /** Of the hidden layers; default elu. */
  readonly activation?: "elu" | "tanh";
  /**
   * Gives every hidden unit mean 0 and variance 1 over the rows of a pass before its activation (Ioffe & Szegedy, 2015), with
   * no gain and shift of its own. Default false.
   */
  readonly normalise?: boolean;
  /** What the first weights of each layer are multiplied by; default 1. */
  readonly gains?: readonly number[];
}

/** Weights of a network, layer after layer, each [inputs × outputs]. */
export interface DenseNetwork extends Omit<DenseOptions, "gains"> {
  /** Widths from the input to the output, L + 1 of them. */
  readonly sizes: readonly number[];
  readonly weights: Float32Array;
}

/** What a pass computed: outputs[0] is the input, outputs[L] the linear output, each [rows × width]. */
export interface Pass {
  readonly rows: number;
  readonly outputs: readonly Float64Array[];
  /** Where units are normalised, of each level: what they were after it, and the deviations before it. */
  readonly normalised: readonly (Normalised | undefined)[];
}

interface Normalised {
  readonly values: Float64Array;
  readonly deviations: Float64Array;
}

/** A network with weights uniform within ±1/√inputs, each layer from its own stream. */
export function denseNetwork(sizes: readonly number[], random: Random, options: DenseOptions = {}): DenseNetwork {
  const { activation = "elu", normalise = false, gains } = options;
  const network = { sizes, activation, normalise, weights: new Float32Array(layerOffset(sizes, sizes.length - 1)) };
  for (let l = 0; l < sizes.length - 1; l++) {
    const weights = layerWeights(network, l);
    fanIn(weights, sizes[l], sizes[l + 1], random.stream("layer", l));
    const gain = gains?.[l] ?? 1;
    for (let k = 0; k < weights.length; k++) weights[k] *= gain;
  }
  return network;
}

/** Where layer `l` (from 0) begins in the flat weights. */
export function layerOffset(sizes: readonly number[], l: number): number {
  let offset = 0;
  for (let k = 0; k < l; k++) offset += sizes[k] * sizes[k + 1];
  return offset;
}

/** The weights of layer `l`, which maps outputs[l] to outputs[l + 1]. */
export function layerWeights({ sizes, weights }: DenseNetwork, l: number): Float32Array {
  return weights.subarray(layerOffset(sizes, l), layerOffset(sizes, l + 1));
}

/** a_{l+1} = f(a_l·W_l), the last one without f. `input` is [rows × sizes[0]]. */
export function forwardPass(network: DenseNetwork, input: Float64Array, rows: number): Pass {
  const { sizes } = network;
  const layers = sizes.length - 1;
  const outputs = [input];
  const normalised: (Normalised | undefined)[] = [undefined];
  for (let l = 0; l < layers; l++) {
    const next = product(outputs[l], Float64Array.from(layerWeights(network, l)), rows, sizes[l], sizes[l + 1]);
    const hidden = l < layers - 1;
    normalised.push(hidden && network.normalise === true ? normaliseUnits(next, rows) : undefined);
    if (hidden) activate(next, network.activation ?? "elu");
    outputs.push(next);
  }
  return { rows, outputs, normalised };
}

function activate(values: Float64Array, activation: "elu" | "tanh"): void {
  switch (activation) {
    case "elu":
      for (let k = 0; k < values.length; k++) if (values[k] < 0) values[k] = Math.exp(values[k]) - 1;
      return;
    case "tanh":
      for (let k = 0; k < values.length; k++) values[k] = Math.tanh(values[k]);
      return;
    default:
      activation satisfies never;
  }
}

/** Added to a variance, as PyTorch does, so that a unit that never varies stays finite. */
const EPSILON = 1e-5;

/** z → (z − mean)/√(variance + ε) of each column, in place; keeps a copy. */
function normaliseUnits(z: Float64Array, rows: number): Normalised {
  const width = z.length / rows;
  const means = new Float64Array(width);
  const deviations = new Float64Array(width);
  for (let k = 0; k < z.length; k++) means[k % width] += z[k] / rows;
  for (let k = 0; k < z.length; k++) deviations[k % width] += (z[k] - means[k % width]) ** 2 / rows;
  for (let j = 0; j < width; j++) deviations[j] = Math.sqrt(deviations[j] + EPSILON);
  for (let k = 0; k < z.length; k++) z[k] = (z[k] - means[k % width]) / deviations[k % width];
  return { values: z.slice(), deviations };
}

/** The matrices that carry a layer's error to the layer below: nothing, the weights themselves, or others of their shape. */
export type Carriers = "nothing" | "weights" | readonly ArrayLike<number>[];

/**
 * Gradients of the weights, flat, from gradients at the outputs: `given[l]` is ∂(loss)/∂(outputs[l]), where there is one.
 * δ_l = (given_l + carried_l) ⊙ f'(a_l), ∂W_l = a_lᵀ·δ_{l+1}, carried_l = δ_{l+1}·B_lᵀ. With B_l = W_l this is
 * reverse-mode differentiation of the summed losses (Rumelhart, Hinton & Williams, 1986); with fixed random B_l it is
 * feedback alignment (Lillicrap et al., 2016); with nothing carried every layer learns from its own loss alone.
 */
export function layerGradients(
  network: DenseNetwork,
  { rows, outputs, normalised }: Pass,
  given: readonly (Float64Array | undefined)[],
  carriers: Carriers,
): Float64Array {
  const { sizes } = network;
  const layers = sizes.length - 1;
  const gradients = new Float64Array(network.weights.length);
  let carried: Float64Array | undefined;
  for (let l = layers - 1; l >= 0; l--) {
    const error = errorAt(given[l + 1], carried);
    carried = undefined;
    if (error === undefined) continue;
    if (l < layers - 1) throughActivation(error, outputs[l + 1], network.activation ?? "elu");
    throughNormalisation(error, normalised[l + 1], rows);
    const [inputs, width] = [sizes[l], sizes[l + 1]];
    gradients.set(product(transposed(outputs[l], rows, inputs), error, inputs, rows, width), layerOffset(sizes, l));
    if (carriers === "nothing" || l === 0) continue;
    const back = carriers === "weights" ? layerWeights(network, l) : carriers[l];
    carried = product(error, transposed(back, inputs, width), rows, width, inputs);
  }
  return gradients;
}

function errorAt(given: Float64Array | undefined, carried: Float64Array | undefined): Float64Array | undefined {
  if (given === undefined || carried === undefined) return (given ?? carried)?.slice();
  return given.map((own, k) => own + carried[k]);
}

/** From ∂/∂a to ∂/∂z in place. elu'(z) is 1 above 0 and exp(z) = a + 1 below; tanh'(z) = 1 − a². */
function throughActivation(error: Float64Array, output: Float64Array, activation: "elu" | "tanh"): void {
  for (let k = 0; k < error.length; k++) {
    if (activation === "tanh") error[k] *= 1 - output[k] * output[k];
    else if (output[k] < 0) error[k] *= output[k] + 1;
  }
}

/** From ∂/∂ẑ to ∂/∂z in place: (g − mean(g) − ẑ·mean(g·ẑ))/deviation, means over rows. */
function throughNormalisation(error: Float64Array, normalised: Normalised | undefined, rows: number): void {
  if (normalised === undefined) return;
  const { values, deviations } = normalised;
  const width = deviations.length;
  const means = new Float64Array(width);
  const along = new Float64Array(width);
  for (let k = 0; k < error.length; k++) {
    means[k % width] += error[k] / rows;
    along[k % width] += (error[k] * values[k]) / rows;
  }
  for (let k = 0; k < error.length; k++) {
    const j = k % width;
    error[k] = (error[k] - means[j] - values[k] * along[j]) / deviations[j];
  }
}

/** Samples with what the network should say of them. */
export interface Samples {
  readonly rows: number;
  /** [rows × inputs] */
  readonly inputs: Float64Array;
  /** [rows × outputs]: one-hot classes, or numbers to reproduce. */
  readonly targets: Float64Array;
}

/** A network in training. */
export interface DenseLearner {
  readonly network: DenseNetwork;
  /** Does one update and returns the loss before it. */
  update(batch: Samples): number;
}

/** Step sizes; the same for every rule, so that rules are compared and not step sizes. */
export interface StepOptions {
  /** Learning rate, default 1. */
  readonly rate?: number;
  /** Longest gradient of a network, default 1; a rate of 1 needs it. */
  readonly clip?: number;
}

/** Plain gradient descent with a bound on the norm of the network's whole gradient. */
export function stepper(network: DenseNetwork, { rate = 1, clip = 1 }: StepOptions): (gradient: Float64Array) => void {
  const optimiser = sgd(network.weights.length, { rate, clip });
  return (gradient) => {
    optimiser.step(network.weights, Float32Array.from(gradient));
  };
}
