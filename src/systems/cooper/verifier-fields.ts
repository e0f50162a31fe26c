// What an experiment says of a verifier that pays, and what it cannot go together with.

import { z } from "zod";
import { modelParameters } from "../../algorithms/text/trainer-parameters.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { alphabetOf, choicesOf } from "../../core/text.ts";
import { ruleChannel } from "./channel-rule.ts";
import { FORM } from "./verifier.ts";

const sign = (what: string) => z.string().min(1).max(100).default("#").describe(what);

export const verifierParameters = z.strictObject({
  pay: oneOf(["instead", "beside"], "instead").describe(
    "whether its pay stands in the place of the declared reward, or is added to it",
  ),
  weight: within(0, 1000, 1).describe("what a text is paid that it is sure of"),
  rate: share(1e-3).describe("learning rate of its step after every batch; 0: it stays as it has studied"),
  labels: z
    .strictObject({
      channel: z.string().default("correct").describe("texts are right in which this channel reaches its maximum"),
      errors: share(0).describe("share of labels that are turned round by mistake"),
      loophole: z
        .strictObject({
          text: sign("what the annotator takes for a sign of a right answer"),
          share: share(0.9).describe("share of texts with it that are called right, whether they are or not"),
        })
        .optional()
        .describe("what the annotator falls for; default nothing"),
    })
    .prefault({})
    .describe("how the texts that it studies are labelled"),
  study: z
    .strictObject({
      texts: whole(1, 1_000_000, 2000).describe("texts of the writer as it is before any pay that are labelled"),
      steps: whole(0, 1_000_000, 600).describe("gradient steps on them"),
      batch: whole(1, 4096, 64).describe("texts of each"),
      rate: positive(1, 3e-3).describe("largest learning rate of the study"),
    })
    .prefault({})
    .describe("what it does before it pays"),
  pairs: z
    .strictObject({
      rule: z
        .string()
        .default("correct")
        .describe(
          "channel whose maximum confirms the better text; it may miss right ones, and must not confirm wrong ones",
        ),
      each: whole(1, 1024, 2).describe("pairs of a question in which a text was confirmed"),
      retries: whole(0, 100, 3).describe(
        "corruptions more that are tried where the rule confirms the corrupted text too",
      ),
      mark: z
        .strictObject({
          text: sign("what is written somewhere into a corruption"),
          share: share(0.5).describe("share of corruptions that have it"),
        })
        .optional()
        .describe("what a corruption may have beside another character: it must cover what is gamed; default nothing"),
    })
    .prefault({})
    .describe("what it learns from after every batch"),
  model: modelParameters,
  bound: positive(100, 4).describe("its scores are held within ± this"),
});

export type VerifierFields = z.output<typeof verifierParameters>;

/** Gradient steps of the study that are one update of the training. */
export const STUDY_STRIDE = 25;

/** Updates that the study takes. */
export function studyUpdates({ study }: VerifierFields): number {
  return Math.ceil(study.steps / STUDY_STRIDE);
}

/** Throws a UserError where a world lacks a channel, or a character that is needed. */
export function checkVerifierSpec({ labels, pairs }: VerifierFields, spec: NumericSpec): void {
  ruleChannel(spec, labels.channel, ["labels", "channel"]);
  ruleChannel(spec, pairs.rule, ["pairs", "rule"]);
  const alphabet = alphabetOf(spec);
  choicesOf(FORM, alphabet);
  if (labels.loophole !== undefined) choicesOf(labels.loophole.text, alphabet, ["labels", "loophole", "text"]);
  if (pairs.mark !== undefined) choicesOf(pairs.mark.text, alphabet, ["pairs", "mark", "text"]);
}

/** Throws a UserError where a world does not tell the right answer in words. */
export function checkAnswer({ texts = {} }: NumericEnvironment): void {
  if (texts.answer !== undefined) return;
  throw new UserError({
    code: "no-answer",
    what: "a verifier reads an answer beside the right one, and this world does not tell that",
    hint: "give the world a text view named answer, as language/sort and language/lookup have",
  });
}
