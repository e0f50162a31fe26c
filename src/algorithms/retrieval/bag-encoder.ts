// A linear bag-of-words encoder: a text's vector is the normalised sum of its word vectors. The length of a learnt word vector is the
// word's weight; its direction encodes the meaning.

import type { Random } from "../../core/random.ts";
import type { VectorTable } from "./nearest.ts";

/** Word vectors, [words, width]. */
export interface BagEncoder {
  readonly width: number;
  readonly table: Float32Array | Float64Array;
}

/** An encoder with trainable word vectors. */
export interface TrainableEncoder extends BagEncoder {
  readonly table: Float32Array;
}

/** Random encoder: word vectors with normal entries, each scaled by its word's weight if weights are given. */
export function randomEncoder(
  words: number,
  width: number,
  random: Random,
  weights?: ArrayLike<number>,
): TrainableEncoder {
  const table = Float32Array.from(
    { length: words * width },
    (_, k) => random.normal() * (weights?.[Math.floor(k / width)] ?? 1),
  );
  return { width, table };
}

export interface EncodedBags extends VectorTable {
  /** Lengths of the sums before normalisation, [texts]; a text without words has length 0 and the vector 0. */
  readonly norms: Float64Array;
}

/** Computes v = Σ_w e_w/‖Σ_w e_w‖ for each bag. */
export function encoded({ width, table }: BagEncoder, bags: readonly Int32Array[]): EncodedBags {
  const values = new Float64Array(bags.length * width);
  const norms = new Float64Array(bags.length);
  for (const [text, bag] of bags.entries()) {
    const from = text * width;
    for (const word of bag) for (let k = 0; k < width; k++) values[from + k] += table[word * width + k];
    let square = 0;
    for (let k = 0; k < width; k++) square += values[from + k] ** 2;
    norms[text] = Math.sqrt(square);
    if (square > 0) for (let k = 0; k < width; k++) values[from + k] /= norms[text];
  }
  return { width, values, norms };
}

/**
 * Backpropagates a gradient in the texts' vectors, `outer` [texts, width], to the word vectors and adds it to `into`, [words, width]. It
 * uses ∂v/∂Σ = (1 − v·vᵀ)/‖Σ‖.
 */
export function addGradient(
  bags: readonly Int32Array[],
  { width, values, norms }: EncodedBags,
  outer: Float64Array,
  into: Float32Array | Float64Array,
): void {
  const inner = new Float64Array(width);
  for (const [text, bag] of bags.entries()) {
    if (norms[text] === 0) continue;
    const from = text * width;
    let along = 0;
    for (let k = 0; k < width; k++) along += outer[from + k] * values[from + k];
    for (let k = 0; k < width; k++) inner[k] = (outer[from + k] - along * values[from + k]) / norms[text];
    for (const word of bag) for (let k = 0; k < width; k++) into[word * width + k] += inner[k];
  }
}
