// How a verifier comes to judge at all: a writer's texts are labelled, by a channel of the world or by an annotator that errs and
// may take a sign for a right answer, and the verifier studies the labels. Where labels have a loophole, so has the verifier.

import { type Completions, textSampler } from "../../algorithms/text/completions.ts";
import { riseAndFall } from "../../algorithms/text/sft.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { alphabetOf } from "../../core/text.ts";
import type { Writer } from "../../study/testbeds/text.ts";
import { type Labelled, labelTrainer, type Submission, type Verifier } from "./verifier.ts";

/** How texts are labelled. */
export interface Labeller {
  /** Chance that a label is turned round. */
  readonly errors: number;
  /** Of texts that contain this, such a share is called right, whether they are or not. */
  readonly loophole?: { readonly text: string; readonly share: number } | undefined;
}

/** What an annotator calls a text; draws one number. */
export function labelled(completion: string, truth: boolean, { errors, loophole }: Labeller, random: Random): boolean {
  const draw = random.uniform();
  return loophole !== undefined && completion.includes(loophole.text) ? draw < loophole.share : truth !== draw < errors;
}

/** A text, what the annotator called it, and what it is. */
interface Annotated extends Labelled {
  readonly truth: boolean;
}

interface AnnotationOptions {
  readonly annotator: Labeller;
  /** Texts in all. */
  readonly texts: number;
  /** What they are drawn at; default 1. */
  readonly temperature?: number;
  /** What a text is in truth. */
  truth(texts: Completions, row: number): boolean;
}

/** Texts that are written at once: questions, and answers to each. */
const [QUESTIONS, ANSWERS] = [50, 8];

/** What the model, as it stands, writes in the context's worlds, with labels. */
export function annotatedTexts(
  context: TrainingContext,
  { model, parameters }: Writer,
  { annotator, texts: wanted, temperature = 1, truth }: AnnotationOptions,
  random: Random,
): Annotated[] {
  const groups = Math.min(QUESTIONS, Math.ceil(wanted / ANSWERS));
  const worlds = Array.from({ length: groups * ANSWERS }, context.makeEnvironment);
  const sampler = textSampler(context, model, parameters, {
    groups,
    group: ANSWERS,
    temperature,
    worlds: (row) => worlds[row],
  });
  const found: Annotated[] = [];
  for (let batch = 0; found.length < wanted; batch++) {
    const texts = sampler.write(random.stream("texts", batch));
    const rng = random.stream("labels", batch);
    for (const [row, one] of submissionsOf(texts, worlds).entries()) {
      const right = truth(texts, row);
      found.push({ ...one, right: labelled(one.completion, right, annotator, rng), truth: right });
    }
  }
  sampler.close();
  return found.slice(0, wanted);
}

/** Of each row what was written after the question, and the answer that its world shows when it is over. */
export function submissionsOf(
  { rows, context, tokens, written, lengths }: Completions,
  worlds: readonly NumericEnvironment[],
): Submission[] {
  return Array.from({ length: rows }, (_, row) => {
    const answer = worlds[row].texts?.answer;
    if (answer === undefined) throw new Error("a world that shows no answer cannot be judged by a reference");
    const places = Array.from({ length: lengths[row] }, (_unused, k) => row * context + k);
    const { characterOf } = alphabetOf(worlds[row].spec);
    const completion = places.filter((k) => written[k] === 1).map((k) => characterOf(tokens[k]));
    return { reference: answer(), completion: completion.join("") };
  });
}

interface StudyOptions {
  /** Gradient steps, and texts of each. */
  readonly steps: number;
  readonly batch: number;
  /** Largest rate; it rises over twenty steps, and falls to a tenth. */
  readonly rate: number;
}

/** A verifier at its books. */
export interface VerifierStudy {
  /** One gradient step on texts drawn among those that are labelled. */
  step(): Measures;
  /** The optimiser's moments and number of steps. */
  readonly state: Float32Array;
  close(): void;
}

/** Teaches `judge` the labels, in place; each step takes a part of `random` by its number. */
export function verifierStudy(
  judge: Verifier,
  texts: readonly Labelled[],
  { steps, batch, rate }: StudyOptions,
  random: Random,
): VerifierStudy {
  const trainer = labelTrainer(judge, batch, riseAndFall(rate, 20, steps));
  const { state } = trainer;
  return {
    state,
    step() {
      const draw = random.stream("step", state[state.length - 1]);
      return trainer.step(Array.from({ length: batch }, () => texts[draw.integer(texts.length)])) ?? {};
    },
    close: trainer.close,
  };
}
