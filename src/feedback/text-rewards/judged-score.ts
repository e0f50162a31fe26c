// A language model that scores texts: how it is told a rubric, and how its answer is read as a number.

import { z } from "zod";
import { ModelFailure } from "../../clients/chat.ts";
import { type ChatModel, NoAnswer } from "../../clients/language-model.ts";
import { UserError } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import type { Spending } from "../../core/spending.ts";
import { dataAsText, literal, type Template, templateOf } from "../../core/template.ts";
import { GRADE, readTextVerdict } from "../judging/model-judge.ts";
import type { ScoredText } from "./text-reward.ts";

/** What a model is told with a rubric that names no part of its own. */
const BY_RUBRIC = `You score an answer to a question by a rubric.

Rubric:
{rubric}

Question:
{prompt}

Answer:
{completion}

Reply with one JSON object and nothing else: {"score": a number, by the rubric}`;

/** Names of an answer's parts in what a model is told. */
export const ANSWER_PARTS: readonly string[] = ["prompt", "completion", "first"];

/**
 * What a model is told of an answer: a rubric with {prompt} and {completion}, where `columns` may be named too, or a rubric without them,
 * which is put into the usual text; "" for the usual question whether it is right. Throws a UserError for another part in braces.
 */
export function scoringTemplate(rubric: string, columns: readonly string[]): Template {
  const whole =
    rubric === ""
      ? GRADE
      : /\{(prompt|completion|first)\}/.test(rubric)
        ? rubric
        : BY_RUBRIC.replace("{rubric}", () => literal(rubric.trim()));
  return templateOf(whole, [...ANSWER_PARTS, ...columns], "part of what a judge is told", ["told"]);
}

const scored = z.looseObject({ score: z.number() });

/** Reads a reply: the last JSON object's `score`, or whether an answer is right as 1 and 0; undefined for anything else. */
export function readTextScore(reply: string): number | undefined {
  const [object] = /^\{[^{}]*\}/.exec(reply.slice(reply.lastIndexOf("{"))) ?? [];
  const { data } = scored.safeParse(object === undefined ? undefined : jsonIn(object));
  if (data !== undefined) return data.score;
  const verdict = readTextVerdict(reply, false);
  return verdict === undefined ? undefined : verdict.side > 0 ? 1 : 0;
}

/** Replies in a row that cannot be read, after which a model is not asked further. */
const MOST_UNREADABLE = 20;
const QUOTED = 200;

export interface ScoringModel {
  readonly id: string;
  readonly model: ChatModel;
  readonly parallel: number;
  readonly template: Template;
  readonly spending?: Spending;
}

/** Scores of texts by a language model, and how many replies were none, by reason. Throws a UserError after twenty in a row that say none. */
export class ModelScores {
  readonly none = new Map<string, number>();
  readonly #from: ScoringModel;
  #unreadable = 0;

  constructor(from: ScoringModel) {
    this.#from = from;
  }

  async of(texts: readonly ScoredText[], signal: AbortSignal): Promise<(number | null)[]> {
    const scores: (number | null)[] = new Array(texts.length).fill(null);
    const queue = texts.entries();
    const worker = async (): Promise<void> => {
      for (const [k, text] of queue) scores[k] = await this.#one(text, signal);
    };
    await Promise.all(Array.from({ length: Math.min(this.#from.parallel, texts.length) }, worker));
    return scores;
  }

  async #one({ prompt, completion, fields }: ScoredText, signal: AbortSignal): Promise<number | null> {
    const { model, template, spending, id } = this.#from;
    signal.throwIfAborted();
    const content = template.filled((part) =>
      part === "prompt" ? prompt : ANSWER_PARTS.includes(part) ? completion : dataAsText(fields[part]),
    );
    try {
      const place = { signal, ...(spending === undefined ? {} : { spending }) };
      const reply = await model.ask([{ role: "user", content }], 0, place);
      const score = readTextScore(reply.text);
      if (score !== undefined) {
        this.#unreadable = 0;
        return score;
      }
      this.#unreadable += 1;
      if (this.#unreadable >= MOST_UNREADABLE) {
        const what = `${MOST_UNREADABLE} answers of ${id} in a row say no score; the last one: ${JSON.stringify(reply.text.slice(0, QUOTED))}`;
        throw new UserError({
          code: "unreadable-judge",
          what,
          hint: 'an answer ends with {"score": 7} or {"right": true}',
        });
      }
      return this.#counted("outside");
    } catch (error) {
      if (error instanceof NoAnswer) return this.#counted(error.shortfall.outcome);
      if (error instanceof ModelFailure) return this.#counted("failed");
      throw error;
    }
  }

  #counted(why: string): null {
    this.none.set(why, (this.none.get(why) ?? 0) + 1);
    return null;
  }
}
