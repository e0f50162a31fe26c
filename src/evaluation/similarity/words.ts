// Words of a text, and the numbers that stand for them: what BM25 and the bag encoder read.

/** Scripts that part no words: each of their characters is a word. */
const UNPARTED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const WORD = new RegExp(`[${UNPARTED}]|(?:(?![${UNPARTED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

/** Words of letters and digits in lower case, in their order; of Chinese, Japanese and Thai the characters. Punctuation is none. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/** Texts as bags of words: numbers in the order of the text, as often as the word stands there. */
export interface WordBags {
  /** Words by their numbers. */
  readonly words: readonly string[];
  /** Of each text. */
  readonly bags: readonly Int32Array[];
}

/** Numbers the words of texts in the order in which they first come. */
export function wordBags(texts: readonly string[]): WordBags {
  const numbers = new Map<string, number>();
  const bags = texts.map((text) =>
    Int32Array.from(wordsOf(text), (word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    }),
  );
  return { words: [...numbers.keys()], bags };
}

/** In how many bags each of `words` numbers stands, [words]. */
export function bagFrequencies(bags: readonly Int32Array[], words: number): Uint32Array {
  const frequencies = new Uint32Array(words);
  for (const bag of bags) for (const word of new Set(bag)) frequencies[word] += 1;
  return frequencies;
}
