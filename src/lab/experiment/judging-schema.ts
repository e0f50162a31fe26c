// What an experiment declares for those that judge its episodes by hand.

import { z } from "zod";

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
