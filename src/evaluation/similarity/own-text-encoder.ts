// An encoder that learns from texts alone: two random halves of a text belong together, and halves of different texts do not.

import type { Random } from "../../core/random.ts";
import { type BagEncoder, randomEncoder } from "./bag-encoder.ts";
import { infoNce } from "./contrastive-losses.ts";
import { trainByContrast } from "./contrastive-training.ts";
import { bagFrequencies } from "./words.ts";

export interface OwnTextOptions {
  /** Numbers of a vector; 64 by default. */
  readonly width?: number;
  /** Steps of the training; 300 by default, and 0 for none. */
  readonly steps?: number;
  /** Texts of a step at most; 64 by default. */
  readonly batch?: number;
}

/**
 * Word vectors begin at random directions with the length ln(1 + N/n) of a word in n of N texts, by which cosines estimate those of
 * TF-IDF (random projection). Training by InfoNCE at τ = 0.1 draws words together that stand in the same texts.
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
