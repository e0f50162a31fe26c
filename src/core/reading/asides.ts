// Numbers and texts beside an answer that are none: marks of citations, addresses, places after the decimal point, and items' numbers.

import { words } from "./answer-words.ts";

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
 * Returns whether a number says how another is written or since when it holds, and is none itself: "2 decimal places", "the nearest 0.01",
 * "base 10", "as of 2020", "95% sure". `before` are the two words before it, in lower case.
 */
export function isOfForm(before: readonly string[], value: number, behind: string): boolean {
  const word = before.at(-1);
  const isYear = before.join(" ") === "as of" && Number.isInteger(value) && value >= 1000 && value < 3000;
  const isConfidence = before.includes("confidence") || CERTAIN.test(behind.slice(0, 12));
  return (
    isYear ||
    isConfidence ||
    word === "nearest" ||
    (word === "base" && value === 10) ||
    PLACES.test(behind.slice(0, 40))
  );
}

/** Words between a preposition and a year. */
const OF_DATE = words("the year fiscal calendar early late mid jahr año ano anno q1 q2 q3 q4");
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[.,]?$/;
const DAY = /^\d{1,2}(?:st|nd|rd|th)?[.,]?$/;
const WHEN = words("in during since by until on of en em im nel");
/** Words of what happened, whose number is no amount: "Apollo 11 landed in 1969". */
const HAPPENED =
  /(?:ed|gan|was|were|is|are|has|had|have|came|took|fell|won|lost|left|born|built|made|held|set|rose|grew|went|ran|met|sold|got|put|cut)$/;

/** What a year may say of an amount beside it. */
type YearRole = "aside" | "doubtful" | undefined;

/** The beginning of a sentence before a year that a comma follows: "In March 2020, 42 came." */
const OPENING = /(?:^|[.!?] )(?:in|by|since|during|until|as of) (?:\p{L}{3,9} )?$/iu;

/**
 * Returns "aside" for a year in which an amount beside it held: 2020 of "42 in 2020", "42 people in March 2020" and "In 2020, 42 came". It
 * is "doubtful" where the amount may be part of a name, as in "Apollo 11 in 1969".
 */
export function yearRole(before: string, digits: string, behind: string): YearRole {
  if (!/^(?:1[5-9]|20)\d{2}$/.test(digits) || !before.endsWith(" ")) return undefined;
  if (behind.startsWith(",") && OPENING.test(before)) return "aside";
  const said = before.trim().split(/\s+/).slice(-9);
  const isMonthly = said.slice(-2).some((word) => MONTH.test(word.toLowerCase()));
  while (said.length > 0) {
    const word = said[said.length - 1].toLowerCase();
    if (!OF_DATE.has(word) && !(isMonthly && (MONTH.test(word) || DAY.test(word)))) break;
    said.pop();
  }
  const when = said.pop()?.toLowerCase() ?? "";
  if (!WHEN.has(when) || (when === "of" && said.pop()?.toLowerCase() !== "as")) return undefined;
  for (let k = 0; k < 3; k++) {
    const word = said.pop() ?? "";
    if (/\d[\ufff9)%¤"”]{0,3}$/.test(word))
      return /^\d/.test(word) && /^\p{Lu}\p{Ll}+$/u.test(said.at(-1) ?? "") ? "doubtful" : "aside";
    if (!/^\p{L}+$/u.test(word) || HAPPENED.test(word)) return undefined;
  }
  return undefined;
}

/** Words after a percentage that says how sure an answer is. */
const CERTAIN = /^[^\S\n]?(?:sure|certain|confident|confidence)(?!\p{L})/iu;
/** A line that says how sure an answer is. */
const CONFIDENCE = /^[^\p{L}\d]{0,5}(?:my )?(?:confidence|certainty)(?!\p{L})/iu;

/** A line that adds a note to the answer above it, or counts what it took. */
const NOTE =
  /^[^\p{L}\d]{0,5}(?:note|nb|n\.b\.|hinweis|nota|remarque|注|备注|(?:\p{L}{1,20} )?tokens? (?:used|generated|spent))[*_]{0,2} ?[:：]/iu;

/** A line in which a model takes leave. */
const LEAVE =
  /^[^\p{L}\d]{0,5}(?:(?:please )?let me know|(?:please )?feel free|i hope (?:this|that) helps?|if you (?:have|need|want|would)|would you like)(?!\p{L})/iu;

/** A line that stands in brackets, as a remark; marks and characters that are not seen may follow. */
const IN_BRACKETS = /^\s{0,3}\([^()\n]*\)[\s.!\p{Cf}\p{So}]*$/u;

const ADDRESS = /\bhttps?:\/\/[^\s<>"'()[\]]+/gi;
/** A line that begins as the entry of a list of references. */
const REFERENCE = /^\s{0,3}\[\^?\d{1,3}\]:?\s/;

/** What a calculator has worked out within a text, as in GSM8K: <<48/2=24>>24. */
const CALCULATION = /<<[^<>\n]{1,200}>>/g;

/** Returns a text without addresses of the web and without marks of a calculator. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, " ").replaceAll(CALCULATION, "");

/** Returns lines without those of references below them, of how sure an answer is, of notes and leave, and in brackets. */
export function withoutReferences(lines: readonly string[]): readonly string[] {
  const kept = lines.filter(
    (line, k) => k === 0 || ![REFERENCE, CONFIDENCE, NOTE, LEAVE, IN_BRACKETS].some((form) => form.test(line)),
  );
  return kept.some((line) => /\d/.test(line)) ? kept : lines;
}
