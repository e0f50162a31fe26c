// Words that multiply the number beside them, such as million, 万 and lakh, from magnitudes.yaml.

import { z } from "zod";
import { checkedYaml } from "../checked-yaml.ts";
import { words } from "./answer-words.ts";

const list = z.string().transform((all) => words(all.normalize("NFC")));
const known = checkedYaml(
  new URL("./magnitudes.yaml", import.meta.url),
  z.strictObject({ read: z.record(z.string(), list), unread: list, units: list, before: list }),
);

/** Exponents of ten by word; NaN where the multiple is not certain, and 0 for a unit. */
const ZEROS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(known.read).flatMap(([zeros, all]) => [...all].map((word) => [word, Number(zeros)] as const)),
  ...[...known.unread].map((word) => [word, Number.NaN] as const),
  ...[...known.units].map((word) => [word, 0] as const),
]);
const LONGEST = Math.max(...[...ZEROS.keys()].map(({ length }) => length));

/** Words for millions and larger numbers in further languages: they begin alike. */
const ALIKE =
  /^(?:m|b|tr|quadr|kvadr)il[lijyh]+(?:[oóu]+e?n(?!th|[aäæêáā]i?r)|[ãõ]|ó$|oane)|^mil[lijyh]+[aá]r(?:$|d(?![aäæê]i?r))|^(?:м|б|тр)[иі]л[лиіјьй]+(?:[оёу]н|ард)/u;
/** Letters of the scripts in which the table has words. */
const KNOWN_SCRIPT =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Telugu}\p{Script=Tamil}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Common}]/u;

/** A word after a number, also behind marks that close around the number, as in **2** million. */
const NEXT = /([¤\ufff9)\]"'”’]{0,3})[^\S\n]{0,3}[-(]?(\p{L}[\p{L}\p{M}]{0,40})/uy;

/**
 * Returns the power of ten by which the word at a position multiplies the number before it, and the position behind it; undefined where it
 * is a unit or another word. The power is NaN where the word may be a magnitude, but not certainly of one size: `2 dozen`, or a word in a
 * script without words in the table.
 */
export function magnitudeAt(text: string, begin: number): { readonly zeros: number; readonly end: number } | undefined {
  NEXT.lastIndex = begin;
  const match = NEXT.exec(text);
  if (match === null) return undefined;
  const [{ length }, closing, written] = match;
  const word = written.toLowerCase();
  const from = begin + length - written.length;
  const magnitude = (zeros: number, size: number) => ({ zeros, end: closing === "" ? from + size : begin });
  const whole = ZEROS.get(word);
  if (whole !== undefined) return magnitude(whole, word.length);
  for (let size = Math.min(word.length, LONGEST); size > 0; size--) {
    const zeros = ZEROS.get(`${word.slice(0, size)}-`);
    if (zeros !== undefined) return zeros === 0 ? undefined : magnitude(zeros, size);
  }
  return ALIKE.test(word) || !KNOWN_SCRIPT.test(word) ? magnitude(Number.NaN, word.length) : undefined;
}

/** Returns whether a word before a number multiplies it. */
export const multipliesNext = (word: string): boolean => known.before.has(word.toLowerCase());
