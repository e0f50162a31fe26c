// What goes along with a training: the part of the trainer's parameters that says so.

import { z } from "zod";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { LanguageModel } from "../../nn/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { type Companion, together } from "./companion.ts";
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
};

const shape = z.strictObject(companionFields);

/** The companions' parameters, and what all answers are drawn at. */
export type CompanionOptions = z.output<typeof shape> & { readonly temperature: number };

/** Throws a UserError where a companion has no use for the context's world. */
export function checkCompanions({ secondQuery }: CompanionOptions, context: TrainingContext): void {
  if (secondQuery !== undefined) checkViews(context.makeEnvironment(), secondQuery.question);
}

/** What goes along with a stage of a training in which every row answers in its own one of `worlds`. */
export function companionOf(
  { secondQuery: second, temperature }: CompanionOptions,
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
  return together(companions);
}
