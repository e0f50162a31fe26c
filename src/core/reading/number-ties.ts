// How numbers of a line are related: as a sum, an equation, a list, alternatives, or a quotient with its remainder; and what they are called.

import { BOTH, EITHER, joined, joins, words } from "./answer-words.ts";
import { type Place, STOP, type Token } from "./number-tokens.ts";

const TO = words("to bis through until à tot から 至 到 –");
/** Words of a share in further languages, between a part and the whole: 7 pommes sur 12. */
const OF = words("of sur de von di van av af из sobre");
const IF = words("if when wenn si");
const BUT = words("but however though although yet");
/** Words of a second case: "12, otherwise 10". */
const ELSE = words("otherwise else sonst sinon");
const SECOND = words("second other third");
const EACH = words("each apiece");
const EQUAL = words("is are equals equal gives makes ist to");
const PER = words("for per among across");
/** Words before a time in which an amount came about: 45 miles after 4 hours. */
const AFTER = words("after within during");
const COUNTED = words("plus minus times over by divided multiplied mod modulo choose base");
const BETWEEN = words("hours hour hrs h feet foot ft minutes min");
/** Units of one amount, behind its first and its second number: 3 lb 4 oz, 2 m 50 cm. */
const UNITS =
  /^(?:(?:lbs?|pounds?) (?:oz|ounces?)|(?:kg|kilos?|kilograms?) (?:g|grams?)|(?:m|met(?:er|re)s?) (?:[cm]m|centimet(?:er|re)s?)|(?:km|kilomet(?:er|re)s?) (?:m|met(?:er|re)s?)|(?:dollars?|euros?|¤) (?:cents?|¢)|pounds? pence|weeks? days?|years? (?:months?|weeks?|days?)|months? (?:weeks?|days?)|days? (?:hours?|hrs?|h))$/;
/** A quotient with its remainder: 8 remainder 2. */
const REMAINDER = /^(?:(?:with|and)(?: an?| the)? )?(?:remainder|rem|r|rest)(?: of| is)?$/;

/** Words between a quotient and its remainder, and the text behind that: 8 with 2 left over. */
const WITH = /^(?:\p{L}+ ){0,3}(?:with|and|plus)(?: an?| the| only| just)?$/u;
const LEFT =
  /^(?: \p{L}+)? (?:left(?: ?over)?|leftover|over|remaining|(?:is|are) (?:left|remaining)|remains?|to spare|spare)(?!\p{L})/iu;

/** Returns whether a sentence or clause ends with a token. */
export const isStop = (token: Token): boolean => token.kind === "sign" && token.text === STOP;

/** The last words of tokens, in lower case. */
export const textOf = (tokens: readonly Token[]): string =>
  joined(tokens.flatMap((one) => (one.kind === "word" ? [one.text] : [])).slice(-5));

/** How two consecutive numbers are related; "apart" where they are not. */
export type Tie = "apart" | "sum" | "equal" | "list" | "several" | "either";

/** Returns whether both numbers of a relation may be the answer. */
export const isOr = (tie: Tie): boolean => tie === "several" || tie === "either";

/** Returns how a number is related to the one before it, by what stands between them; `next` is the token behind it. */
export function tieOf(between: readonly Token[], isBetween: boolean, next: Token | undefined, place: Place): Tie {
  const signs = between.flatMap((one) => (one.kind === "sign" ? [one.text] : []));
  const said = between.flatMap((one) => (one.kind === "word" ? [one.text.toLowerCase()] : []));
  if (joins(said)) return "either";
  if (REMAINDER.test(said.join(" ")) && said.length < 5 && !(signs.includes(",") && place === "statement"))
    return "several";
  if (signs.includes(STOP)) return "apart";
  const isCase = next?.kind === "word" && /^(?:if|when|wenn|si)$/i.test(next.text);
  if (said.some((word) => ELSE.has(word))) return "several";
  // "3.50 each, or 42 in total" says one of each, and one of all.
  if (said.some((word) => EACH.has(word))) return "apart";
  if (
    BOTH.has(said[0]) &&
    said.length <= 5 &&
    said.some((word) => SECOND.has(word)) &&
    COPULA.test(said[said.length - 1])
  )
    return "several";
  if (said.includes("first") && BOTH.has(said[said.length - 1])) return "several";
  if (said.includes("for") && next?.kind === "word" && next.text.toLowerCase() === "for") return "several";
  if (said.some((word) => IF.has(word)) && (isCase || said.some((word) => BUT.has(word)))) return "several";
  if (said.length === 0) {
    if (signs.includes("=")) return "equal";
    if (signs.some((sign) => "–—…:±".includes(sign))) return "several";
    if (signs.some((sign) => "+-×÷/^".includes(sign))) return "sum";
    return /^[()]$/.test(signs.join("")) ? "apart" : "list";
  }
  if (said.length <= 5 && said.some((word) => EITHER.has(word))) return "either";
  if (signs.length === 0 && /^(?:a|al|point)$/.test(said.join(" "))) return "several";
  if (said.length <= 3 && (said.some((word) => TO.has(word)) || said.join(" ").includes("out of"))) return "several";
  if (said.length <= 3 && isBetween && said.some((word) => BOTH.has(word))) return "several";
  if (said.length <= 2 && signs.some((sign) => "–…".includes(sign))) return "several";
  if (signs.every((sign) => sign === ",") && said.length === 1 && BOTH.has(said[0])) return "list";
  if (signs.includes(",") || signs.includes(";")) return "apart";
  if (said.join() === "of" && signs.length === 0) return "several";
  if (place !== "statement" && signs.length === 0 && said.length <= 3 && said.slice(0, 2).some((word) => OF.has(word)))
    return "several";
  // "42 apples for 3 people" counts both.
  if (place !== "statement" && signs.length === 0 && said.length <= 2 && PER.has(said[said.length - 1]))
    return "several";
  if (place !== "statement" && signs.length === 0 && said.length <= 5 && AFTER.has(said[said.length - 1]))
    return "several";
  if (said.length <= 2 && signs.includes("=")) return said.some((word) => BOTH.has(word)) ? "several" : "equal";
  if (said.every((word) => EQUAL.has(word))) return "equal";
  if (said.every((word) => COUNTED.has(word))) return "sum";
  if (said.length <= 2 && BOTH.has(said[said.length - 1])) return "list";
  if (said.length === 1 && next?.kind === "word" && UNITS.test(`${said[0]} ${next.text.toLowerCase()}`))
    return "several";
  return said.length === 1 && BETWEEN.has(said[0]) && !signs.includes("(") ? "several" : "apart";
}

