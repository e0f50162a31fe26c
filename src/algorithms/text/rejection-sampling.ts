// Rejection-sampling fine-tuning before the pay: the model answers many questions several times, and imitates those of its answers
// that are chosen; and the questions of the paid updates may be chosen by what it did on them. What both are chosen by is the
// parameter: the topology of the answers (TopoCurate, arXiv 2603.01714), success alone, or chance.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { charactersOf } from "../../core/text.ts";
import { differentStarts } from "../../environments/starts.ts";
import { ROLLOUT_CHOICES, TASK_CHOICES } from "../../feedback/topology/choice.ts";
import { restore, saved } from "../training-checkpoint.ts";
import { type CallbackWriter, defineCallback } from "./callback.ts";
import type { Completions } from "./completions.ts";
import { totalPay } from "./group-advantage.ts";
import type { Demonstrations } from "./oracle-texts.ts";
import type { TrainingPhase } from "./phases.ts";
import { type ChosenTexts, chosenTexts, emptyTries } from "./sampled-texts.ts";
import { type Imitation, imitation } from "./sft.ts";
import { triesBlock, writtenTries } from "./written-tries.ts";

const weight = z.number().min(0).max(1000);
const someWeight = {
  check: (weights: readonly number[]) => weights.some((one) => one > 0),
  error: "give at least one a weight above 0",
};

const rejectionSamplingParameters = z.strictObject({
  questions: whole(1, 4096, 32).describe("different questions that are answered; fewer where the world has no more"),
  tries: whole(1, 1024, 16).describe("answers to each"),
  success: z
    .string()
    .optional()
    .describe("channel whose sum over an answer is above 0 where it succeeded; default: where the declared reward is"),
  by: oneOf(ROLLOUT_CHOICES, "topology").describe(
    "which answers are imitated: those that succeeded and score highest, any that succeeded, or any at all",
  ),
  keep: whole(1, 1024, 2).describe("answers that are chosen for each question, if there are so many"),
  among: oneOf(["question", "all"], "question").describe(
    "keep so many of the answers to each question, or as many in all of all answers",
  ),
  steps: whole(0, 1_000_000, 100).describe("gradient steps of imitating what was chosen"),
  texts: whole(1, 4096, 32).describe("chosen answers of each, drawn anew"),
  rate: positive(1, 1e-3).describe("largest learning rate of the imitation"),
  tasks: z
    .strictObject({
      by: oneOf(["all", ...TASK_CHOICES], "all").describe(
        "questions of the paid updates: all that the world draws, or of those answered here the most instructive, those nearest a pass rate of ½, or any",
      ),
      keep: whole(1, 4096, 8).describe("how many are practised, each as often"),
    })
    .prefault({})
    .describe("which questions are practised after it, in all stages that list none"),
  scores: z
    .strictObject({
      drop: share(0.15).describe("by how much the chance of success must fall for a turn to be a mistake"),
      answers: z
        .tuple([weight, weight, weight])
        .refine(someWeight.check, { error: someWeight.error })
        .default([1, 1, 1])
        .describe(
          "relative weights of coming back from mistakes, of wasting no turns, and of doing what is seldom done",
        ),
      tasks: z
        .tuple([weight, weight])
        .refine(someWeight.check, { error: someWeight.error })
        .default([3, 1])
        .describe("relative weights of error branches and of the number of ways to succeed, among questions"),
      temperature: within(0.005, 100, 0.05).describe("at which questions are drawn by these"),
    })
    .prefault({})
    .describe("what topology counts"),
});

type RejectionSamplingOptions = z.output<typeof rejectionSamplingParameters>;

/** Throws a UserError where parameters contradict each other, or the world has no such channel. */
function checkRejectionSampling(
  { questions, success, tasks }: RejectionSamplingOptions,
  { channels }: NumericSpec,
): void {
  if (tasks.by !== "all" && tasks.keep > questions) throw tooFew(`${questions} questions are answered`, tasks.keep);
  if (success !== undefined) channelIndex(success, channels, ["success"]);
}

/** The error where fewer questions are there than are to be kept. */
function tooFew(what: string, keep: number): UserError {
  return new UserError({
    code: "few-questions",
    what: `${what}, and ${keep} are to be practised`,
    path: ["tasks", "keep"],
    hint: "let tasks keep fewer, or leave it out",
  });
}

export const rejectionSampling = defineCallback({
  id: "rejection-sampling",
  summary: "between the imitation and the pay, the model imitates chosen ones of its own answers",
  source: "choice by topology: TopoCurate, arXiv 2603.01714",
  parameters: rejectionSamplingParameters,
  make: (own) => ({
    checkSpec: (spec) => checkRejectionSampling(own, spec),
    before: (writer, options) => rejectionSamplingPhase(writer, own, options, writer.context.random.stream("curation")),
  }),
});

/** Settings of the training that the phase uses. */
export interface SamplingSetting {
  /** That answers are drawn at. */
  readonly temperature: number;
  /** The only questions that are practised anyway; default all that the world draws. */
  readonly starts?: readonly number[] | undefined;
}

/** Gradient steps that are reported together. */
const STRIDE = 25;

