// Parameters of questions from a user's file.

import { z } from "zod";
import { oneOf, text, whole } from "../../../core/parameters.ts";
import { RIGHT_CHOICES } from "./choices.ts";
import { choice, equals, number, pattern, program, schema } from "./judges.ts";
import { rubric } from "./rubric.ts";
import { rules } from "./rules.ts";

const judges = z.discriminatedUnion("use", [equals, choice, number, pattern, schema, rules, program, rubric]);

export const fileParameters = {
  file: z
    .string()
    .min(1)
    .optional()
    .describe(
      "file with a question in each row, in the place of exercises: CSV (also packed, .csv.gz), JSON Lines or Parquet",
    ),
  content: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .describe("first half of a SHA-256 of the file; filled in by a run, so that another content is another run"),
  prompt: z
    .string()
    .min(1)
    .optional()
    .describe(
      "what is asked: a column, or a text with columns in braces, as in {question} (in {place}); by default the column question",
    ),
  answer: z
    .string()
    .min(1)
    .optional()
    .describe("column of what is right; a list holds several right answers; by default the column answer"),
  choices: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(2).max(26)])
    .optional()
    .describe(
      "what can be chosen: a column with a list, or a column for each; {choices} in the prompt shows them by letter",
    ),
  cross: z
    .record(
      z.string().min(1),
      z
        .array(z.union([z.string(), z.number(), z.boolean()]))
        .min(1)
        .max(1_000),
    )
    .optional()
    .describe(
      "factors with their levels, as in { commission: [1, 10] }: each row is asked at each combination, and prompts may name them in braces; episodes keep their levels",
    ),
  factors: z
    .array(z.string().min(1))
    .optional()
    .describe("columns of the file that episodes keep too, so that answers can be compared by them"),
  rightChoice: z
    .enum(RIGHT_CHOICES)
    .optional()
    .describe(
      "how the file names the right choice; number counts from 1, index from 0; by default what fits every row",
    ),
  judge: z
    .union([z.enum(["equals", "choice", "number", "pattern"]), judges])
    .optional()
    .describe("the judge of answers, alone or with parameters; by default choice where there are choices, else equals"),
  after: text("").describe(
    "the last place of this text is where the judged part of a reply begins, as in Answer:; empty for all of it",
  ),
  order: oneOf(["file", "drawn"], "file").describe(
    "file: the run's episodes go through the file in its order; drawn: by the seed",
  ),
  questions: whole(1, 1_000, 1).describe("questions of an episode, asked one after the other"),
  longest: whole(1, 1_000_000, 4_000).describe("characters of an answer; a longer one is cut there, and not judged"),
};

const schemaOfFile = z.strictObject(fileParameters);
export type FileParameters = z.output<typeof schemaOfFile>;

export type DeclaredJudge = z.output<typeof judges>;

/** The judge with its parameters, given by name or in full. */
export function judgeOf({ judge, choices }: Pick<FileParameters, "judge" | "choices">): DeclaredJudge {
  if (typeof judge === "object") return judge;
  return judges.parse({ use: judge ?? (choices === undefined ? "equals" : "choice") });
}
