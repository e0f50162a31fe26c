// Words of a text.

/** Scripts that part no words: each of their characters is a word. */
const UNPARTED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const WORD = new RegExp(`[${UNPARTED}]|(?:(?![${UNPARTED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

/** Words of letters and digits in lower case, in their order; of Chinese, Japanese and Thai the characters. Punctuation is none. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}
