// Judges of answers that need no model: equality, number, choice, pattern, JSON Schema, program. User-defined patterns and programs run in
// the sandbox with a step limit, so that no reply makes them run forever. Where the limit is exceeded or a program fails, there is no
// verdict and the episode fails.

import { createRequire } from "node:module";
import { z } from "zod";
import { EpisodeFailed } from "../../../core/agent.ts";
import { display } from "../../../core/checked.ts";
import { messageOf, UserError } from "../../../core/errors.ts";
import { flag, oneOf, whole } from "../../../core/parameters.ts";
import { scaled } from "../../../core/reading/amounts.ts";
import { choiceIn } from "../../../core/reading/choice-in-text.ts";
import { distance, type WrittenNumber } from "../../../core/reading/distance.ts";
import { numberIn } from "../../../core/reading/number-in-text.ts";
import { documentIn } from "../../../core/text.ts";
import { type CaseVerdict, returned } from "../../sandbox/sandbox.ts";
import type { KnownQuestion } from "./known-questions.ts";

/** Verdict on an answer: a score from 0 to 1, and whether it suffices. */
export interface Judgement {
  readonly score: number;
  readonly correct: boolean;
  /** 1 for each criterion that is met, in order; for judges with criteria. */
  readonly met?: readonly number[];
}

/** Judges a reply; undefined where the reply contains no readable answer. Throws an EpisodeFailed where it cannot judge. */
export type AnswerJudge = (reply: string, question: KnownQuestion) => Judgement | undefined;

const judgement = (correct: boolean): Judgement => ({ score: correct ? 1 : 0, correct });

const limits = {
  steps: whole(100_000, 10_000_000_000, 50_000_000).describe(
    "steps of the machine for one answer, after which the episode fails; a million takes some milliseconds",
  ),
};
/** Memory limit of a user-defined judge in bytes. */
const MEMORY = 64 * 2 ** 20;

export const equals = z.strictObject({
  use: z
    .literal("equals")
    .describe("right where the reply is one of the right answers, character for character: 42.0 is not 42"),
  case: oneOf(["keep", "ignore"], "keep").describe("whether A and a differ"),
  trim: flag(true).describe("whether blanks and ends of lines around the reply do not count"),
  form: oneOf(["as-is", "nfc", "nfkc"], "as-is").describe(
    "form of Unicode that both are brought to: é is one character or two",
  ),
});

export function equalsVerdict({ case: letters, trim, form }: z.output<typeof equals>): AnswerJudge {
  const plain = (text: string): string => {
    const trimmed = trim ? text.trim() : text;
    const formed = form === "as-is" ? trimmed : trimmed.normalize(form === "nfc" ? "NFC" : "NFKC");
    return letters === "ignore" ? formed.toLowerCase() : formed;
  };
  return (reply, { answers }) => judgement(answers.some((answer) => plain(answer) === plain(reply)));
}

export const choice = z.strictObject({
  use: z
    .literal("choice")
    .describe("right where the reply gives the right choice, by its letter, number or text, in the forms of Answers"),
});

export const choiceVerdict: AnswerJudge = (reply, { choices, right }) => {
  const option = choiceIn(reply, choices);
  return option === undefined ? undefined : judgement(option === right);
};

export const number = z.strictObject({
  use: z
    .literal("number")
    .describe("right where the number that the reply gives is the right one, in the forms of Answers"),
  tolerance: z.number().min(0).default(0).describe("how far it may be off"),
  relative: z.number().min(0).default(0).describe("how far it may be off besides, as a share of the right number"),
});

/** Difference of two numbers. 50 % means 50 or one half: compared with a number without the sign, the nearer one is used. */
function difference(a: WrittenNumber, b: WrittenNumber): number {
  const direct = distance(a, b);
  if (a.isPercentage === b.isPercentage) return direct;
  const [share, plain] = a.isPercentage ? [a, b] : [b, a];
  return Math.min(direct, Math.abs(scaled(share.value, -2) - plain.value));
}

export function numberVerdict(
  { tolerance, relative }: z.output<typeof number>,
  questions: readonly KnownQuestion[],
): AnswerJudge {
  for (const { answers, place } of questions) {
    const bad = answers.find((answer) => numberIn(answer) === undefined);
    if (bad !== undefined)
      throw new UserError({ code: "bad-answer", what: `the answer ${display(bad)} is no number`, where: place });
  }
  return (reply, { answers }) => {
    const said = numberIn(reply);
    if (said === undefined) return undefined;
    const near = (right: WrittenNumber | undefined) =>
      right !== undefined && difference(said, right) <= tolerance + relative * Math.abs(right.value);
    return judgement(answers.some((answer) => near(numberIn(answer))));
  };
}

export const pattern = z.strictObject({
  use: z.literal("pattern").describe("right where a regular expression of JavaScript fits some part of the reply"),
  pattern: z
    .string()
    .optional()
    .describe("the expression, as in ^\\s*(colou?r)\\b; by default the answer of each question"),
  flags: z
    .string()
    .regex(/^[imsuv]*$/, { error: "it may hold i, m, s and u or v" })
    .default("u")
    .describe("flags of the expression: i for any case, m for lines, s for a dot that is anything, u or v for Unicode"),
  ...limits,
});

