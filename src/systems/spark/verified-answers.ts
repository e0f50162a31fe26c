// What was written, read as answers with their verdicts, in any world of text that says whether an answer was right.

import type { Completions } from "../../algorithms/text/completions.ts";
import { answerIn, lastTurn, questionIn } from "../../algorithms/text/text-parts.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { alphabetOf } from "../../core/text.ts";
import type { AnswerReading } from "./parameters.ts";
import type { Attempt, VerifiedGroup } from "./recycling.ts";

/**
 * The answers that rows wrote in `worlds`, whose episodes are over. An answer is what was written after the world wrote last, without its
 * end; one that is empty, too long or has no end cannot be read. The truth is the world's text view `answer`, and empty where it has none.
 */
export function verifiedAnswers(
  texts: Completions,
  worlds: readonly NumericEnvironment[],
  { right, longest }: AnswerReading,
): VerifiedGroup[] {
  const { rows, group, outcomes } = texts;
  const channels = outcomes.length / rows;
  const attempt = (row: number): Attempt => {
    const answer = answerIn(texts, row, lastTurn(texts, row));
    if (answer === undefined || answer.length > longest) return { answer: "", right: false };
    return { answer, right: outcomes[row * channels + right] > 0 };
  };
  return Array.from({ length: rows / group }, (_, g) => ({
    question: questionIn(texts, g * group, alphabetOf(worlds[g * group].spec)),
    truth: worlds[g * group].texts?.answer?.() ?? "",
    attempts: Array.from({ length: group }, (_, k) => attempt(g * group + k)),
  }));
}
