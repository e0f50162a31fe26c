// Words of the solver's language as tokens: keys, answers and feedback; and the texts that it reads and is trained on.

import type { Said } from "../../feedback/loops/rounds.ts";
import { type Distances, KEYS, written } from "./keys.ts";

const FIRST_DIGIT = 1;
const FIRST_KEY = FIRST_DIGIT + 10;
const WRONG = FIRST_KEY + KEYS;
const MASK = WRONG + 1;
const REFLECT = MASK + 1;
const FIRST_DISTANCE = REFLECT + 1;
/** Tokens; 0 pads texts. */
export const VOCABULARY = FIRST_DISTANCE + 19;

/** A key, the last answer with a critique of at most four tokens, and a new answer. */
export const ROOM = 1 + 6 + 2;
/** A key and an answer. */
export const SHORT_ROOM = 3;

export const digitToken = (digit: number): number => FIRST_DIGIT + digit;
const distanceToken = (distance: number): number => FIRST_DISTANCE + 9 + distance;
/** The distance that a token says; NaN where it says none. */
export const distanceOf = (token: number): number => (token < FIRST_DISTANCE ? Number.NaN : token - FIRST_DISTANCE - 9);

export const answerTokens = (answer: number): number[] =>
  [...written(answer)].map((digit) => digitToken(Number(digit)));

/** What of feedback is read: masks, answers, distances and "wrong". */
function feedbackTokens(feedback: string): number[] {
  return (feedback.match(/\[Mask \d+\]|wrong|[+-]\d|\d\d/g) ?? []).flatMap((word) => {
    if (word === "wrong") return [WRONG];
    if (word.startsWith("[")) return [MASK];
    return /^[+-]/.test(word) ? [distanceToken(Number(word))] : answerTokens(Number(word));
  });
}

/** A question with what was said last, of all that was said; an answer comes next. */
export function asking(key: number, history: readonly Said<number, string>[]): number[] {
  const last = history
    .slice(-1)
    .flatMap(({ answer, critique = "" }) => [...answerTokens(answer), ...feedbackTokens(critique)]);
  return [FIRST_KEY + key, ...last];
}

/** The truth and an answer, which the solver is to compare. */
export const reflecting = (answer: number, truth: number): number[] => [
  REFLECT,
  ...answerTokens(truth),
  ...answerTokens(answer),
];

export const distanceTokens = ({ group, index }: Distances): number[] => [distanceToken(group), distanceToken(index)];
