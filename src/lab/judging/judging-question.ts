// What a judge is asked of two sides: one question that says which is better, and further ones about what happened on either.

import { z } from "zod";
import { judgingSchema } from "../experiment/judging-schema.ts";
import type { JudgingQuestion } from "./judging-data.ts";

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
