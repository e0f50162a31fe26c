// User-defined questions: a list in the experiment, in the character set of small models, or a file, in any characters.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { list } from "../../core/parameters.ts";
import { bind, type Preparation } from "../../core/registry.ts";
import { prepareTable, tableAtHand } from "../../logs/table-shelf.ts";
import { checkFile } from "../../logs/user-file.ts";
import { ALPHABET, END, isWritable } from "./alphabet.ts";
import { fileParameters } from "./own-questions/parameters.ts";
import { questionsOfFile } from "./own-questions/world.ts";
import { posedWorld } from "./questions.ts";
import { noiseParameter } from "./terms.ts";

const written = (what: string) =>
  z
    .string()
    .min(1)
    .max(1000)
    .refine((text) => isWritable(text) && !text.includes(ALPHABET[END]), {
      error: `characters are ${ALPHABET.join("").replace(ALPHABET[END], "")} (no capitals, and no ${ALPHABET[END]}, which ends an answer)`,
    })
    .describe(what);

const EXERCISES = [
  { question: "a colour of the sky?", answers: ["blue", "grey"] },
  { question: "the sea?", answers: ["blue"] },
  { question: "grass?", answers: ["green"] },
];

const parameters = z.strictObject({
  exercises: list(
    z.strictObject({
      question: written("what is asked"),
      answers: z
        .union([written("the right answer"), z.array(written("a right answer")).min(1)])
        .describe("the answer that is right, or several of them"),
    }),
    1,
    100_000,
    EXERCISES,
  ).describe("what is asked, each as often, with the answers that are right"),
  noise: noiseParameter("a character is another one of the right answers"),
  ...fileParameters,
});

type QuestionsParameters = z.output<typeof parameters>;
type ProgramJudge = Extract<QuestionsParameters["judge"], { use: "program" }>;

export const questionsWorld = bind({
  id: "language/questions",
  summary: "answer questions of your own: a list of them, or a file, with the answers that are right",
  source: "no published world",
  parameters,
  async prepare(given: QuestionsParameters, place: Preparation): Promise<QuestionsParameters> {
    const { file, content, judge } = given;
    if (file === undefined) return given;
    const prepared = await prepareTable({ file, content }, place);
    const read = typeof judge === "object" && judge.use === "program" ? { judge: withSource(judge, place) } : {};
    return { ...given, content: prepared, ...read };
  },
  make(given: QuestionsParameters) {
    checkSource(given);
    const { file, noise } = given;
    if (file !== undefined) return questionsOfFile(tableAtHand({ ...given, file }), given);
    const exercises = given.exercises.map(({ question, answers }) => ({
      question,
      answers: typeof answers === "string" ? [answers] : answers,
    }));
    const twice = exercises.find(({ question }, k) => exercises.findIndex((one) => one.question === question) < k);
    if (twice !== undefined) {
      const what = `"${twice.question}" is asked twice`;
      const hint = "give a question all its answers in one place";
      throw new UserError({ code: "question-twice", what, path: ["exercises"], hint });
    }
    return posedWorld({
      longestQuestion: Math.max(...exercises.map(({ question }) => question.length)),
      longestAnswer: Math.max(...exercises.flatMap(({ answers }) => answers.map(({ length }) => length))),
      exercises,
      noise,
    });
  },
});

/** Parameters that apply only to files and have no default. */
const OF_FILES = ["content", "prompt", "answer", "choices", "cross", "rightChoice", "judge"] as const;

/** Throws a UserError where both a list and a file are given, or parameters of the missing one. */
function checkSource(given: QuestionsParameters): void {
  const { file, exercises } = given;
  if (file !== undefined && JSON.stringify(exercises) !== JSON.stringify(EXERCISES)) {
    const what = "questions are listed, and a file is named that asks others";
    throw new UserError({
      code: "two-sources",
      what,
      path: ["exercises"],
      hint: "leave out one of exercises and file",
    });
  }
  const idle = file === undefined ? OF_FILES.find((name) => given[name] !== undefined) : undefined;
  if (idle === undefined) return;
  const what = "is of questions that a file asks, and no file is named";
  throw new UserError({ code: "no-file", what, path: [idle], hint: "file: ./questions.csv" });
}

/** The judge with the contents of its program file. */
function withSource(judge: ProgramJudge, { directory }: Preparation): ProgramJudge {
  if (judge.source !== undefined) return judge;
  const file = resolve(directory, judge.file);
  checkFile(file, { path: ["judge", "file"], hint: "paths start from the experiment's folder" });
  return { ...judge, source: readFileSync(file, "utf8") };
}
