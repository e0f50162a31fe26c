// What an experiment says of the paper that it tests, as its file has it.

import { z } from "zod";

const notes = z.array(z.string().min(1)).optional();

/** A fact of an abstract, with the exact test that shows or contradicts it. */
export const exactFact = z.strictObject({
  fact: z.string().min(1).max(100).describe("what the abstract states"),
  file: z.string().describe("of the test, in the repository, from its root"),
  test: z.string().min(1).describe("the test's name in that file"),
  about: z.string().min(1).describe("what the test does, and in how many instances"),
  contradicted: z.literal(true).exactOptional().describe("the test shows it to be otherwise"),
});

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
    facts: z
      .array(exactFact)
      .optional()
      .describe("facts of the paper's abstract that tests show or contradict exactly; each counts as a headline claim"),
    untested: notes.describe("what the paper's abstract promises and no claim tests, and why"),
    use: notes.describe("commands and guides by which the method is used, in backquotes"),
    notDone: notes.describe("what the paper has and the experiment has not"),
    seenBefore: notes.describe("seeds, settings and thresholds that were looked at before the published run"),
    changed: notes.describe("what was changed since it was first measured, and why"),
  })
  .describe("the paper that the experiment tests; decides no result");
