// What goes along with a training: the part of the trainer's parameters that says so.

import { z } from "zod";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { type Companion, together } from "./callback.ts";
import type { MethodOptions } from "./method-choice.ts";
import { rankWatcher } from "./rank-meter.ts";
import {
  checkRecycled,
  checkRecycling,
  type Lent,
  type RecyclingTrainer,
  recyclingCompanion,
  recyclingParameters,
  recyclingRoom,
  recyclingShown,
} from "./recycling-choice.ts";
import { checkViews, exerciseFrom, secondQuery } from "./second-query.ts";
import type { WarmUpOptions } from "./sft.ts";
import { verifierCompanion } from "./verifier-callback.ts";
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
  recycling: recyclingParameters
    .optional()
    .describe(
      "updates on exercises about the answers that were written and their verdicts, in turns with those on the task (SPARK); of several turns of a world, the answer is the last",
    ),
};

const shape = z.strictObject(companionFields);

/** The companions' parameters, and those of the trainer that they go along with. */
export type CompanionOptions = z.output<typeof shape> & RecyclingTrainer & { readonly tries: number };

/** Throws a UserError where parameters contradict each other. */
export function checkCompanions(p: CompanionOptions & MethodOptions): void {
  if (p.verifier !== undefined) checkVerifierOptions(p.verifier, p);
  if (p.recycling !== undefined) checkRecycling(p.recycling, p);
  if (!p.effectiveRank || p.tries === 1) return;
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
export function checkAccompanied(
  { secondQuery, verifier, recycling }: CompanionOptions,
  context: TrainingContext,
): void {
  if (secondQuery !== undefined) checkViews(context.makeEnvironment(), secondQuery.question);
  if (verifier !== undefined) checkAnswer(context.makeEnvironment());
  if (recycling !== undefined) checkRecycled(recycling, context.makeEnvironment());
}

/** Updates in which the companions get ready. */
export function preparingUpdates({ verifier }: CompanionOptions): number {
  return verifier === undefined ? 0 : studyUpdates(verifier);
}

/** Places of a text that the model has room for: the world's, or more where a companion asks longer questions. */
export function roomFor({ recycling }: Pick<CompanionOptions, "recycling">, spec: NumericSpec): number {
  return Math.max(spec.observationSize, recycling === undefined ? 0 : recyclingRoom(recycling, spec));
}

/** What the companions want the warm-up from the world's oracle `from` to show as well, in texts of so much room. */
export function shownBy(
  { recycling }: Pick<CompanionOptions, "recycling">,
  context: TrainingContext,
  from: string,
  room: number,
): WarmUpOptions["change"] {
  return recycling && recyclingShown(recycling, context, from, room);
}

/** What goes along with a stage of a training in which every row answers in its own one of `worlds`. */
export function companionOf(
  p: CompanionOptions,
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  worlds: readonly NumericEnvironment[],
  lent: Lent,
): Companion {
  const { secondQuery: second, verifier, recycling, effectiveRank, temperature } = p;
  const companions: Companion[] = [];
  // Who may take the place of the declared reward comes before those who add to it.
  if (verifier !== undefined) {
    companions.push(verifierCompanion(context, { ...p, model, parameters }, worlds, verifier));
  }
  if (second !== undefined) {
    const exercise = exerciseFrom(second.question);
    companions.push(secondQuery(context, model, parameters, worlds, { weight: second.weight, temperature, exercise }));
  }
  if (effectiveRank) {
    companions.push(rankWatcher({ rows: worlds.length, context: model.context, width: model.width }));
  }
  const recycled = recycling && recyclingCompanion(recycling, p, context, model, parameters, worlds, lent);
  if (recycled !== undefined) companions.push(recycled);
  return together(companions);
}
