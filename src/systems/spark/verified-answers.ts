// What was written, read as answers with their verdicts: to exercises whose answers are known, or in any world of text that says
// whether an answer was right.

import type { Completions } from "../../algorithms/text/completions.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { END, textOf } from "../../environments/language/alphabet.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import type { Attempt, VerifiedGroup } from "./recycling.ts";

/** What is to be read in an answer. */
export type ReadAttempt = (text: string, right: boolean) => Attempt;

/** What was written to exercises, one for each group, as groups of attempts; an answer without an end cannot be read. */
export function verifiedGroups(texts: Completions, exercises: readonly Exercise[], read: ReadAttempt): VerifiedGroup[] {
  return exercises.map(({ question, answers: [truth, ...others] }, g) => ({
    question,
    truth,
    attempts: Array.from({ length: texts.group }, (_, k) => {
      const text = answerIn(texts, g * texts.group + k, question.length);
      return text === undefined ? UNREADABLE : read(text, text === truth || others.includes(text));
    }),
  }));
}

const UNREADABLE: Attempt = { text: "", answer: "", right: false };

/** What a row's model wrote before its end, or undefined where there is none; the question is `asked` characters long. */
export function answerIn({ tokens, lengths, context }: Completions, row: number, asked: number): string | undefined {
  const [from, end] = [row * context + asked, row * context + lengths[row] - 1];
  return end >= from && tokens[end] === END ? textOf(tokens, from, end) : undefined;
}

/** How the answers of a world are read. */
export interface AnswerReading {
  /** Place of the channel that is above 0 where an answer is right. */
  readonly right: number;
  /** Characters of the longest answer that can be read. */
  readonly longest: number;
}

/**
 * The answers that rows wrote in `worlds`, whose episodes are over. The question is what the world wrote first, an answer what
 * was written after the world spoke last, without its end; one that is empty, too long or has no end cannot be read. The truth
 * is what the world says of itself under the name `answer`, and empty where it says nothing.
 */
export function verifiedAnswers(
  texts: Completions,
  worlds: readonly NumericEnvironment[],
  { right, longest }: AnswerReading,
): VerifiedGroup[] {
  const { rows, group, context, tokens, written, lengths, outcomes } = texts;
  const channels = outcomes.length / rows;
  const attempt = (row: number): Attempt => {
    const text = answerIn(texts, row, lastTurn(texts, row));
    if (text === undefined || text.length > longest) return UNREADABLE;
    return { text, answer: text, right: outcomes[row * channels + right] > 0 };
  };
  return Array.from({ length: rows / group }, (_, g) => {
    const row = g * group;
    const asked = written.indexOf(1, row * context);
    const end = Math.min(asked < 0 ? tokens.length : asked, row * context + lengths[row]);
    return {
      question: textOf(tokens, row * context, end),
      truth: worlds[row].texts?.answer?.() ?? "",
      attempts: Array.from({ length: group }, (_, k) => attempt(row + k)),
    };
  });
}

/** Where in a row its model's last turn begins: behind all that the world wrote. */
function lastTurn({ written, lengths, context }: Completions, row: number): number {
  let place = lengths[row];
  while (place > 0 && written[row * context + place - 1] === 1) place -= 1;
  return place;
}
