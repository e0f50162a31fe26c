// Extracts the number that a text gives as its answer, in the forms that people and language models write. A text that gives no number, or
// two, yields none: the reader does not guess.

import { isAlsoRight, words } from "./answer-words.ts";
import { withoutAddresses, withoutReferences } from "./asides.ts";
import { isBound } from "./bounds.ts";
import { correctionIn } from "./corrections.ts";
import { denyNext, denyNumber, endsTakenBack, isDeniedBehind, takesBack } from "./denials.ts";
import type { WrittenNumber } from "./distance.ts";
import { finalStatements } from "./final-statement.ts";
import { modelText } from "./last-turn.ts";
import { NOTHING, unansweredEnd, withoutNextQuestion } from "./no-answer.ts";
import { isAtMost, isOr, isParallel, isRemainder, isStop, nameOf, type Tie, textOf, tieOf } from "./number-ties.ts";
import { type NumberToken, type Place, type Token, tokensIn } from "./number-tokens.ts";
import { areAnswersOfParts, areBareNumbers } from "./parted-answers.ts";
import { plainText, withoutStruck } from "./plain-text.ts";
import { sameNumber } from "./same-number.ts";

/**
 * Returns the number that a text gives as its answer; undefined where it gives none, several or a range, or only denies one. The last
 * explicit statement counts: a box, tags, `####`, or "the answer is". Without one, it is the last number of the last line that has any; a
 * bold number takes precedence. `forms.ts` lists the forms.
 */
export function numberIn(text: string): WrittenNumber | undefined {
  const reply = withoutAddresses(withoutStruck(modelText(text).text));
  const number = finalIn(
    withoutNextQuestion(reply, (before) => finalStatements(before, false).some(({ isLoose }) => !isLoose)),
  );
  return number !== undefined && isOfTwoReadings(number.value, reply) ? undefined : number;
}

/** Words of languages that write a decimal comma, and full stops between thousands, and that English does not have. */
const COMMA_WORDS =
  /(?<!\p{L})(?:antwort|lösung|ist|sind|beträgt|insgesamt|ergibt|también|respuesta|resposta|risposta|réponse|antwoord|bedraagt|jawaban(?:nya)?|adalah|cevap|toplam|đáp|là|ответ|это|відповідь|odpowiedź|jest|odpověď|svaret|är|vastaus|válasz|răspuns(?:ul)?)(?!\p{L})/iu;
/** A number whose sign before three digits is a decimal sign in one language, and parts thousands in another. */
const THREE_BEHIND = /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![.,]?\d)/g;

/** Returns whether a number is written so that its language reads it otherwise than English: "Die Antwort ist 1.500". */
const isOfTwoReadings = (value: number, reply: string): boolean =>
  COMMA_WORDS.test(reply) &&
  [...reply.matchAll(THREE_BEHIND)].some(({ 0: written }) =>
    ["", "."].some((sign) => Number(written.replace(/[.,]/, sign)) === Math.abs(value)),
  );

function finalIn(reply: string): WrittenNumber | undefined {
  if (endsTakenBack(reply)) return undefined;
  for (const { text: said, at, isBox, isLoose, isBinding, isRival } of finalStatements(reply, false)) {
    if (isLoose && !/^[^\p{L}\d]{0,9}\d\D*$/u.test(said.replaceAll(/(\d)[\d.,]*/g, "$1"))) continue;
    const isNone = isRival || (NOTHING.test(said) && !isLoose) || (!isBox && areSeveral(said, reply, at));
    const reading = isNone ? UNREADABLE : readIn(said, isBox ? "box" : "statement");
    if (reading === undefined && !isBinding) continue;
    return reading === UNREADABLE || reading === undefined ? undefined : corrected(reading, reply, at);
  }
  const plain = plainText(reply).trim().split("\n");
  const lines = withoutReferences(plain);
  // A remark above a long reply may only begin it.
  if (plain.length <= SHORT_REPLY && unansweredEnd(plain[0]) >= 0) return undefined;
  if (areAnswersOfParts(lines)) return undefined;
  for (const [k, line] of [...lines.entries()].toReversed()) {
    if (unansweredEnd(line) >= 0 || isCutItem(line, lines.slice(0, k))) return undefined;
    const lastNumber = /\d/.test(line) ? readIn(line.trim(), plain.length === 1 ? "whole" : "line") : undefined;
    if (lastNumber !== undefined) return lastNumber === UNREADABLE ? undefined : lastNumber;
  }
  return undefined;
}

/** Returns whether a statement is the first of a list of numbers, in the lines below its mark: "Answers:", "- 12", "- 15". */
function areSeveral(said: string, reply: string, at: number): boolean {
  const below = plainText(reply.slice(at, at + 300))
    .split("\n")
    .slice(1);
  return areBareNumbers(below) && below.find((line) => line.trim() !== "")?.includes(said) === true;
}

