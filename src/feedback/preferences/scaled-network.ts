// A small network of one number, which reads features in units of their own spread.

import type { Random } from "../../core/random.ts";
import { isNoSpread } from "../../math/spread.ts";
import { type Activation, mlp } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { Parameters } from "../../nn/parameters.ts";
import type { FeatureRows } from "./compared-answers.ts";

export interface NetworkSizes {
  readonly inputs: number;
  /** Widths of its hidden layers; none makes it linear. */
  readonly hidden: readonly number[];
  readonly activation: Activation;
}

/** Means and standard deviations of features, [features]; 1 for a feature that never differs. */
export interface FeatureScale {
  readonly centre: Float64Array;
  readonly spread: Float64Array;
}

/** A network whose weights can still be descended. */
export interface ScaledNetwork {
  readonly sizes: NetworkSizes;
  readonly scale: FeatureScale;
  readonly parameters: Parameters;
}

/** The network as functions over weights that are held elsewhere. */
export const layersOf = ({ inputs, hidden, activation }: NetworkSizes) =>
  mlp({ name: "network", inputs, hidden, outputs: 1, activation });

/** A network as it is drawn, of features with this scale. */
export function drawnNetwork(sizes: NetworkSizes, scale: FeatureScale, random: Random): ScaledNetwork {
  const layers = layersOf(sizes);
  const parameters = new Parameters(layers.shapes);
  layers.initialise(parameters, 0, random);
  return { sizes, scale, parameters };
}

export function scaleOf(features: FeatureRows, width: number, answers: Iterable<number>): FeatureScale {
  const [centre, spread] = [new Float64Array(width), new Float64Array(width)];
  const each = [...answers];
  for (const answer of each) for (let k = 0; k < width; k++) centre[k] += features[answer * width + k] / each.length;
  for (const answer of each) {
    for (let k = 0; k < width; k++) spread[k] += (features[answer * width + k] - centre[k]) ** 2 / each.length;
  }
  // A feature that never differs stays as it is.
  return {
    centre,
    spread: spread.map((square, k) => (isNoSpread(Math.sqrt(square), Math.abs(centre[k])) ? 1 : Math.sqrt(square))),
  };
}

/** Writes the features of an answer, in units of their spread, to `into` from `at` on. */
export function writeScaled(
  { centre, spread }: FeatureScale,
  features: FeatureRows,
  answer: number,
  into: Float32Array,
  at: number,
): void {
  const width = centre.length;
  for (let k = 0; k < width; k++) into[at + k] = (features[answer * width + k] - centre[k]) / spread[k];
}

/** Rows that are computed together. */
const ROWS = 256;

/** What the network says of each of `rows` rows; `write` puts one of them into the network's input from a place on. */
export function readRows(
  { sizes, parameters }: ScaledNetwork,
  rows: number,
  write: (row: number, into: Float32Array, at: number) => void,
): Float64Array {
  const layers = layersOf(sizes);
  const { data, run, close } = networkProgram(
    [parameters],
    ([weights], [x]) => [layers.apply(weights, x)],
    [[ROWS, sizes.inputs]],
    `scores ${JSON.stringify(sizes)}`,
  );
  const scores = new Float64Array(rows);
  for (let from = 0; from < rows; from += ROWS) {
    const some = Math.min(ROWS, rows - from);
    for (let k = 0; k < some; k++) write(from + k, data[0], k * sizes.inputs);
    scores.set(run()[0].subarray(0, some), from);
  }
  close();
  return scores;
}

/** Output of the network for each answer, [answers]. */
export const readAnswers = (network: ScaledNetwork, features: FeatureRows): Float64Array =>
  readRows(network, features.length / network.sizes.inputs, (row, into, at) =>
    writeScaled(network.scale, features, row, into, at),
  );
