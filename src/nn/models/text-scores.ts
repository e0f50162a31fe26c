// Scores of texts: a weighted sum of a network's outputs at the last position of each text, as a differentiable batch or for evaluation.

import { np } from "../jax.ts";
import type { Parameters, Weights } from "../parameters.ts";
import type { ArrayShapes } from "../tensor-shape.ts";
import type { TextNetwork } from "./language-model.ts";
import { networkProgram } from "./network-program.ts";

/** Outputs used at the last position of a text. */
export interface LastReading {
  /** Number of network outputs per position. */
  readonly outputs: number;
  /** Indices of the outputs in the sum, with their weights. */
  readonly terms: readonly (readonly [output: number, factor: number])[];
}

/** Shapes of the inputs: one-hot texts, [texts·context × vocabulary], and weights of the outputs, [texts·context × outputs]. */
export const scoreShapes = (
  { context, vocabulary }: TextNetwork,
  { outputs }: LastReading,
  texts: number,
): ArrayShapes => [
  [texts * context, vocabulary],
  [texts * context, outputs],
];

/** Writes token texts to the two inputs; positions after a text are padding, and missing texts have weight 0. */
export function fillScored(
  texts: readonly ArrayLike<number>[],
  { context, vocabulary }: TextNetwork,
  { outputs, terms }: LastReading,
  [tokens, reads]: readonly Float32Array[],
): void {
  tokens.fill(0);
  reads.fill(0);
  for (const [k, text] of texts.entries()) {
    for (let place = 0; place < context; place++) tokens[(k * context + place) * vocabulary + (text[place] ?? 0)] = 1;
    const end = (k * context + text.length - 1) * outputs;
    for (const [output, factor] of terms) reads[end + output] = factor;
  }
}

/** Scores of `count` texts, [count]; 0 for missing texts. Consumes all. */
export function lastScores(
  network: TextNetwork,
  { outputs }: LastReading,
  weights: Weights,
  [tokens, reads]: readonly np.Array[],
  count: number,
): np.Array {
  const { context } = network;
  const said = network.logits(weights, tokens, count).reshape([count, context * outputs]);
  return np.sum(said.mul(reads.reshape([count, context * outputs])), 1);
}

/** Scores texts with the current parameters. */
export interface TextScorer {
  /** Scores of token texts, [texts]. */
  scores(texts: readonly ArrayLike<number>[]): Float64Array;
  close(): void;
}

/** Creates a scorer for `batch` texts at once; a `name` must identify everything that it depends on besides shapes. */
export function textScorer(
  network: TextNetwork,
  reading: LastReading,
  parameters: Parameters,
  batch: number,
  name?: string,
): TextScorer {
  const { run, data, close } = networkProgram(
    [parameters],
    ([weights], arrays) => [lastScores(network, reading, weights, arrays, batch)],
    scoreShapes(network, reading, batch),
    name,
  );
  return {
    scores(texts) {
      const scores = new Float64Array(texts.length);
      for (let from = 0; from < texts.length; from += batch) {
        const some = texts.slice(from, from + batch);
        fillScored(some, network, reading, data);
        const [values] = run();
        for (let k = 0; k < some.length; k++) scores[from + k] = values[k];
      }
      return scores;
    },
    close,
  };
}
