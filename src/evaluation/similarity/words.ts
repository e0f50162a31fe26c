// Texts as bags of words: what BM25 and the bag encoder read.

import { WordNumbers } from "../../core/word-numbers.ts";

/** Texts as bags of words: numbers in the order of the text, as often as the word stands there. */
export interface WordBags {
  /** Words by their numbers. */
  readonly words: readonly string[];
  /** Of each text. */
  readonly bags: readonly Int32Array[];
}

/** Numbers the words of texts in the order in which they first come. */
export function wordBags(texts: readonly string[]): WordBags {
  const numbers = new WordNumbers();
  const bags = texts.map((text) => numbers.read(text).slice());
  return { words: numbers.words(), bags };
}

/** In how many bags each of `words` numbers stands, [words]. */
export function bagFrequencies(bags: readonly Int32Array[], words: number): Uint32Array {
  const frequencies = new Uint32Array(words);
  for (const bag of bags) for (const word of new Set(bag)) frequencies[word] += 1;
  return frequencies;
}