export function patternVerdict(given: z.output<typeof pattern>, questions: readonly KnownQuestion[]): AnswerJudge {
  const { pattern: own, flags, steps } = given;
  if (own === undefined)
    for (const { answers, place } of questions)
      for (const answer of answers) checkPattern(answer, flags, { where: place });
  else checkPattern(own, flags, { path: ["judge", "pattern"] });
  return (reply, { answers }) => {
    const fits = (source: string) => {
      const fit = fitting(source, flags, reply, steps);
      if (typeof fit === "boolean") return fit;
      throw new EpisodeFailed(`the pattern ${display(source)} ${WHY[fit]} on the reply`);
    };
    return judgement((own === undefined ? answers : [own]).some(fits));
  };
}

/** Messages for failed judge programs. */
const WHY: Readonly<Record<Exclude<CaseVerdict, "passed">, string>> = {
  wrong: "returned no data",
  threw: "threw an error",
  "timed out": "used up its steps",
  "out of memory": "ran out of memory",
  "no function": "is no function",
};

function checkPattern(
  source: string,
  flags: string,
  place: { readonly where: string } | { readonly path: string[] },
): void {
  try {
    new RegExp(source, flags);
  } catch (error) {
    const what = `${display(source)} is no regular expression: ${messageOf(error).replace(/^Invalid regular expression: /, "")}`;
    throw new UserError({ code: "bad-pattern", what, ...place });
  }
}

/** Whether a regular expression matches a text within the step limit; otherwise the reason for the failure. */
function fitting(source: string, flags: string, text: string, steps: number): boolean | Exclude<CaseVerdict, "passed"> {
  const program = "(source, flags, text) => new RegExp(source, flags).test(text)";
  const output = returned(program, "fits", [source, flags, text], { steps, memory: MEMORY });
  return typeof output === "string" ? output : output.text === "true";
}

export const schema = z.strictObject({
  use: z
    .literal("schema")
    .describe("right where the reply is JSON, bare or in a code fence, that a JSON Schema allows"),
  schema: z.record(z.string(), z.json()).describe("JSON Schema, draft 2020-12; a key that it does not know is refused"),
  ...limits,
});

export function schemaVerdict(given: z.output<typeof schema>): AnswerJudge {
  // Imported lazily, only where answers are judged by a schema.
  const { Ajv2020 }: typeof import("ajv/dist/2020.js") = createRequire(import.meta.url)("ajv/dist/2020.js");
  const bounded = (source: string, flags: string) => {
    const { source: checked } = new RegExp(source, flags);
    return {
      // The validator distinguishes expressions by this text.
      toString: () => `/${checked}/${flags}`,
      test(text: string): boolean {
        const fit = fitting(source, flags, text, given.steps);
        if (typeof fit === "boolean") return fit;
        throw new EpisodeFailed(`the pattern ${display(source)} of the schema ${WHY[fit]} on the reply`);
      },
    };
  };
  let validate: (value: unknown) => unknown;
  try {
    const ajv = new Ajv2020({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      code: { regExp: Object.assign(bounded, { code: "" }) },
      logger: false,
    });
    validate = ajv.compile(given.schema);
  } catch (error) {
    const what = `is no JSON Schema: ${messageOf(error).replace(/^strict mode: /, "")}`;
    throw new UserError({ code: "bad-schema", what, path: ["judge", "schema"] });
  }
  return (reply) => {
    let value: unknown;
    try {
      value = JSON.parse(documentIn(reply));
    } catch {
      return judgement(false);
    }
    return judgement(validate(value) === true);
  };
}

export const program = z.strictObject({
  use: z
    .literal("program")
    .describe("a JavaScript function of one's own: (reply, row) gives true, false, or a score from 0 to 1"),
  file: z.string().min(1).describe("its file, which holds one function and imports nothing; it runs in the sandbox"),
  source: z
    .string()
    .optional()
    .describe("what the file holds; filled in by a run, so that another content is another run"),
  atLeast: z.number().gt(0).max(1).default(1).describe("score from which an answer is right"),
  ...limits,
});

export function programVerdict({ file, source = "", atLeast, steps }: z.output<typeof program>): AnswerJudge {
  const judge = source.replace(/^[^\S\n\r\u2028\u2029]*export\s+default\s+/m, "");
  // A trial call: only its failure to be a function matters.
  if (returned(judge, "judge", ["", {}], { steps, memory: MEMORY }) === "no function") {
    const hint = "it holds one, as in (reply, row) => reply === row.answer, and imports nothing";
    throw new UserError({ code: "bad-judge", what: `${file} holds no function`, path: ["judge", "file"], hint });
  }
  return (reply, { row }) => {
    const output = returned(judge, "judge", [reply, row], { steps, memory: MEMORY });
    const failed = (how: string) => new EpisodeFailed(`the judge ${file} ${how}`);
    if (typeof output === "string") throw failed(WHY[output]);
    const { text } = output;
    if (text === "true" || text === "false") return judgement(text === "true");
    const score = Number(text);
    if (text.trim() === "" || !(score >= 0 && score <= 1))
      throw failed(`returned ${display(text)}, and not true, false or a score from 0 to 1`);
    return { score, correct: score >= atLeast };
  };
}