/** The phase of a writer that it moves. Throws a UserError where the world has not as many questions as are to be kept. */
export function rejectionSamplingPhase(
  { context, model, parameters }: CallbackWriter,
  p: RejectionSamplingOptions,
  { temperature, starts: listed }: SamplingSetting,
  random: Random,
): TrainingPhase {
  const { tries, steps, tasks } = p;
  const { channels } = context.spec;
  const alphabet = charactersOf(context.spec);
  const starts = differentStarts(context.makeEnvironment(), p.questions, random.stream("starts"), listed);
  if (tasks.by !== "all" && starts.length < tasks.keep) {
    const noun = starts.length === 1 ? "beginning of episodes was" : "beginnings of episodes were";
    throw tooFew(`${starts.length} different ${noun} found`, tasks.keep);
  }
  const texts = emptyTries(starts.length, tries, model.context);
  const block = triesBlock(tries);
  const writing = Math.ceil(starts.length / block);
  const updates = writing + Math.ceil(steps / STRIDE);
  const at = channels.findIndex(({ name }) => name === p.success);
  let chosen: ChosenTexts | undefined;
  let kept: readonly number[] | undefined;
  let learner: Imitation | undefined;

  /** Takes down the answers to `count` questions, the first of which is question `from`; how many characters they have. */
  function note(rollouts: Completions, from: number, count: number): number {
    const size = count * tries;
    const [tokens, written] = [rollouts.tokens, rollouts.written].map((table) =>
      table.subarray(0, size * model.context),
    );
    texts.tokens.set(tokens, from * tries * model.context);
    texts.written.set(written, from * tries * model.context);
    const pay = at < 0 ? totalPay(rollouts) : undefined;
    for (let row = 0; row < size; row++) {
      const reached = pay?.[row] ?? rollouts.outcomes[row * channels.length + at];
      texts.success[from * tries + row] = reached > 0 ? 1 : 0;
    }
    let characters = 0;
    for (const one of written) characters += one;
    return characters;
  }

  function write(done: number) {
    const from = done * block;
    let characters = 0;
    writtenTries(
      context,
      model,
      parameters,
      {
        starts: starts.slice(from, from + block),
        answers: tries,
        temperature,
        watch: (rollouts, batch) => {
          characters += note(rollouts, from, batch.length);
        },
      },
      random.stream("block", done),
    );
    const rollouts = Math.min(starts.length, from + block) * tries;
    const measures = { rollouts, succeeded: texts.success.reduce((a, b) => a + b, 0) };
    if (done + 1 < writing) return { written: characters, measures };
    return { written: characters, measures: { ...measures, ...choose().measures } };
  }

  function choose(): ChosenTexts {
    chosen = chosenTexts(texts, alphabet, p, random.stream("choice"));
    kept = chosen.questions;
    return chosen;
  }

  function imitate(done: number) {
    const { rows } = chosen ?? choose();
    let sum = 0;
    const count = Math.min(STRIDE, steps - (done - writing) * STRIDE);
    if (rows.length === 0) return { written: 0, measures: {} };
    learner ??= beginImitation(rows);
    for (let k = 0; k < count; k++) sum += learner.step();
    return { written: 0, measures: { curationLoss: sum / count } };
  }

  function beginImitation(rows: readonly number[]): Imitation {
    return imitation(model, parameters, p, drawnFrom(texts, rows, p.texts), random.stream("imitation"));
  }

  return {
    updates,
    update: (done) => (done < writing ? write(done) : imitate(done)),
    starts: () => kept?.map((k) => starts[k]),
    save(done) {
      if (done >= updates) return kept === undefined ? [] : [saved("curation.kept", kept)];
      if (done <= 0) return [];
      return [
        saved("curation.tokens", texts.tokens),
        saved("curation.written", texts.written),
        saved("curation.success", texts.success),
        ...(learner === undefined ? [] : [saved("curation.optimiser", learner.state)]),
      ];
    },
    restore(tensors, done) {
      if (done >= updates) {
        if (tasks.by === "all") return;
        const places = new Float32Array(tasks.keep);
        restore(tensors, "curation.kept", places);
        kept = Array.from(places);
      } else if (done > 0) {
        restore(tensors, "curation.tokens", texts.tokens);
        restore(tensors, "curation.written", texts.written);
        restore(tensors, "curation.success", texts.success);
        if (done < writing) return;
        const { rows } = choose();
        if (done === writing || rows.length === 0) return;
        learner = beginImitation(rows);
        restore(tensors, "curation.optimiser", learner.state);
      }
    },
    close: () => learner?.close(),
  };
}

/** Batches of `count` of the rows, drawn with replacement. */
function drawnFrom(
  { context, tokens, written }: ReturnType<typeof emptyTries>,
  rows: readonly number[],
  count: number,
): (random: Random) => Demonstrations {
  const batch = { tokens: new Int32Array(count * context), written: new Uint8Array(count * context) };
  return (random) => {
    for (let k = 0; k < count; k++) {
      const from = rows[random.integer(rows.length)] * context;
      batch.tokens.set(tokens.subarray(from, from + context), k * context);
      batch.written.set(written.subarray(from, from + context), k * context);
    }
    return batch;
  };
}
