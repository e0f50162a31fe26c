// Rejection-sampling fine-tuning before the pay: the model answers many questions several times, and imitates those of its answers
// that are chosen; and the questions of the paid updates may be chosen by what it did on them. What both are chosen by is the
// parameter: the topology of the answers (TopoCurate, arXiv 2603.01714), success alone, or chance.

import type { Random } from "../../core/random.ts";
import { charactersOf } from "../../core/text.ts";
import { differentStarts } from "../../environments/starts.ts";
import { restore, saved } from "../training-checkpoint.ts";
import { type CallbackWriter, defineCallback } from "./callback.ts";
import type { Completions } from "./completions.ts";
import { totalPay } from "./group-advantage.ts";
import type { TrainingPhase } from "./phases.ts";
import {
  checkRejectionSampling,
  type RejectionSamplingOptions,
  rejectionSamplingParameters,
  tooFew,
} from "./rejection-sampling-parameters.ts";
import { type ChosenTexts, chosenTexts, emptyTries } from "./sampled-texts.ts";
import { type Demonstrations, type Imitation, imitation } from "./sft.ts";
import { triesBlock, writtenTries } from "./written-tries.ts";

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

/** What the phase is given beside its own parameters. */
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
    const found = starts.length === 1 ? "beginning of episodes was" : "beginnings of episodes were";
    throw tooFew(`${starts.length} different ${found} found`, tasks.keep);
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
        watch: (rollouts, asked) => {
          characters += note(rollouts, from, asked.length);
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
    learner ??= begun(rows);
    for (let k = 0; k < count; k++) sum += learner.step();
    return { written: 0, measures: { curationLoss: sum / count } };
  }

  function begun(rows: readonly number[]): Imitation {
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
        learner = begun(rows);
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
