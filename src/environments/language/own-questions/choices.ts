// Multiple-choice questions: lettering of the choices, and interpretation of the right choice in a file.

import { display } from "../../../core/checked.ts";
import { type Problem, UserError } from "../../../core/errors.ts";

/** Ways in which a file may identify the right choice. */
export const RIGHT_CHOICES = ["letter", "number", "index", "text"] as const;
export type RightChoice = (typeof RIGHT_CHOICES)[number];

/** Letter of choice `k`, from 0. */
const letterOf = (k: number): string => String.fromCharCode(65 + k);

/** The choices, one per line, with their letters. */
export const lettered = (choices: readonly string[]): string =>
  choices.map((choice, k) => `${letterOf(k)}) ${choice}`).join("\n");

/** Fields of a question that identify the right choice. */
interface Chosen {
  readonly answers: readonly string[];
  readonly choices: readonly string[];
  readonly place: string;
}

/** Index of the choice that an answer names, from 0, by interpretation; undefined where it names none. */
const READINGS: Readonly<Record<RightChoice, (answer: string, choices: readonly string[]) => number | undefined>> = {
  text: (answer, choices) => placeIn(choices, choices.indexOf(answer)),
  letter: (answer, choices) =>
    /^[A-Za-z]$/.test(answer) ? placeIn(choices, answer.toUpperCase().charCodeAt(0) - 65) : undefined,
  number: (answer, choices) => (/^\d{1,2}$/.test(answer) ? placeIn(choices, Number(answer) - 1) : undefined),
  index: (answer, choices) => (/^\d{1,2}$/.test(answer) ? placeIn(choices, Number(answer)) : undefined),
};

const placeIn = (choices: readonly string[], place: number): number | undefined =>
  place >= 0 && place < choices.length ? place : undefined;

/**
 * Indices of the right choices of all questions, from 0. Without `how`, the interpretation that fits every question is used: by text, by
 * letter, by number from 1, or by index from 0 where the texts do not fit. Throws a UserError where none fits, or two fit with different
 * results.
 */
export function rightChoices(questions: readonly Chosen[], how: RightChoice | undefined, column: string): number[] {
  const read = (reading: RightChoice) =>
    questions.map(({ answers: [answer = ""], choices }) => READINGS[reading](answer.trim(), choices));
  if (how !== undefined) return allRight(questions, read(how), how, column);
  const fitting = (["text", "letter", "number", "index"] as const).flatMap((reading) => {
    const places = read(reading);
    return places.every((place) => place !== undefined) ? [{ reading, places }] : [];
  });
  const [first, ...rest] = fitting;
  // Numbers that are the texts of choices are not indices too.
  const others = rest.filter(({ reading }) => first.reading !== "text" || reading !== "index");
  if (first === undefined) {
    const counts = RIGHT_CHOICES.map((reading) => ({ reading, places: read(reading) }));
    const best = counts.reduce((a, b) => (countPlaces(b.places) > countPlaces(a.places) ? b : a));
    return allRight(questions, best.places, best.reading, column);
  }
  const other = others.find(({ places }) => String(places) !== String(first.places));
  if (other !== undefined) {
    const what = `the column "${column}" names the right choices by ${BY[first.reading]} and by ${BY[other.reading]}, and not the same ones`;
    throw new UserError({
      code: "which-choice",
      what,
      path: ["answer"],
      hint: `say which: rightChoice: ${first.reading}, or rightChoice: ${other.reading}`,
    });
  }
  return first.places;
}

const BY: Readonly<Record<RightChoice, string>> = {
  text: "text",
  letter: "letter",
  number: "number from 1",
  index: "index from 0",
};

const countPlaces = (places: readonly (number | undefined)[]): number =>
  places.filter((place) => place !== undefined).length;

/** Returns the indices, or throws a UserError with the first questions that have none. */
function allRight(
  questions: readonly Chosen[],
  places: readonly (number | undefined)[],
  how: RightChoice,
  column: string,
): number[] {
  const problems: Problem[] = [];
  const right = questions.map(({ answers, choices, place }, k) => {
    const position = places[k];
    if (position !== undefined) return position;
    const last = {
      text: "its text",
      letter: letterOf(choices.length - 1),
      number: choices.length,
      index: choices.length - 1,
    }[how];
    const range = {
      text: "of a choice",
      letter: `from A to ${last}`,
      number: `from 1 to ${last}`,
      index: `from 0 to ${last}`,
    }[how];
    const hint = how === "number" ? `${range}; rightChoice: index counts from 0` : range;
    problems.push({
      code: "bad-choice",
      what: `${display(answers[0] ?? "")} is no ${how}`,
      where: place,
      path: [column],
      hint,
    });
    return -1;
  });
  if (problems.length > 0) throw new UserError(problems.slice(0, 20));
  return right;
}
