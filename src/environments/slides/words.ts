// Words of texts.

/** Words without content. */
const STOP = new Set("a an and are as at by for from in into is it of on or the their this to with".split(" "));

/** Words of a text in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Different words of a text that are no stop words. */
export const contentWords = (text: string): string[] => [...new Set(wordsIn(text).filter((word) => !STOP.has(word)))];
