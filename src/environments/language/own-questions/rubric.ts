// A language model as a judge: it states for each criterion of a rubric whether the answer meets it. Where the model gives no readable
// answer, there is no verdict and the episode fails.

import { z } from "zod";
import { checkEndpoint, endpointParameters } from "../../../clients/endpoint.ts";
import {
  type ChatModel,
  failedEpisode,
  type KeyedReply,
  languageModel,
  NoAnswer,
} from "../../../clients/language-model.ts";
import type { Message } from "../../../clients/request.ts";
import { EpisodeFailed } from "../../../core/agent.ts";
import type { Channel } from "../../../core/channel.ts";
import type { AskingPlace } from "../../../core/environment.ts";
import { UserError, under } from "../../../core/errors.ts";
import { text, whole } from "../../../core/parameters.ts";
import { dataAsText, type Template, templateOf } from "../../../core/template.ts";
import { checkName, criterionName } from "./criterion-name.ts";
import type { Judgement } from "./judges.ts";
import type { KnownQuestion } from "./known-questions.ts";

/** Default prompt of the judge. */
const PROMPT = `You grade an answer by a rubric. Say of each criterion whether the answer meets it.

The question:
{question asked}

The answer:
{reply}

The criteria:
{rubric}

Answer with one JSON object and nothing else, true or false for each criterion: {form}`;

const criterion = z.union([
  z.string().min(1),
  z.strictObject({
    meaning: z.string().min(1).describe("what an answer must be or do; columns of the file may stand in braces"),
    weight: z.number().gt(0).default(1).describe("how much it counts in the score"),
  }),
]);

export const rubric = z.strictObject({
  use: z.literal("model").describe("a language model that says of each criterion whether the reply meets it"),
  ...endpointParameters,
  rubric: z
    .record(criterionName, criterion)
    .refine((criteria) => Object.keys(criteria).length > 0, { error: "it must have at least one criterion" })
    .describe("criteria by name, each with what an answer must be or do; each is a channel"),
  atLeast: z
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe("score, the weighted share of the criteria that are met, from which an answer is right"),
  prompt: text(PROMPT).describe(
    "what the model is told, with {question asked}, {reply}, {rubric}, {form} and columns of the file in braces",
  ),
  tries: whole(1, 20, 3).describe("answers that are asked for until one can be read"),
});

type Rubric = z.output<typeof rubric>;

/** A judge that queries a model. */
export interface RubricJudge {
  /** One channel per criterion. */
  readonly criteria: readonly { readonly name: string; readonly meaning: string }[];
  readonly counts: Counts;
  readonly requests: string[];
  model(directory: string): ChatModel;
  /** Resets the counts. */
  forget(): void;
  verdict(reply: string, question: KnownQuestion, place: AskingPlace): Promise<Judgement>;
}

type Counts = Record<(typeof COUNTS)[number]["name"], number>;

const count = (name: string, unit: string, meaning: string) =>
  ({ name, unit, low: 0, high: Number.MAX_SAFE_INTEGER, over: "sum", state: false, meaning }) as const;

/** Counts per episode. */
export const COUNTS = [
  count("judgeCalls", "requests", "requests that the judge answered"),
  count("judgePromptTokens", "tokens", "tokens of what the judge was told, as its server counts them"),
  count("judgeCompletionTokens", "tokens", "tokens that the judge wrote, as its server counts them"),
  count("judgeCost", "money", "what the judge's answers cost by its prices, asked or on file"),
] as const satisfies readonly Channel[];

/** Placeholders of the prompt that are not columns. */
const OWN = ["question asked", "reply", "rubric", "form"] as const;

/**
 * Creates the judge of a rubric. Throws a UserError where its endpoint is invalid, a placeholder is not a column, or a criterion's name is
 * taken.
 */
