// A language model that compares: it is shown what two episodes came to, or the texts that they left, at any endpoint or on file.

import { z } from "zod";
import { ModelFailure } from "../../clients/chat.ts";
import { endpointParameters } from "../../clients/endpoint.ts";
import { type ChatModel, languageModel, NoAnswer } from "../../clients/language-model.ts";
import type { Remote } from "../../core/agent.ts";
import { scopedValue } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { text } from "../../core/parameters.ts";
import { numberIn } from "../../core/reading/number-in-text.ts";
import { type Template, templateOf } from "../../core/template.ts";
import { comparisonTemplate, readTextVerdict } from "../judging/model-judge.ts";
import { defineFeedback, type FeedbackPlan, type FinishedEpisode } from "./source.ts";
import { budgetField } from "./taste.ts";

const { seed: _, ...endpoint } = endpointParameters;

const parameters = z.strictObject({
  ...endpoint,
  question: text("Which of two episodes went better?").describe("what is asked of two episodes"),
  told: text("").describe(
    "what the model is told, with {prompt} for the question, {first} and {second} for what each episode came to; a default if empty",
  ),
  grading: text("How well did this episode go?").describe("what is asked of a single episode"),
  gradingTold: text("").describe(
    "what the model is told of a single episode, with {prompt} for the question and {first} for what it came to; a default if empty",
  ),
  budget: budgetField,
});

/** Default instruction of a model that rates a single episode. */
const GRADE_EPISODE = `You give a score to what came of an episode. Judge what it came to, not how it is put.

{prompt}

{first}

Reply with one JSON object and nothing else: {"score": a number from 0, the worst, to 10, the best}`;

/** Answers to one question are told apart by their number, below this. */
const DRAWS = 2 ** 31;

export const model = defineFeedback({
  id: "model",
  summary:
    "a language model behind an endpoint, or on file, that compares what two episodes came to or the texts that they left",
  parameters,
  example: { parameters: { endpoint: "http://localhost:8000/v1", model: "qwen3", record: "votes.jsonl" } },
  make({ question, told, grading, gradingTold, budget = Number.POSITIVE_INFINITY, ...where }): FeedbackPlan {
    const models = new Map<string, ChatModel>();
    const modelIn = (directory: string): ChatModel => {
      const known = models.get(directory) ?? languageModel({ ...where, seed: "episode" }, directory);
      models.set(directory, known);
      return known;
    };
    const template = comparisonTemplate(told);
    const part = "part of what a model is told";
    const grades = templateOf(gradingTold === "" ? GRADE_EPISODE : gradingTold, ["prompt", "first"], part, [
      "gradingTold",
    ]);
    const plan: FeedbackPlan = ({ spec, random, directory, ...asking }) => {
      const asks = modelIn(directory);
      const shown = shownIn(spec);
      let answered = 0;
      const reply = async (template: Template, put: Readonly<Record<string, string>>): Promise<string> => {
        const content = template.filled((name) => put[name]);
        const { text: said } = await asks
          .ask([{ role: "user", content }], random.integer(DRAWS), asking)
          .catch((error: unknown) => {
            if (error instanceof NoAnswer) throw noVerdict(where.model, error.message, "to ask again brings the same");
            throw error instanceof ModelFailure ? noVerdict(where.model, error.message) : error;
          });
        return said;
      };
      return {
        get asked() {
          return answered;
        },
        async compare({ first, second }) {
          if (answered >= budget) return undefined;
          answered += 1;
          const answer = await reply(template, { prompt: question, first: shown(first), second: shown(second) });
          const verdict = readTextVerdict(answer, true);
          if (verdict === undefined) throw noVerdict(where.model, "its answer names none of A, B and tie");
          return (1 + verdict.side) / 2;
        },
        async rate(episode) {
          if (answered >= budget) return undefined;
          answered += 1;
          const score = readScore(await reply(grades, { prompt: grading, first: shown(episode) }));
          if (score === undefined) throw noVerdict(where.model, "its answer has no score from 0 to 10");
          return { score };
        },
      };
    };
    const remote: Remote = {
      parallel: where.parallel,
      counts: [],
      inputs: where.replay === "" ? [] : [where.replay],
      outputs: where.record === "" ? [] : [where.record],
      priced: where.price !== undefined || where.replay !== "",
      ready: (directory) => modelIn(directory).ready(),
    };
    return Object.assign(plan, { remote });
  },
}).entry;

/** What a scale ends with, as in 7/10. */
const OF_TEN = /[^\S\n]?(?:\/|out of|of)[^\S\n]?10(?![\d.,])/g;

/** A score from 0 to 10, in a JSON object or as the number that an answer gives; undefined for anything else. */
function readScore(answer: string): number | undefined {
  const stated = /"score"\s*:\s*"?(-?\d+(?:\.\d+)?)/.exec(answer)?.[1];
  const score = stated === undefined ? numberIn(answer.replaceAll(OF_TEN, ""))?.value : Number(stated);
  return score !== undefined && score >= 0 && score <= 10 ? score : undefined;
}

function noVerdict(
  name: string,
  why: string,
  hint = "answers so far are on file where `record` names one; run it again",
): UserError {
  return new UserError({ code: "no-verdict", what: `${name} gave no verdict on what it was shown: ${why}`, hint });
}

/** The texts that an episode left, or its channels, mean over agents, where it left none. */
function shownIn({ channels, agents }: NumericSpec): (episode: FinishedEpisode) => string {
  return ({ end, texts }) => {
    const left = Object.entries(texts).map(([name, one]) => `${name}: ${one}`);
    if (left.length > 0) return left.join("\n");
    return channels
      .map((channel, index) => {
        const value = scopedValue({ scope: "mean", channel, index }, end.outcomes, 0, agents.length, channels.length);
        return `${channel.name}: ${Number(value.toPrecision(6))}${channel.unit === "" ? "" : ` ${channel.unit}`} (${channel.meaning})`;
      })
      .join("\n");
  };
}
