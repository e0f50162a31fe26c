// Texts as the arrays that a model is differentiated on. A place of a text predicts the character after it, so everything that
// belongs to a character stands at the place before it.

import { lax, np } from "../../nn/jax.ts";
import { expOnce, largest, reciprocalOnce } from "../../nn/kernels/materialise.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Weights } from "../../nn/parameters.ts";
import type { ArrayShapes } from "../../nn/tensor-shape.ts";

/** Shapes of the first two inputs: the texts, and what comes next, both one-hot [texts·context × vocabulary]. */
export function textShapes({ context, vocabulary }: LanguageModel, texts: number): ArrayShapes {
  return [
    [texts * context, vocabulary],
    [texts * context, vocabulary],
  ];
}

/** Writes the texts `chosen` of a table [… × context] into the first two inputs; nothing comes after the last place. */
export function fillTexts(
  tokens: Int32Array,
  { context, vocabulary }: LanguageModel,
  [texts, next]: readonly Float32Array[],
  chosen: Int32Array,
): void {
  texts.fill(0);
  next.fill(0);
  for (let k = 0; k < chosen.length; k++) {
    for (let place = 0; place < context; place++) {
      const token = tokens[chosen[k] * context + place];
      const row = k * context + place;
      texts[row * vocabulary + token] = 1;
      if (place > 0) next[(row - 1) * vocabulary + token] = 1;
    }
  }
}

/** Copies what belongs to characters, the rows `chosen` of a table [… × context], to the places before them, times `factor`. */
export function fillBefore(
  table: ArrayLike<number>,
  context: number,
  into: Float32Array,
  chosen: Int32Array,
  factor = 1,
): void {
  for (let k = 0; k < chosen.length; k++) {
    for (let place = 1; place < context; place++) {
      into[k * context + place - 1] = factor * table[chosen[k] * context + place];
    }
    into[(k + 1) * context - 1] = 0;
  }
}

/** 0 … count − 1. */
export function everyText(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, k) => k);
}

/** Scores `next` under the model; consumes all. What is not used of the result must be given back. */
export function nextScores(model: LanguageModel, weights: Weights, tokens: np.Array, next: np.Array, texts: number) {
  const logits = model.logits(weights, tokens, texts);
  const most = lax.stopGradient(largest(logits.ref));
  const lowered = logits.sub(most);
  const shares = expOnce(lowered.ref);
  const total = np.sum(shares.ref, 1);
  const logTotal = np.log(total.ref);
  const mean = np.sum(shares.mul(lowered.ref), 1).mul(reciprocalOnce(total));
  return {
    /** [texts·context] logarithm of its probability; without meaning at the last place. */
    logProbability: np.sum(lowered.mul(next), 1).sub(logTotal.ref),
    /** [texts·context] of the whole distribution, in nats. */
    entropy: logTotal.sub(mean),
  };
}
