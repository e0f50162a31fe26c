// Extracts the choice that a text gives as its answer, by its letter, its text or its number. A text that gives no choice, or two, yields
// none: the reader does not guess.

import { isAlsoRight, words } from "./answer-words.ts";
import { beginOf, type ChoiceGroup, GOES_ON, groupsIn, MARKED, mentionsIn, small, wordsIn } from "./choice-groups.ts";
import { numberedIn, ratedIn } from "./choice-numbers.ts";
import { correctionIn } from "./corrections.ts";
import { endsTakenBack, isDenial } from "./denials.ts";
import { finalStatements } from "./final-statement.ts";
import { compared, isHeldRight } from "./held-choices.ts";
import { modelText } from "./last-turn.ts";
import { markedIn } from "./marked-list.ts";
import { unansweredEnd, withoutNextQuestion } from "./no-answer.ts";
import { areLettersOfParts } from "./parted-answers.ts";
import { BOLD, CURRENCY, plainText, withoutStruck } from "./plain-text.ts";

/**
 * Returns the index of the choice that a text gives as its answer; undefined where it gives none or several, or only denies one. The last
 * explicit statement counts: a box, tags, `####`, or "the answer is". Without one, the order is: the last line if it is a choice, the
 * choice that begins the reply, the only choice of the last sentence that names any. `forms.ts` lists the forms.
 */
export function choiceIn(text: string, choices: readonly string[]): number | undefined {
  const place = placeIn(text, choices);
  return place === undefined || isLetterOfAnother(choices[place].trim(), place, choices.length) ? undefined : place;
}

function placeIn(text: string, choices: readonly string[]): number | undefined {
  const whole = modelText(text).text;
  const exact = choices.findIndex((choice) => [choice.trim(), `${choice.trim()}.`].includes(whole.trim()));
  if (exact >= 0) return exact;
  const known = choices.map((choice) => small(shown(choice)));
  const reply = withoutNextQuestion(withoutStruck(whole), (before) =>
    finalStatements(before, true).some(({ isLoose }) => !isLoose),
  );
  return finalIn(reply, known);
}

/** Returns whether a choice is the letter under which another one stands: of B and A, "A" may be either. */
const isLetterOfAnother = (choice: string, place: number, count: number): boolean => {
  const other = /^[A-Za-z]$/.test(choice) ? choice.toUpperCase().charCodeAt(0) - 65 : place;
  return other !== place && other < count;
};

function finalIn(reply: string, known: readonly string[]): number | undefined {
  if (endsTakenBack(reply) && !known.some(isDenial)) return undefined;
  for (const { text: said, at, isLoose, isBinding, isRival } of finalStatements(reply, true)) {
    // "ice (option E)" says both.
    if (isLoose && isBracketed(reply.slice(Math.max(0, at - 90), at))) continue;
    const choice = isRival ? UNREADABLE : stated(linesOf(said)[0] ?? "", known, isLoose);
    if (choice !== undefined || isBinding) return corrected(placeOf(choice), reply, at, known);
  }
  const lines = linesOf(reply);
  if (isNoneOf(lines[0] ?? "", known)) return undefined;
  const later = plainlyCorrected(reply, known);
  if (later !== undefined) return later;
  const last = lines.at(-1) ?? "";
  if (areScored(lines, known) || areLettersOfParts(lines) || isUnanswered(last, known)) return undefined;
  const index =
    markedIn(lines, known) ??
    ratedIn(last, known) ??
    (lines.length === 1 ? numberedIn(last, known) : undefined) ??
    (isListed(lines, known) ? (leading(lines, known) ?? UNREADABLE) : alone(last, known)) ??
    begun(lines, known) ??
    lines.reduceRight<number | undefined>((later, line) => later ?? named(line, known, "last"), undefined);
  const opening = openingWord(lines[0] ?? "", known);
  return opening === undefined || opening === index ? placeOf(index) : undefined;
}

/** The choice to which a reply corrects itself, where it says no more than that: "A. Wait, no: B." */
function plainlyCorrected(reply: string, known: readonly string[]): number | undefined {
  const correction = correctionIn(reply, 1);
  const [first] = correction === undefined ? [] : mentionsIn(correction.text, known);
  if (correction === undefined || first === undefined || !correction.isPlainUpTo(first.from)) return undefined;
  return finalIn(correction.text.slice(first.from), known);
}

