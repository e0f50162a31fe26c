// A language model as a judge of texts: how it is asked, and how its answer is read.

import { z } from "zod";
import { ModelFailure } from "../../clients/chat.ts";
import { type ChatModel, NoAnswer } from "../../clients/language-model.ts";
import { jsonIn } from "../../core/json.ts";
import { sideIn, verdictIn } from "../../core/side-words.ts";
import { templateOf } from "../../core/template.ts";
import type { AuditedJudge, JudgeQuestion, TextVerdict } from "./audited-judge.ts";

/** Default instruction of a model that compares two answers. */
export const COMPARE = `You compare two answers to a question. Judge what they say, not how long they are or in which order they stand.

Question:
{prompt}

Answer A:
{first}

Answer B:
{second}

Which answer is better? Reply with one JSON object and nothing else: {"winner": "A", "B" or "tie", "confidence": a number from 0.5 to 1}`;

/** The same for one answer. */
export const GRADE = `You say whether an answer to a question is right. Judge what it says, not how it sounds.

Question:
{prompt}

Answer:
{first}

Is it right? Reply with one JSON object and nothing else: {"right": true or false, "confidence": a number from 0.5 to 1}`;

export interface ModelJudgeOptions {
  readonly name: string;
  readonly model: ChatModel;
  readonly parallel: number;
  /** What it is told, with {prompt}, {first} and {second}; "" for the texts above. */
  readonly instruction: string;
  /** Whether it compares two answers. */
  readonly compares: boolean;
  /** Money for a million tokens, and tokens of an answer at most; absent where nothing is paid. */
  readonly price?: { readonly input: number; readonly output: number; readonly maxTokens: number };
}

/** Characters of a token, about, in the texts that judges read. */
const CHARACTERS = 4;
const PRICED = 1_000_000;

const PART = "part of what a judge is told";

/** What a model is told to compare two answers, "" for the usual text. A UserError names a part in braces that there is not. */
export const comparisonTemplate = (instruction: string) =>
  templateOf(instruction === "" ? COMPARE : instruction, ["prompt", "first", "second"], PART, ["told"]);

export function modelJudge({ name, model, parallel, instruction, compares, price }: ModelJudgeOptions): AuditedJudge {
  const template = compares
    ? comparisonTemplate(instruction)
    : templateOf(instruction === "" ? GRADE : instruction, ["prompt", "first"], PART, ["told"]);
  const filledPrompt = ({ prompt, first, second = "" }: JudgeQuestion): string => {
    const values: Readonly<Record<string, string>> = { prompt, first, second };
    return template.filled((part) => values[part]);
  };
  return {
    name,
    isRepeatable: false,
    parallel,
    ...(price && {
      costAtMost: (question) =>
        ((filledPrompt(question).length / CHARACTERS) * price.input + price.maxTokens * price.output) / PRICED,
    }),
    async ask(question, draw, signal) {
      const content = filledPrompt(question);
      try {
        const reply = await model.ask([{ role: "user", content }], draw, { signal });
        const verdict = readTextVerdict(reply.text, compares);
        return { ...(verdict ?? { none: "outside", said: reply.text }), ...costIn(reply.cost) };
      } catch (error) {
        if (error instanceof NoAnswer) return { none: error.shortfall.outcome, ...costIn(error.reply.cost) };
        if (error instanceof ModelFailure) return { none: "failed" };
        throw error;
      }
    },
  };
}

const costIn = (cost: number) => (Number.isNaN(cost) ? {} : { cost });

const confidence = z.number().min(0.5).max(1).exactOptional();
const word = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const comparison = z.looseObject({ winner: word, confidence });
const grade = z.looseObject({ right: word, confidence });

/** Reads an answer: a JSON object anywhere in it, or a last line that is one word such as A or tie. Undefined for anything else. */
export function readTextVerdict(answer: string, compares: boolean): TextVerdict | undefined {
  const [object] = /^\{[^{}]*\}/.exec(answer.slice(answer.lastIndexOf("{"))) ?? [];
  const value = object === undefined ? undefined : jsonIn(object);
  if (compares) {
    const { data } = comparison.safeParse(value);
    if (data !== undefined) return verdictOf(comparedIn(data.winner), data.confidence);
  } else {
    const { data } = grade.safeParse(value);
    if (data !== undefined) return verdictOf(gradedIn(data.right), data.confidence);
  }
  const last = answer.trim().split("\n").at(-1) ?? "";
  const word = last
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()
    .replace(/^answer/, "");
  return verdictOf(compares ? comparedIn(word) : gradedIn(word), undefined);
}

/** Of two answers, 1 where a word says the first, −1 the second, 0 neither. */
function comparedIn(said: string): TextVerdict["side"] | undefined {
  const bare = said
    .trim()
    .toLowerCase()
    .replace(/^(answer|response|option)\s*/, "");
  const side = sideIn(bare) ?? ({ "1": "first", "2": "second" } as const)[bare];
  return side === undefined ? undefined : side === "first" ? 1 : side === "second" ? -1 : 0;
}

/** Of one answer, 1 where a word says that it is right, −1 where it says that it is not. */
function gradedIn(said: string): TextVerdict["side"] | undefined {
  const isRight = verdictIn(said);
  return isRight === undefined ? undefined : isRight ? 1 : -1;
}

const verdictOf = (side: TextVerdict["side"] | undefined, sure: number | undefined): TextVerdict | undefined =>
  side === undefined ? undefined : { side, ...(sure === undefined ? {} : { confidence: sure }) };
