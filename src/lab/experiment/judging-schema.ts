// Settings of an experiment for people who judge its episodes.

import { z } from "zod";

/** Schema of `judging` in an experiment. It affects no result, so it is in no record of a run. */
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
