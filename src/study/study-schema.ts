// What an experiment says of the paper that it tests, as its file has it.

import { z } from "zod";

const notes = z.array(z.string().min(1)).optional();

/** What an experiment says of the paper that it tests. */
export const studySchema = z
  .strictObject({
    source: z.string().describe("where it was published"),
    claim: z.string().describe("what the paper claims, in one sentence"),
    published: z.string().describe("the figures that the paper gives for it"),
    equations: z
      .array(
        z.strictObject({
          file: z.string().describe("of the repository, from its root"),
          tests: z.int().min(1).describe("how many tests stand there"),
          about: z.string().min(1).describe("what they show"),
        }),
      )
      .optional()
      .describe("equations that tests hold"),
    untested: notes.describe("what the paper's abstract promises and no claim tests, and why"),
    notDone: notes.describe("what the paper has and the experiment has not"),
    seenBefore: notes.describe("seeds, settings and thresholds that were looked at before the published run"),
    changed: notes.describe("what was changed since it was first measured, and why"),
  })
  .describe("the paper that the experiment tests; decides no result");
