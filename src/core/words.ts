// Words of a text.

/** Scripts without spaces between words: each of their characters is a word. */
const UNPARTED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const UNPARTED_LETTER = new RegExp(`[${UNPARTED}]`, "gu");
/** A character between words. Words are split at it and not matched: a repetition takes memory for each character of a long word. */
const BETWEEN = /[^\p{L}\p{N}\p{M}]/u;

/** A non-ASCII character, which may be a letter of another script or another form of a letter. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PLAIN_BETWEEN = /[^a-z0-9]/;

/**
 * Returns the words of a text in order: runs of letters and digits in lower case; of Chinese, Japanese and Thai the single characters.
 * Punctuation is left out.
 */
export const wordsOf = (text: string): string[] =>
  (BEYOND_ASCII.test(text) ? parted(text).split(BETWEEN) : text.toLowerCase().split(PLAIN_BETWEEN)).filter(
    (word) => word !== "",
  );

const parted = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(UNPARTED_LETTER, " $& ");
