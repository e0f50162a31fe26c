// Scores of texts: a weighed sum of the numbers that a network says at the last place of each, to be differentiated over a batch or read off.

import { np } from "../jax.ts";
import type { Parameters, Weights } from "../parameters.ts";
import type { ArrayShapes } from "../tensor-shape.ts";
import type { TextNetwork } from "./language-model.ts";
import { networkProgram } from "./network-program.ts";

/** What is read off the last place of a text. */
export interface LastReading {
  /** Numbers that the network says at every place. */
  readonly outputs: number;
  /** Which of them are added up, and what each counts. */
  readonly terms: readonly (readonly [output: number, factor: number])[];
}

/** Texts, one-hot, [texts·context × vocabulary], and what is read off them, [texts·context × outputs]. */
export const scoreShapes = (
  { context, vocabulary }: TextNetwork,
  { outputs }: LastReading,
  texts: number,
): ArrayShapes => [
  [texts * context, vocabulary],
  [texts * context, outputs],
];

/** Writes texts of tokens into the two inputs; places behind a text are padding, and of texts that are not there nothing is read. */
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

/** Scores of `count` texts, [count]; 0 where nothing is read. Consumes all. */
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

/** Reads scores off texts, with parameters as they are at each reading. */
export interface TextScorer {
  /** One score for each text of tokens, [texts]. */
  scores(texts: readonly ArrayLike<number>[]): Float64Array;
  close(): void;
}

/** A scorer of `batch` texts at once; a `name` says all that it depends on beside shapes. */
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