export function rubricJudge(given: Rubric, columns: readonly string[], taken: readonly string[]): RubricJudge {
  under(["judge"], () => checkEndpoint(given));
  const criteria = Object.entries(given.rubric).map(([name, value]) => {
    const { meaning, weight } = typeof value === "string" ? { meaning: value, weight: 1 } : value;
    const path = ["judge", "rubric", name];
    checkName(name, taken, path);
    return { name, meaning, weight, told: templateOf(meaning, columns, "column", path) };
  });
  const prompt = templateOf(given.prompt, [...columns, ...OWN], "column", ["judge", "prompt"]);
  for (const name of ["reply", "form"] as const) if (!prompt.names.includes(name)) throw lacking(name);
  const whole = criteria.reduce((sum, { weight }) => sum + weight, 0);
  const answers = z.strictObject(Object.fromEntries(criteria.map(({ name }) => [name, z.boolean()])));
  const counts: Counts = { judgeCalls: 0, judgePromptTokens: 0, judgeCompletionTokens: 0, judgeCost: 0 };
  const requests: string[] = [];
  const models = new Map<string, ChatModel>();
  const model = (directory: string): ChatModel => {
    const known = models.get(directory) ?? languageModel(given, directory);
    models.set(directory, known);
    return known;
  };
  const counted = (reply: KeyedReply): void => {
    counts.judgeCalls += 1;
    counts.judgePromptTokens += reply.promptTokens ?? Number.NaN;
    counts.judgeCompletionTokens += reply.completionTokens ?? Number.NaN;
    counts.judgeCost += reply.cost;
    requests.push(reply.key);
  };

  return {
    criteria,
    counts,
    requests,
    model,
    forget() {
      for (const { name } of COUNTS) counts[name] = 0;
      requests.length = 0;
    },
    async verdict(reply, question, place) {
      const instruction = instruct(prompt, criteria, reply, question);
      const talk: Message[] = [{ role: "user", content: instruction }];
      // The request is the same in every variant and episode, so equal answers to one question are judged once.
      for (let draw = 0; draw < given.tries; draw++) {
        const said = await model(place.directory)
          .ask(talk, draw, place)
          .catch((error: unknown) => {
            if (error instanceof NoAnswer) counted(error.reply);
            throw failedEpisode("the judge", error);
          });
        counted(said);
        const read = answers.safeParse(jsonIn(said.text));
        if (!read.success) continue;
        const met = criteria.map(({ name }) => Number(read.data[name]));
        const score = met.reduce((sum, one, k) => sum + one * criteria[k].weight, 0) / whole;
        // The tolerance absorbs rounding errors in the sum of weights.
        return { score, correct: score >= given.atLeast - 1e-9, met };
      }
      throw new EpisodeFailed("no verdict could be read of what the judge answered");
    },
  };
}

function lacking(name: string): UserError {
  const what = `says nowhere {${name}}, without which no answer is judged`;
  return new UserError({
    code: "bad-prompt",
    what,
    path: ["judge", "prompt"],
    hint: `it must have {reply} and {form}`,
  });
}

interface Criterion {
  readonly name: string;
  readonly told: Template;
}

function instruct(
  prompt: Template,
  criteria: readonly Criterion[],
  reply: string,
  { prompt: question, row }: Pick<KnownQuestion, "prompt" | "row">,
): string {
  const column = (name: string) => dataAsText(row[name]);
  const own: Readonly<Record<(typeof OWN)[number], () => string>> = {
    "question asked": () => question,
    reply: () => reply,
    rubric: () => criteria.map(({ name, told }) => `- ${name}: ${told.filled(column)}`).join("\n"),
    form: () => JSON.stringify(Object.fromEntries(criteria.map(({ name }) => [name, false]))),
  };
  const isOwn = (name: string): name is (typeof OWN)[number] => Object.hasOwn(own, name);
  return prompt.filled((name) => (isOwn(name) ? own[name]() : column(name)));
}

/** The JSON object in an answer: the whole text, a fenced code block, or the last object in the text; undefined where there is none. */
function jsonIn(answer: string): unknown {
  const inner = /^```(?:json)?\n(.*)\n```$/s.exec(answer.trim())?.[1] ?? answer;
  for (const text of [inner, answer.match(/\{[^{}]*\}/g)?.at(-1)]) {
    try {
      if (text !== undefined) return JSON.parse(text);
    } catch {
      // Not JSON: try the next candidate.
    }
  }
  return undefined;
}
