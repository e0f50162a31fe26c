// What goes along with a training: the part of the trainer's parameters that says so.

import { z } from "zod";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { LanguageModel } from "../../nn/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { type Companion, together } from "./companion.ts";
import type { MethodOptions } from "./method-choice.ts";
import { rankWatcher } from "./rank-meter.ts";
import { checkViews, exerciseFrom, secondQuery } from "./second-query.ts";
import { verifierCompanion } from "./verifier-companion.ts";
import {
  checkAnswer,
  checkVerifierOptions,
  checkVerifierSpec,
  studyUpdates,
  verifierParameters,
} from "./verifier-fields.ts";

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
  verifier: verifierParameters
    .optional()
    .describe("a learned verifier pays, which is kept honest by a rule (Cooper), or is not; default the reward alone"),
};

const shape = z.strictObject(companionFields);

/** The companions' parameters, how many answers are written, and what they are drawn at. */
export type CompanionOptions = z.output<typeof shape> & {
  readonly questions: number;
  readonly answers: number;
  readonly temperature: number;
  readonly tries: number;
};

/** Throws a UserError where parameters contradict each other. */
export function checkCompanions({ verifier, effectiveRank, ...p }: CompanionOptions & MethodOptions): void {
  if (verifier !== undefined) checkVerifierOptions(verifier, p);
  if (!effectiveRank || p.tries === 1) return;
  throw new UserError({
    code: "bad-tries",
    what: "what hidden states answers had is not kept while others are written in their place",
    path: ["tries"],
    hint: "effectiveRank takes answers as they come, with tries: 1",
  });
}

/** Throws a UserError where a world does not report or write what a companion needs. */
export function checkCompanionSpec({ verifier }: CompanionOptions, spec: NumericSpec): void {
  if (verifier !== undefined) checkVerifierSpec(verifier, spec);
}

/** Throws a UserError where a companion has no use for the context's world. */
export function checkAccompanied({ secondQuery, verifier }: CompanionOptions, context: TrainingContext): void {
  if (secondQuery !== undefined) checkViews(context.makeEnvironment(), secondQuery.question);
  if (verifier !== undefined) checkAnswer(context.makeEnvironment());
}

/** Updates in which the companions get ready. */
export function preparingUpdates({ verifier }: CompanionOptions): number {
  return verifier === undefined ? 0 : studyUpdates(verifier);
}

/** What goes along with a stage of a training in which every row answers in its own one of `worlds`. */
export function companionOf(
  options: CompanionOptions,
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  worlds: readonly NumericEnvironment[],
): Companion {
  const { secondQuery: second, verifier, effectiveRank, temperature } = options;
  const companions: Companion[] = [];
  // Who may take the place of the declared reward comes before those who add to it.
  if (verifier !== undefined) {
    companions.push(verifierCompanion(context, { ...options, model, parameters }, worlds, verifier));
  }
  if (second !== undefined) {
    const exercise = exerciseFrom(second.question);
    companions.push(secondQuery(context, model, parameters, worlds, { weight: second.weight, temperature, exercise }));
  }
  if (effectiveRank) {
    companions.push(rankWatcher({ rows: worlds.length, context: model.context, width: model.width }));
  }
  return together(companions);
}
