// Numbers and texts beside an answer that are none: marks of citations, addresses, places after the decimal point, and items' numbers.

/** A mark of a citation: [1], [^1], [1, 2], [3–5], [2, p. 7]. */
const CITATION = /\[(?:\^?\d{1,3}|\d{1,3}(?:[,–-] ?\d{1,3}){1,8}|\d{1,3}, ?(?:pp?\.|§|ch\.)[^[\]\n]{0,20})\](?![({])/y;

/** Returns the position behind a mark of a citation; undefined where none begins there. */
export function citationEnd(text: string, begin: number): number | undefined {
  if (text[begin] !== "[") return undefined;
  CITATION.lastIndex = begin;
  const mark = CITATION.exec(text)?.[0];
  return mark === undefined ? undefined : begin + mark.length;
}

const PLACES =
  /^[^\S\n]?-?(?:(?:decimal|dec\.?|significant|sig\.?)[^\S\n-]?-?(?:place|point|digit|figure|fig)s?|decimals|d\.?[^\S\n]?p\.?(?!\p{L})|s\.?[^\S\n]?f\.?(?!\p{L})|sf(?!\p{L})|sig ?figs?|digits? after the|nachkommastellen|décimales|decimales|位小数|位有效数字)/iu;

/**
 * Returns whether a number says how another is written, and is none itself: "2 decimal places", "the nearest 0.01", "base 10". `before` is the
 * word before it, in lower case.
 */
export const isOfForm = (before: string, value: number, behind: string): boolean =>
  before === "nearest" || (before === "base" && value === 10) || PLACES.test(behind.slice(0, 40));

const ADDRESS = /\bhttps?:\/\/[^\s<>"'()[\]]+/gi;
/** A line that begins as the entry of a list of references. */
const REFERENCE = /^\s{0,3}\[\^?\d{1,3}\]:?\s/;

/** Returns a text without addresses of the web. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, " ");

/** Returns lines without the entries of a list of references below them. */
export function withoutReferences(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line, k) => k === 0 || !REFERENCE.test(line));
  return kept.some((line) => /\d/.test(line)) ? kept : lines;
}
