// What goes along with a training: the part of the trainer's parameters that says so.

import { z } from "zod";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { LanguageModel } from "../../nn/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { type Companion, together } from "./companion.ts";
import { rankWatcher } from "./rank-meter.ts";
import { checkViews, exerciseFrom, secondQuery } from "./second-query.ts";

export const companionFields = {
  secondQuery: z
    .strictObject({
      question: z
        .string()
        .default("alone")
        .describe("view of the world in words that is asked when an episode is over"),
      weight: z.number().min(0).max(1000).default(0.3).describe("what a right answer to it is paid"),
    })
    .optional()
    .describe("pay for calling for what is enough to answer from: the model is asked once more, with that alone"),
  effectiveRank: z
    .boolean()
    .default(false)
    .describe("measure how many directions the hidden states of each question's first answer span; changes nothing"),
};

const shape = z.strictObject(companionFields);

/** The companions' parameters, and what all answers are drawn at. */
export type CompanionOptions = z.output<typeof shape> & {
  readonly temperature: number;
  readonly tries: number;
};

/** Throws a UserError where parameters contradict each other. */
export function checkCompanions({ effectiveRank, tries }: CompanionOptions): void {
  if (!effectiveRank || tries === 1) return;
  throw new UserError({
    code: "bad-tries",
    what: "what hidden states answers had is not kept while others are written in their place",
    path: ["tries"],
    hint: "effectiveRank takes answers as they come, with tries: 1",
  });
}

/** Throws a UserError where a companion has no use for the context's world. */
export function checkAccompanied({ secondQuery }: CompanionOptions, context: TrainingContext): void {
  if (secondQuery !== undefined) checkViews(context.makeEnvironment(), secondQuery.question);
}

/** What goes along with a stage of a training in which every row answers in its own one of `worlds`. */
export function companionOf(
  { secondQuery: second, effectiveRank, temperature }: CompanionOptions,
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  worlds: readonly NumericEnvironment[],
): Companion {
  const companions: Companion[] = [];
  if (second !== undefined) {
    const exercise = exerciseFrom(second.question);
    companions.push(secondQuery(context, model, parameters, worlds, { weight: second.weight, temperature, exercise }));
  }
  if (effectiveRank) {
    companions.push(rankWatcher({ rows: worlds.length, context: model.context, width: model.width }));
  }
  return together(companions);
}
