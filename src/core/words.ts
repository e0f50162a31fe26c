// Words of a text.

/** Scripts that part no words: each of their characters is a word. */
const UNPARTED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const UNPARTED_LETTER = new RegExp(`[${UNPARTED}]`, "gu");
/** Letters and digits in a row. It is a class alone: a group that repeats takes memory for each of its characters. */
const RUN = /[\p{L}\p{N}\p{M}]+/gu;

/** A character that may be a letter of another script, or another form of one. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PLAIN_RUN = /[a-z0-9]+/g;

/** Words of letters and digits in lower case, in their order; of Chinese, Japanese and Thai the characters. Punctuation is none. */
export const wordsOf = (text: string): string[] =>
  BEYOND_ASCII.test(text) ? anyWordsOf(text) : (text.toLowerCase().match(PLAIN_RUN) ?? []);

const anyWordsOf = (text: string): string[] =>
  text.normalize("NFKC").toLowerCase().replaceAll(UNPARTED_LETTER, " $& ").match(RUN) ?? [];