/** "None of the above", as a sentence of its own. */
const NONE_OF =
  /^\W{0,6}(?:(?:none|neither|all|both) of (?:the (?:above|given|listed|provided|available|options|choices|answers|statements)|these|those|them)|neither(?=\W{0,6}$))(?![^.;!?]{0,90}\b(?:but|so|however|though)\b)/i;

/** Returns whether a line says that none or all of the choices are right, where no choice says so. */
const isNoneOf = (line: string, known: readonly string[]): boolean =>
  NONE_OF.test(line) && !known.some((text) => COLLECTIVE.test(text) || isDenial(text));

/** Returns whether a text ends in a bracket that stands open behind words. */
function isBracketed(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const open = line.lastIndexOf("(");
  return open > line.lastIndexOf(")") && /\p{L}/u.test(line.slice(0, open));
}

/** Returns whether a line ends with the remark that there is no answer, where no choice says so. */
function isUnanswered(line: string, known: readonly string[]): boolean {
  const end = unansweredEnd(line);
  if (end < 0 || known.some((text) => isDenial(text) || unansweredEnd(text) >= 0)) return false;
  const [next] = mentionsIn(line, known).filter((mention) => mention.end > end);
  // "I can't answer that. B" says both; "I can't tell for sure, B is likelier" goes on.
  return next === undefined || (/[.!?]/.test(line.slice(end, next.from)) && !/\p{L}{2}/u.test(line.slice(next.end)));
}

/** Returns the choice that is one of these words and the first sentence, which later sentences explain: "False. It is true that …" */
function openingWord(line: string, known: readonly string[]): number | undefined {
  const word = /^\W*(yes|no|true|false)(?:[.!,:;]|$)/i.exec(line)?.[1]?.toLowerCase();
  const choice = word === undefined ? -1 : known.indexOf(word);
  return choice < 0 ? undefined : choice;
}

/** Returns what a stated choice is corrected to by the text behind it; undefined where that names another in another way. */
function corrected(
  choice: number | undefined,
  reply: string,
  at: number,
  known: readonly string[],
): number | undefined {
  const correction = choice === undefined ? undefined : correctionIn(reply, at);
  if (correction === undefined) return choice;
  const later = finalIn(correction.text, known);
  if (later === undefined) return correction.isAnnounced ? undefined : choice;
  const [first] = mentionsIn(correction.text, known);
  const isPlain = first !== undefined && correction.isPlainUpTo(first.from);
  return later === choice || isPlain ? later : undefined;
}

/** The text names choices, but none of them is certainly the answer. */
const UNREADABLE = -1;

const placeOf = (index: number | undefined): number | undefined => (index === UNREADABLE ? undefined : index);

/** Returns a text as displayed, without marks. */
const shown = (text: string): string =>
  plainText(text)
    .replaceAll(BOLD, "")
    .replaceAll(CURRENCY, "")
    .replaceAll(/(?<![\p{L}\d])([A-Z] ?)\+(?= ?[A-Z](?![\p{L}\d]))/gu, "$1/")
    .trim();

