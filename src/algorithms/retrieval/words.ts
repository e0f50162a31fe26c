// Bag-of-words representation of texts, the input of BM25 and the bag encoder.

import { WordNumbers } from "../../core/word-numbers.ts";

/** Texts as bags of words: word numbers in the order of the text, repeated as in the text. */
export interface WordBags {
  /** The vocabulary; indices are word numbers. */
  readonly words: readonly string[];
  /** Word numbers of each text. */
  readonly bags: readonly Int32Array[];
}

/** Numbers the words of texts in the order of first occurrence. */
export function wordBags(texts: readonly string[]): WordBags {
  const numbers = new WordNumbers();
  const bags = texts.map((text) => numbers.read(text).slice());
  return { words: numbers.words(), bags };
}

/** Number of bags that contain each of the `words` words, [words]. */
export function bagFrequencies(bags: readonly Int32Array[], words: number): Uint32Array {
  const frequencies = new Uint32Array(words);
  for (const bag of bags) for (const word of new Set(bag)) frequencies[word] += 1;
  return frequencies;
}
