// What a judge is asked of two sides: one question that says which is better, and further ones about what happened on either.

import { z } from "zod";
import type { JudgingQuestion } from "./judging-data.ts";

/** `judging` of an experiment. It decides no result, and so it stands in no record of a run. */
export const judgingSchema = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .exactOptional()
    .describe("which of two episodes is better, as a question"),
  also: z
    .array(z.string().trim().min(1).max(200))
    .max(8)
    .default([])
    .describe("further questions, each answered by left, right, both or neither"),
});

/** What is asked, with `usual` where no question was declared; each further question once. */
export const questionOf = ({ question, also = [] }: Partial<JudgingQuestion>, usual: string): JudgingQuestion => ({
  question: question ?? usual,
  also: [...new Set(also)],
});

/** What an experiment declares for those that judge its episodes by hand. */
export function questionIn(experiment: unknown, usual: string): JudgingQuestion {
  const { data } = z.looseObject({ judging: judgingSchema }).safeParse(experiment);
  return questionOf(data?.judging ?? {}, usual);
}