/** Lines of a reply that a remark at its beginning is about. */
const SHORT_REPLY = 3;

/** Returns whether a line is the number of a list's next item, behind which the reply was cut. */
function isCutItem(line: string, before: readonly string[]): boolean {
  const number = Number(/^\s*(\d{1,2})[.)]\s*$/.exec(line)?.[1] ?? 0);
  return number > 1 && before.some((one) => Number(/^\s*(\d{1,2})[.)]\s/.exec(one)?.[1] ?? 0) === number - 1);
}

/** Returns what a statement is corrected to by the text behind it; undefined where that gives another number in another way. */
function corrected(stated: WrittenNumber, reply: string, at: number): WrittenNumber | undefined {
  const correction = correctionIn(reply, at);
  if (correction === undefined) return stated;
  const later = finalIn(correction.text);
  const first = correction.text.search(/\p{Nd}/u);
  if (first < 0) return correction.isAnnounced ? undefined : stated;
  if (later !== undefined && (sameNumber([stated, later]) !== undefined || correction.isPlainUpTo(first))) return later;
  return undefined;
}

/** The text has numbers, but none of them is certainly the answer. */
const UNREADABLE = "unreadable";

/** A number in its line, with its relation to the previous number. */
interface Tied {
  readonly number: NumberToken;
  readonly tie: Tie;
  readonly isDenied: boolean;
  /** It is a bound, as in "at least 42". */
  readonly isBound: boolean;
  /** What it is called: x of "x = 5", (a) of "(a) 5"; "" where it has no name. */
  readonly name: string;
  /** Another number of another name stands directly before it. */
  readonly isParallel: boolean;
  /** It is right too, beside another. */
  readonly isAlso: boolean;
  /** No significant word precedes it. */
  readonly isFirst: boolean;
  /** A sentence ends directly before it. */
  readonly isNext: boolean;
}

/** Words that may be between a statement's beginning and its number. */
const SKIPPED = words(
  "therefore thus so indeed clearly simply just exactly about approximately around roughly only equal equals to the number value is x y n",
);

/** Marks that do not count between a number and its words. */
const MARKUP = /[¤\ufff9]/g;

function tied(text: string, place: Place): Tied[] {
  const tokens = tokensIn(text, place);
  const numbers: Tied[] = [];
  let from = 0;
  let isFirst = true;
  let isBetween = false;
  for (const [k, token] of tokens.entries()) {
    if (token.kind !== "number") continue;
    const between = tokens.slice(from, k);
    const before = numbers.at(-1);
    // "1 in 4" is a share.
    const isShare = before?.number.value === 1 && textOf(between) === "in" && between.length === 1;
    const behind = text
      .slice(token.end, token.end + 120)
      .replaceAll(MARKUP, "")
      .replaceAll(/[^\S\n]+/g, " ");
    const isRest = isRemainder(between, behind, place);
    const tie =
      before === undefined ? "apart" : isShare || isRest ? "several" : tieOf(between, isBetween, tokens[k + 1], place);
    isBetween = between.some((one) => one.kind === "word" && /^(?:between|zwischen|from)$/i.test(one.text));
    isFirst &&= between.every(
      (one) => one.kind === "sign" || (one.kind === "word" && SKIPPED.has(one.text.toLowerCase())),
    );
    const said = lastWordsOf(between.slice(-9));
    const isDenied =
      denyNext(said) ||
      denyNumber(wordsOf(tokens.slice(k + 1, k + 8))) ||
      takesBack(behind) ||
      isDeniedBehind(behind) ||
      ASKED.test(behind) ||
      (before !== undefined && PART_OF.test(textOf(between))) ||
      (before?.number.isPercentage === false && token.isPercentage && /which (?:is|was)$/.test(textOf(between))) ||
      (before?.isDenied === true && isOr(tie));
    const name = nameOf(between);
    numbers.push({
      number: token,
      tie,
      name,
      isParallel: isParallel(before, name, between) && before?.number.value !== token.value,
      isDenied,
      isBound: isBound(said, behind) || isAtMost(between),
      isAlso: isAlsoRight(behind),
      isFirst: isFirst && numbers.length === 0,
      isNext: between.some(isStop),
    });
    from = k + 1;
  }
  return numbers;
}

/** Returns the leading words of tokens, in lower case. */
function wordsOf(tokens: readonly Token[]): string[] {
  const end = tokens.findIndex((one) => one.kind !== "word");
  return (end < 0 ? tokens : tokens.slice(0, end)).flatMap((one) =>
    one.kind === "word" ? [one.text.toLowerCase()] : [],
  );
}

/** Words before a number that counts a part of what an earlier one counts, or says how it came about. */
const PART_OF =
  /(?:^| )(?:of (?:which|whom|these|those|them)|including)(?: (?!(?:so|thus|hence|then|and|but)$)\p{L}+)?$/u;

