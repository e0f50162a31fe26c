// What was written, read as answers with their verdicts, in any world of text that says whether an answer was right.

import type { Completions } from "../../algorithms/text/completions.ts";
import { answerIn } from "../../algorithms/text/prompt-slots.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { textOf } from "../../environments/language/alphabet.ts";
import type { Attempt, VerifiedGroup } from "./recycling.ts";

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
    if (text === undefined || text.length > longest) return { answer: "", right: false };
    return { answer: text, right: outcomes[row * channels + right] > 0 };
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