/** Returns whether "max" stands directly before a number, and is no name of its own: "max 42", and not "max = 42". */
export function isAtMost(between: readonly Token[]): boolean {
  const [word, earlier] = between.slice(-2).reverse();
  const isName = earlier?.kind === "word" && /^(?:the|is|a|its|our|new)$/i.test(earlier.text);
  return word?.kind === "word" && /^max$/i.test(word.text) && !isName;
}

/** Returns whether a number is what is left over of a division. Behind a comma, a stated answer does not need it. */
export function isRemainder(between: readonly Token[], behind: string, place: Place): boolean {
  const isApart = between.some(
    (one) => isStop(one) || (one.kind === "sign" && one.text === "," && place === "statement"),
  );
  return !isApart && between.length <= 5 && WITH.test(textOf(between)) && LEFT.test(behind);
}

/** Words between two clauses of one form. */
const CLAUSE = words("and but while whereas though und et y e");
const COPULA = /^(?:is|was|are|were|has|have|had|gets|got)$/i;
/** Subjects of what a sentence comes to. */
const CONCLUDED = words(
  "it this that there which what answer result total sum value number solution total difference conclusion",
);

/** Returns what tokens before a number call it: x of "x = 5", (a) of "(a) 5", "area is" of "the area is 5"; "" where it has no name. */
export function nameOf(before: readonly Token[]): string {
  const [sign, word, earlier] = before.slice(-3).reverse();
  if (sign?.kind === "word" && word?.kind === "word") {
    const noun = word.text.toLowerCase();
    return COPULA.test(sign.text) && !CONCLUDED.has(noun) ? `${noun} is` : "";
  }
  if (sign?.kind !== "sign" || word?.kind !== "word") return "";
  if (sign.text === "=" && earlier?.kind === "sign" && /[-+×÷/^]/.test(earlier.text)) return "";
  if (sign.text === "=" && /^\p{L}(?:_?[\p{L}\p{N}])?$/u.test(word.text)) return word.text;
  return sign.text === ")" && /^(?:[a-h]|i{1,3}|iv|vi?)$/i.test(word.text) ? `(${word.text})` : "";
}

/** Whether tokens are a comma, a name and a verb. */
const isListed = ([comma, ...rest]: readonly Token[]): boolean =>
  comma.kind === "sign" && comma.text === "," && rest.length <= 3;

const NAMELESS = { name: "" };

/** Returns whether two numbers are the values of two names, or the answers of two parts: "x = 2, y = 3", "(a) 2 (b) 3". */
export function isParallel(
  { name: earlier }: { readonly name: string } = NAMELESS,
  name: string,
  between: readonly Token[],
): boolean {
  if (earlier === "" || name === "" || between.some(isStop)) return false;
  const said = between.flatMap((one) => (one.kind === "word" ? [one.text.toLowerCase()] : []));
  if (name.endsWith(" is"))
    return (
      earlier !== name && earlier.endsWith(" is") && said.length <= 5 && (isListed(between) || CLAUSE.has(said[0]))
    );
  // "x = 1, x = 2" has two solutions.
  if (earlier === name) return between.length === 3 && between[0].kind === "sign" && between[0].text === ",";
  return name.startsWith("(")
    ? said.length <= 4
    : said.slice(0, -1).every((word) => BOTH.has(word) || EITHER.has(word));
}
