// Self-supervised text encoder: two random halves of one text are positives, halves of different texts are negatives.

import type { Random } from "../../core/random.ts";
import { type BagEncoder, randomEncoder } from "./bag-encoder.ts";
import { infoNce } from "./contrastive-losses.ts";
import { trainByContrast } from "./contrastive-training.ts";
import { bagFrequencies } from "./words.ts";

export interface OwnTextOptions {
  /** Width of a vector; 64 by default. */
  readonly width?: number;
  /** Training steps; 300 by default, 0 for none. */
  readonly steps?: number;
  /** Maximum number of texts per step; 64 by default. */
  readonly batch?: number;
}

/**
 * Trains an encoder on texts. Word vectors start in random directions with length ln(1 + N/n) for a word in n of N texts, so that cosines
 * approximate those of TF-IDF (random projection). Training by InfoNCE at τ = 0.1 moves words that occur in the same texts together.
 */
export function ownTextEncoder(
  bags: readonly Int32Array[],
  words: number,
  random: Random,
  { width = 64, steps = 300, batch = 64 }: OwnTextOptions = {},
): BagEncoder {
  const weights = Array.from(bagFrequencies(bags, words), (n) => Math.log(1 + bags.length / Math.max(1, n)));
  const encoder = randomEncoder(words, width, random.stream("first"), weights);
  const long = bags.filter((bag) => bag.length >= 4);
  if (long.length < 2) return encoder;
  const draws = random.stream("halves");
  const draw = () => {
    const taken = Array.from({ length: Math.min(batch, long.length) }, () =>
      halves(long[draws.integer(long.length)], draws),
    );
    return { queries: taken.map(([one]) => one), documents: taken.map(([, other]) => other) };
  };
  trainByContrast(encoder, draw, { loss: infoNce(0.1), steps, rate: 0.02 });
  return encoder;
}

function halves(bag: Int32Array, random: Random): [Int32Array, Int32Array] {
  const isFirst = Array.from(bag, () => random.uniform() < 0.5);
  return [bag.filter((_, k) => isFirst[k]), bag.filter((_, k) => !isFirst[k])];
}