const linesOf = (text: string): readonly string[] =>
  shown(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const oneOf = ({ choices }: Pick<ChoiceGroup, "choices">): number =>
  choices.size === 1 ? [...choices][0] : UNREADABLE;

/** Returns the choice that a line states to be right; otherwise the only choice that its first or last sentence names and does not deny. */
function named(line: string, known: readonly string[], which: "first" | "last"): number | undefined {
  const groups = groupsIn(line, known);
  if (groups.length === 0) return undefined;
  const right = groups.filter((group) => group.choices.size > 0 && isHeldRight(line, group));
  if (right.length === 1) return oneOf(right[0]);
  const sentences: Set<number>[] = [];
  for (const { choices, startsSentence } of groups) {
    if (sentences.length === 0 || startsSentence) sentences.push(new Set());
    for (const choice of choices) sentences[sentences.length - 1].add(choice);
  }
  const telling = sentences.filter(({ size }) => size > 0);
  const choices = which === "first" ? telling[0] : telling.at(-1);
  return choices === undefined ? UNREADABLE : unrivalled(oneOf({ choices }), groups, line, known);
}

/** A choice that holds others: where it is right, so are they. */
const COLLECTIVE = /^(?:all|both|none|any)\b.*\b(?:above|these|them|options|choices)\b|^both\b/;

/** Returns a choice, or `UNREADABLE` where its line states that another choice is right too. */
function unrivalled(choice: number, groups: readonly ChoiceGroup[], line: string, known: readonly string[]): number {
  if (choice >= 0 && COLLECTIVE.test(known[choice])) return choice;
  const isRival = (group: ChoiceGroup): boolean => {
    const behind = line.slice(group.end, group.end + 60);
    const isAlso = isAlsoRight(behind) || / so (?:is|does) $/i.test(line.slice(0, group.from));
    return group.choices.size > 0 && !group.choices.has(choice) && (isAlso || isHeldRight(line, group));
  };
  return groups.some(isRival) ? UNREADABLE : choice;
}

/** Words that may accompany the choice where a line contains nothing else. */
const SKIPPED = words(
  "therefore thus so hence indeed clearly simply just definitely probably likely most the option choice letter answer it's it is i think believe choose pick both either",
);
const isQuiet = (text: string): boolean => wordsIn(text).every((word) => SKIPPED.has(word)) && !/\d/.test(text);

/** Text after a choice that is claimed to be right, where other words follow. */
const HELD =
  /^[\s"'”’)\].,:-]*(?:$|(?:because|since|as|due|though|although|weil|car|porque)\b|(?:is|seems|looks)(?: the| clearly){0,2} (?:correct|right|best|true|answer|most)\b)/i;

/** The end of a choice that is asked about: "B?". */
const ASKING = /^["'”’)\]*]{0,3}\s?\?\W*$/;

/** Returns the choice of a line that consists of a choice and nothing else. One with a question mark cannot be read. */
function alone(line: string, known: readonly string[]): number | undefined {
  const same = known.indexOf(small(line).replace(/\.$/, ""));
  if (same >= 0 && known.lastIndexOf(known[same]) === same) return same;
  const groups = groupsIn(line, known);
  if (groups.length !== 1 || groups[0].choices.size === 0) return undefined;
  const [group] = groups;
  if (!isQuiet(line.slice(0, group.from)) || !isQuiet(line.slice(group.end))) return undefined;
  return ASKING.test(line.slice(group.end)) ? UNREADABLE : oneOf(group);
}

/** Returns the choice that a statement names: the one that it begins with, otherwise the only one of its first sentence that names any. */
function stated(line: string, known: readonly string[], isLoose: boolean): number | undefined {
  if (isNoneOf(line, known)) return UNREADABLE;
  const sole = ratedIn(line, known) ?? alone(line, known);
  if (sole !== undefined) return sole;
  const groups = groupsIn(line, known);
  const first = groups.at(0);
  const isLed = first !== undefined && first.choices.size > 0 && isQuiet(line.slice(0, first.from));
  if (isLoose && isLed) return HELD.test(line.slice(first.end)) ? oneOf(first) : undefined;
  if (isLoose) return /\p{L}/u.test(line) ? undefined : numberedIn(line, known);
  // A letter that is none of the choices.
  if (/^["'([]?[B-Z]["')\]]?(?:[.,:;]|$)/.test(line) && !isLed) return UNREADABLE;
  return isLed
    ? unrivalled(oneOf(first), groups, line, known)
    : (numberedIn(line, known) ?? named(line, known, "first"));
}

/** Returns whether the last line is the successor of the choice on the line before it: both are then items of a list of choices. */
function isListed(lines: readonly string[], known: readonly string[]): boolean {
  const [before, last] = lines.slice(-2);
  if (last === undefined) return false;
  const [first, second] = [before, last].map((line) => groupsIn(line, known).at(0));
  if (first === undefined || second === undefined || oneOf(first) === UNREADABLE) return false;
  const isItem = /^[("'[]{0,2}[A-Za-z][).:\]]/.test(before) || alone(before, known) !== undefined;
  return isItem && oneOf(second) === oneOf(first) + 1;
}

/** Returns whether a line names another choice behind a "but": "A seems right, but B". */
const isAnswered = (line: string, choice: number, known: readonly string[]): boolean =>
  groupsIn(line, known).some(
    ({ choices, from }) =>
      choices.size > 0 &&
      !choices.has(choice) &&
      /[,;] (?:but|yet|however,?)(?: \p{L}+){0,3} $/iu.test(line.slice(Math.max(0, from - 40), from)),
  );

/** The text between a choice and its share or score. */
const SCORED = /^["'”)\]]{0,2} ?[:=] ?["']?[\d.]/;

/** Returns whether several choices have a share or a score each, as a judge that is unsure writes them. */
function areScored(lines: readonly string[], known: readonly string[]): boolean {
  if (!/[:=] ?["']?[\d.]/.test(lines.at(-1) ?? "")) return false;
  const scored = lines.flatMap((line) =>
    mentionsIn(line, known).flatMap(({ choice, end }) => (SCORED.test(line.slice(end, end + 8)) ? [choice] : [])),
  );
  return new Set(scored).size > 1;
}

/** Words that begin a conclusion. */
const CONCLUSION =
  /^\W{0,6}(?:so|thus|therefore|hence|in conclusion|to conclude|consequently|overall|finally|ultimately)\b/i;

/**
 * Returns the choice that stands alone on the first of several lines, before others are discussed. It is unreadable where a later line
 * concludes another one, and undefined where the line begins a list.
 */
function leading(lines: readonly string[], known: readonly string[]): number | undefined {
  const [first = "", second = ""] = lines;
  const choice = lines.length > 1 ? alone(first, known) : undefined;
  if (choice === undefined || choice === UNREADABLE) return undefined;
  const isBare = !/^[("'[]{0,2}[A-Za-z][)\]]?[).:]? +\p{L}{2}/u.test(first);
  const next = groupsIn(second, known).at(0);
  const isNext = next !== undefined && /^\W*$/.test(second.slice(0, next.from)) && oneOf(next) === choice + 1;
  if (isNext && (!isBare || alone(second, known) !== undefined)) return undefined;
  const reply = lines.join("\n");
  if (correctionIn(reply, first.length) !== undefined)
    return corrected(choice, reply, first.length, known) ?? UNREADABLE;
  const isOther = (line: string): boolean => {
    const isHeld = groupsIn(line, known).some(
      (group) => group.choices.size > 0 && !group.choices.has(choice) && isHeldRight(line, group),
    );
    const concluded = CONCLUSION.test(line) ? named(line, known, "last") : undefined;
    return isHeld || (concluded !== undefined && concluded !== choice);
  };
  return lines.slice(1).some(isOther) ? UNREADABLE : choice;
}

/** Returns the choice that a reply of several lines begins with, unless it discusses several. */
function begun(lines: readonly string[], known: readonly string[]): number | undefined {
  const led = leading(lines, known);
  if (led !== undefined) return led;
  const leads = lines.flatMap((line) => {
    const first = groupsIn(line, known).at(0);
    if (first === undefined || first.choices.size === 0 || /[\p{L}\p{N}]/u.test(line.slice(0, first.from))) return [];
    const behind = line.slice(first.end);
    const isLetter = first.end - first.from === 1 || /^[A-Za-z][^\p{L}]/u.test(line.slice(first.from));
    const next = beginOf(behind).at(0) ?? "";
    // "A or B? I think B."
    if (/^\W{0,3}\?/.test(behind)) return [];
    return (isLetter && (MARKED.test(behind) || first.end - first.from > 1 || GOES_ON.has(next))) || HELD.test(behind)
      ? [{ line, choice: oneOf(first) }]
      : [];
  });
  const [{ line, choice } = { line: "", choice: UNREADABLE }] = leads;
  if (leads.length === 1 && isAnswered(line, choice, known)) return UNREADABLE;
  const comparison = leads.length === 1 ? compared(line, choice, known) : undefined;
  if (comparison !== undefined) return comparison === "open" ? UNREADABLE : undefined;
  return leads.length === 1 && line === lines[0] ? unrivalled(choice, groupsIn(line, known), line, known) : undefined;
}
