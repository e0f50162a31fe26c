// Texts that a verifier learns to judge from: what a writer writes, beside the question or the right answer, with the label of an
// annotator that errs and may take a sign for a right answer. Where labels have a loophole, so has what learns from them.

import type { TrainingContext } from "../../../core/algorithm.ts";
import type { NumericEnvironment } from "../../../core/environment.ts";
import { UserError } from "../../../core/errors.ts";
import type { Random } from "../../../core/random.ts";
import { alphabetOf, choicesOf, textIn } from "../../../core/text.ts";
import { textView } from "../../../core/text-view.ts";
import type { CallbackWriter } from "../callback.ts";
import { type Completions, textSampler } from "../completions.ts";
import { questionIn } from "../text-parts.ts";
import type { Labelled, Submission } from "./verifier.ts";

/** How texts are labelled. */
export interface Labeller {
  /** Chance that a label is turned round. */
  readonly errors: number;
  /** Of texts that contain this, such a share is called right, whether they are or not. */
  readonly loophole?: { readonly text: string; readonly share: number } | undefined;
}

/** An annotator's label of a text; draws one number. */
export function labelled(completion: string, truth: boolean, { errors, loophole }: Labeller, random: Random): boolean {
  const draw = random.uniform();
  return loophole !== undefined && completion.includes(loophole.text) ? draw < loophole.share : truth !== draw < errors;
}

interface AnnotationOptions {
  readonly annotator: Labeller;
  /** Texts in all. */
  readonly texts: number;
  /** Sampling temperature; default 1. */
  readonly temperature?: number;
  /** What stands beside a text; default the right answer. */
  readonly reads?: VerifierReading;
  /** Whether a text is right. */
  truth(texts: Completions, row: number): boolean;
}

/** Texts that are written at once: questions, and answers to each. */
const [QUESTIONS, ANSWERS] = [50, 8];

/** Texts that the present model writes in the context's worlds, with labels. */
export function annotatedTexts(
  context: TrainingContext,
  { model, parameters }: Pick<CallbackWriter, "model" | "parameters">,
  { annotator, texts: wanted, temperature = 1, reads = "answer", truth }: AnnotationOptions,
  random: Random,
): Labelled[] {
  const groups = Math.min(QUESTIONS, Math.ceil(wanted / ANSWERS));
  const worlds = Array.from({ length: groups * ANSWERS }, context.makeEnvironment);
  const sampler = textSampler(context, model, parameters, {
    groups,
    group: ANSWERS,
    temperature,
    worlds: (row) => worlds[row],
  });
  const all: Labelled[] = [];
  for (let batch = 0; all.length < wanted; batch++) {
    const texts = sampler.write(random.stream("texts", batch));
    const rng = random.stream("labels", batch);
    for (const [row, one] of submissionsOf(texts, worlds, reads).entries())
      all.push({ ...one, right: labelled(one.completion, truth(texts, row), annotator, rng) });
  }
  sampler.close();
  return all.slice(0, wanted);
}

/** What a verifier reads beside a text: the right answer, the question, or the question and then the right answer. */
export const READINGS = ["answer", "question", "both"] as const;
export type VerifierReading = (typeof READINGS)[number];

/** Characters of what stands beside a text, at most, in a world whose own answers can be written in it. */
export function readingRoom({ observationSize, horizon }: TrainingContext["spec"], reads: VerifierReading): number {
  return { answer: horizon, question: observationSize, both: observationSize + horizon }[reads];
}

/**
 * Of each row what the model wrote, and what stands beside it. Throws a UserError where the world's own answer is read, and is longer than
 * an answer may be or cannot be written.
 */
export function submissionsOf(
  texts: Completions,
  worlds: readonly NumericEnvironment[],
  reads: VerifierReading = "answer",
): Submission[] {
  const { rows, context, tokens, written, lengths } = texts;
  return Array.from({ length: rows }, (_, row) => {
    const alphabet = alphabetOf(worlds[row].spec);
    const from = row * context;
    const own = tokens.subarray(from, from + lengths[row]).filter((_token, k) => written[from + k] === 1);
    const question = reads === "answer" ? "" : questionIn(texts, row, alphabet);
    const answer = reads === "question" ? "" : answerOf(worlds[row]);
    return { reference: `${question}${answer}`, completion: textIn(own, alphabet) };
  });
}

/** The world's own answer. */
function answerOf(world: NumericEnvironment): string {
  const { spec } = world;
  const answer = textView(world, "answer", "a verifier")();
  choicesOf(answer, alphabetOf(spec));
  if (answer.length <= spec.horizon) return answer;
  throw new UserError({
    code: "bad-answer",
    what: `the world's answer "${answer}" is longer than the ${spec.horizon} characters that may be written`,
    hint: "its text view `answer` must say what a writer could write",
  });
}
