// Whether the end of a reply has several answers, none of which is its own: of the parts of a question, or values with a name each.

import { BOLD } from "./plain-text.ts";

/** An item of a list that is a number and nothing else: "2) 43", "(b) 43". */
const BARE_ITEM = /^\W{0,4}(\d{1,2}|[a-h])[.)][\ufff9]?\s{1,3}[-−¤]?[\d.,]*\d\W{0,4}$/;
/** Two such items on one line. */
const BARE_ITEMS = /^\W{0,4}\(?1\)\s{1,3}[-−¤]?[\d.,]*\d[,;]?\s{1,3}\(?2\)\s{1,3}[-−¤]?[\d.,]*\d/;

/** A name with its value and nothing else, on a line or in a row of a table: "Mean: 4.5", "| Pears | 30 |". */
const NAMED =
  /^[|\s]{0,4}(\p{L}[\p{L}\p{N}'’ ]{0,30}?) ?[:|]\s{0,3}[-−¤]{0,2}(\d(?:[\d.,⁄/]*\d)?)[^\p{N}:=×÷+]{0,30}$/u;
/** The end of a part of a line, before a name. */
const PART = /[.;,]\s{1,3}(?=\p{L})|\n/u;
/** Names of what a reply comes to. */
const CONCLUDING =
  /(?:^| )(?:total|sub ?total|sum|answer|result|altogether|overall|final|difference|remaining|left|net|therefore|so|hence|thus|conclusion|check|step|then|next|now|finally|gesamt|summe|ergebnis|insgesamt|antwort|somme|résultat|réponse|resultado|suma|respuesta|resposta|risultato|somma|totale|итого|ответ|всего|合计|总计|総計|合計|결과|합계)(?: |$)/iu;

/** A numbered item that is a letter and nothing else: "2. C". */
const LETTER_ITEM = /^\W{0,4}(\d{1,2})[.):]\s{1,3}\W{0,3}[A-Z]\W{0,3}$/;

/** Returns whether the last lines are letters as the answers of several questions. */
export function areLettersOfParts(lines: readonly string[]): boolean {
  const [before, last] = lines.slice(-2).map((line) => Number(LETTER_ITEM.exec(line)?.[1] ?? Number.NaN));
  return last === before + 1;
}

/** A line that is a number, perhaps an item of a list, and nothing else. */
const BARE_LINE = /^\W{0,3}(?:[-•¤\ufff9] ?){0,3}([-−]?\d(?:[\d.,⁄/]*\d)?)[\ufff9%]{0,2}\s*$/u;

/** Returns whether the first lines are two numbers that differ, and nothing else: "- 12", "- 15". */
export function areBareNumbers(lines: readonly string[]): boolean {
  const [one, other] = lines
    .filter((line) => line.trim() !== "")
    .slice(0, 2)
    .map((line) => BARE_LINE.exec(line)?.[1]);
  return one !== undefined && other !== undefined && one !== other;
}

/** Returns whether the last lines are the answers of several parts. */
export function areAnswersOfParts(lines: readonly string[]): boolean {
  if (BARE_ITEMS.test(lines.at(-1) ?? "")) return true;
  const [before = "", last = ""] = lines.slice(-2).map((line) => BARE_ITEM.exec(line)?.[1] ?? "");
  if (before !== "" && last !== "")
    return /\d/.test(last) ? Number(last) === Number(before) + 1 : last.charCodeAt(0) === before.charCodeAt(0) + 1;
  const end = lines.filter((line) => line.trim() !== "").slice(-2);
  if (areBareNumbers(end)) return true;
  const [one, other] = end.join("\n").split(PART).slice(-2);
  return other !== undefined && areOthers(one, other);
}

/** Returns whether two parts are values with names of their own, and differ. A bold value is the answer beside one that is not. */
function areOthers(one: string, other: string): boolean {
  const [before, last] = [one, other].map((part) => NAMED.exec(part.replaceAll(BOLD, "")));
  if (before === null || last === null || before[2] === last[2] || CONCLUDING.test(last[1])) return false;
  return before[1].toLowerCase() !== last[1].toLowerCase() && isBold(one) === isBold(other);
}

/** Returns whether a part ends in bold. */
const isBold = (part: string): boolean => /\d[^\d\n]{0,12}$/.exec(part)?.[0].includes(BOLD) === true;