/** The end of a number that is asked about: "17?". */
const ASKED = /^["'”’)\]]{0,3} ?\?+ ?(?:$|(?:not|i['’]?m not) (?:sure|certain)|maybe|i guess|i think)/i;

/** Signs across which a denial still applies, as in: not "42". */
const QUIET = /^["'“”‘’([=]$/;

/** Returns the trailing words of tokens. */
const lastWordsOf = (tokens: readonly Token[]): string[] =>
  wordsOf(tokens.filter((one) => one.kind !== "sign" || !QUIET.test(one.text)).toReversed()).reverse();

/** A box may hold 2.3 or both 2 and 3, where the comma stands bare. */
const LISTED = /^[^\p{L}\d.,¤%]*\d+,\d{1,2}[^\p{L}\d.,¤%]*$/u;

/** Returns the number that a part of a text gives; undefined where it has no number. */
function readIn(text: string, place: Place): WrittenNumber | typeof UNREADABLE | undefined {
  const all = tied(text, place);
  if (all.length === 0) return undefined;
  if (place === "box" && LISTED.test(text)) return UNREADABLE;
  const stated = place === "statement" && all[0].isFirst && !all[0].isDenied;
  const kept = all.filter(({ isDenied }) => !isDenied);
  if (kept.length === 0) return UNREADABLE;
  if (place === "statement" && all[0].isBound) return UNREADABLE;
  // Only the first sentence with a number counts as the statement.
  const next = place === "statement" ? kept.findIndex(({ isNext }, k) => k > 0 && isNext) : -1;
  const said = next < 0 ? kept : kept.slice(0, next);
  const open = said.filter(({ number }) => number.depth === 0);
  const bold = open.filter(({ number }) => number.isBold);
  const pool = bold.length > 0 ? bold : open.length > 0 ? open : said;
  const chosen = stated ? all[0] : pool[pool.length - 1];
  const middle = all.indexOf(chosen);
  if (chosen.isParallel || all[middle + 1]?.isParallel === true) return UNREADABLE;
  if (kept.length > 1 && all.slice(middle).some(({ isAlso, isDenied }) => isAlso && !isDenied)) return UNREADABLE;
  // The numbers that are related to the chosen one.
  let first = middle;
  while (first > 0 && all[first].tie !== "apart") first -= 1;
  let end = middle + 1;
  while (end < all.length && all[end].tie !== "apart") end += 1;
  const group = all.slice(first, end);
  if (place === "box" && pool.some((one) => !group.includes(one))) return UNREADABLE;
  return valueIn(group, chosen);
}

/** Returns the value of related numbers: the number that is alone on a side of an equation, the last such side first. */
function valueIn(group: readonly Tied[], chosen: Tied): WrittenNumber | typeof UNREADABLE {
  const said = group.filter(({ isDenied }) => !isDenied);
  const isOfForms = group.every(({ tie }, k) => k === 0 || tie === "either" || tie === "list");
  if (said.length > 1 && isOfForms && said.every((one) => !one.number.isPart && !one.isBound)) {
    const numbers = said.map(({ number }) => number);
    const [{ isPercentage, exact }] = numbers;
    const differ = numbers.some(
      (one) => one.isPercentage !== isPercentage || (one.exact === undefined) !== (exact === undefined),
    );
    const same = differ || group.every(({ tie }, k) => k === 0 || tie === "either") ? sameNumber(numbers) : undefined;
    if (same !== undefined) return same;
  }
  const doubt = group.findLastIndex(({ tie }, k) => k > 0 && isOr(tie));
  if (doubt > 0 && !group.slice(doubt).some(({ tie }) => tie === "equal")) return UNREADABLE;
  const clauses = parted(group, "list");
  const isEquation = (clause: readonly Tied[]) => clause.some(({ tie }, k) => k > 0 && tie === "equal");
  if (clauses.length > 1 && !clauses.some(isEquation)) {
    const kept = clauses.filter((clause) => clause.some(({ isDenied }) => !isDenied));
    if (kept.length > 1) return UNREADABLE;
  }
  const clause = clauses.find((one) => one.includes(chosen)) ?? group;
  const alone = parted(clause, "equal").findLast((side) => side.length === 1 && !side[0].isDenied);
  if (alone === undefined || alone[0].number.isPart || alone[0].isBound) return UNREADABLE;
  const { value, isPercentage, exact } = alone[0].number;
  return { value, isPercentage, exact };
}

/** Splits a row of numbers into parts; each part begins at a number with this relation. */
function parted(group: readonly Tied[], tie: Tie): Tied[][] {
  const parts: Tied[][] = [];
  for (const [k, one] of group.entries()) {
    if (k === 0 || one.tie === tie) parts.push([]);
    parts[parts.length - 1].push(one);
  }
  return parts;
}
