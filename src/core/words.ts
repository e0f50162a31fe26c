// Words of a text.

/** Scripts without spaces between words: each of their characters is a word. */
const UNPARTED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const UNPARTED_LETTER = new RegExp(`[${UNPARTED}]`, "gu");
/** A run of letters and digits. It is a character class alone: a repeated group takes memory for each of its characters. */
const RUN = /[\p{L}\p{N}\p{M}]+/gu;

/** A non-ASCII character, which may be a letter of another script or another form of a letter. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PLAIN_RUN = /[a-z0-9]+/g;

/**
 * Returns the words of a text in order: runs of letters and digits in lower case; of Chinese, Japanese and Thai the single characters.
 * Punctuation is left out.
 */
export const wordsOf = (text: string): string[] =>
  BEYOND_ASCII.test(text) ? anyWordsOf(text) : (text.toLowerCase().match(PLAIN_RUN) ?? []);

const anyWordsOf = (text: string): string[] =>
  text.normalize("NFKC").toLowerCase().replaceAll(UNPARTED_LETTER, " $& ").match(RUN) ?? [];
