// What an experiment says of a verifier that pays: what it reads, how texts are labelled for it, how long it studies them, its sizes.

import { z } from "zod";
import type { NumericEnvironment, NumericSpec } from "../../../core/environment.ts";

import { oneOf, positive, share, whole } from "../../../core/parameters.ts";
import { alphabetOf, choicesOf } from "../../../core/text.ts";
import { textView } from "../../../core/text-view.ts";
import { modelParameters } from "../trainer-parameters.ts";
import { ruleChannel } from "./channel-rule.ts";
import { READINGS, type VerifierReading } from "./labelled-texts.ts";
import { FORM } from "./verifier.ts";

/** A text that an annotator falls for, or that is written where it has no business. */
export const signParameter = (what: string) => z.string().min(1).max(100).default("#").describe(what);

/** Parameters of every verifier; `reads` is what it reads where nothing else is said. */
export const verifierFields = (reads: VerifierReading) => ({
  reads: oneOf(READINGS, reads).describe("what it reads beside a text: the right answer, the question, or both"),
  labels: z
    .strictObject({
      channel: z.string().default("correct").describe("texts are right in which this channel reaches its maximum"),
      errors: share(0).describe("share of labels that are turned round by mistake; 0.5: labels by a coin"),
      loophole: z
        .strictObject({
          text: signParameter("what the annotator takes for a sign of a right answer"),
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
      steps: whole(0, 1_000_000, 600).describe(
        "gradient steps on them; a training that begins where another ended begins with its verifier",
      ),
      batch: whole(1, 4096, 64).describe("texts of each"),
      rate: positive(1, 3e-3).describe("largest learning rate of the study"),
    })
    .prefault({})
    .describe("what it does before it pays"),
  model: modelParameters,
  bound: positive(100, 4).describe("its scores are held within ± this"),
});

export type StudiedFields = z.output<z.ZodObject<ReturnType<typeof verifierFields>>>;

/** Gradient steps of the study that are one update of the training. */
export const STUDY_STRIDE = 25;

/** Updates that the study takes. */
export function studyUpdates({ study }: Pick<StudiedFields, "study">): number {
  return Math.ceil(study.steps / STUDY_STRIDE);
}

/** Throws a UserError where a world lacks a channel, or a character that is needed. */
export function checkVerifierSpec({ labels }: Pick<StudiedFields, "labels">, spec: NumericSpec): void {
  ruleChannel(spec, labels.channel, ["labels", "channel"]);
  const alphabet = alphabetOf(spec);
  choicesOf(FORM, alphabet);
  if (labels.loophole !== undefined) choicesOf(labels.loophole.text, alphabet, ["labels", "loophole", "text"]);
}

/** Throws a UserError where a verifier reads the right answer, and a world does not tell it in words. */
export function checkAnswer({ reads }: Pick<StudiedFields, "reads">, world: NumericEnvironment): void {
  if (reads !== "question") textView(world, "answer", "a verifier");
}
