// A training that recycles what it writes: after a batch on the task, the answers and their verdicts are made into exercises,
// which wait in a cache until there are enough of them for a batch of their own (SPARK, arXiv 2509.22624).

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { END, textOf } from "../../environments/language/alphabet.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { shuffle } from "../../math/shuffle.ts";
import type { LanguageModel } from "../../nn/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import type { Measures } from "../training-measures.ts";
import { type GroupLearnerOptions, groupLearner } from "./group-learner.ts";
import { type PosedSizes, posedRows } from "./posed-rows.ts";
import { recycledExercise } from "./recycled-forms.ts";
import type { Attempt, RecycledItem, VerifiedGroup } from "./recycling.ts";
import { type GroupMethodOptions, groupMethod } from "./text-method.ts";
import type { TextRollouts } from "./text-rollouts.ts";

/** What is practised, and what becomes of it. */
export interface RecyclingPlan {
  /** The longest question and answer of task and recycled items. */
  readonly sizes: PosedSizes;
  /** Characters that may be written in all, in either kind of batch and by either model. */
  readonly characters: number;
  /** A question of the task, with the one right answer. */
  draw(random: Random): Exercise;
  /** What is to be read in an answer. */
  read(text: string, right: boolean): Attempt;
  /** Items of a batch's groups; none is a training on the task alone. */
  recycle(groups: readonly VerifiedGroup[], random: Random): readonly RecycledItem[];
  /** Who learns from the items. Default the model that wrote the answers. */
  readonly judge?: Parameters;
}

/** What was measured of an update, and what it was about. */
export interface RecycledReport {
  readonly recycled: boolean;
  readonly characters: number;
  readonly measures: Measures;
}

/** Batches' worth of items that wait at most; the oldest go first. */
const WAITING = 4;

/**
 * Trains `parameters` in place until all characters are written. Batches on the task and recycled ones take turns as soon as
 * there are items for a whole batch, and again when the cache is too empty.
 */
export function recycledTraining(
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  options: GroupLearnerOptions & GroupMethodOptions,
  plan: RecyclingPlan,
  signal?: AbortSignal,
): RecycledReport[] {
  const { questions, answers } = options;
  const rows = posedRows(plan.sizes, questions, answers);
  const learnerOf = (own: Parameters) => {
    const sizes = { rows: questions * answers, group: answers, context: model.context, longest: context.spec.horizon };
    return groupLearner(context, model, own, groupMethod(options, sizes), options, { worlds: rows.worlds });
  };
  const writer = learnerOf(parameters);
  const apart = plan.judge !== undefined && plan.judge !== parameters;
  const judge = apart ? learnerOf(plan.judge) : writer;
  const cache: Exercise[] = [];
  const reports: RecycledReport[] = [];
  let characters = 0;
  let recycled = false;
  try {
    for (let update = 0; characters < plan.characters; update++) {
      const random = context.random.stream("update", update);
      recycled = !recycled && cache.length >= questions;
      if (recycled) shuffle(cache, random.stream("cache"));
      const exercises = recycled
        ? cache.splice(0, questions)
        : Array.from({ length: questions }, (_, k) => plan.draw(random.stream("task", k)));
      rows.pose(exercises);
      const { rollouts, measures } = (recycled ? judge : writer).update(random);
      const written = rollouts.written.reduce((a, b) => a + b, 0);
      characters += written;
      reports.push({ recycled, characters: written, measures });
      if (!recycled) {
        const groups = verifiedGroups(rollouts, exercises, plan.read);
        cache.push(...plan.recycle(groups, random.stream("recycle")).map(recycledExercise));
        cache.splice(0, cache.length - WAITING * questions);
      }
      signal?.throwIfAborted();
    }
  } finally {
    writer.close();
    if (apart) judge.close();
  }
  return reports;
}

/** What was written to exercises, one for each group, as groups of attempts; an answer without an end cannot be read. */
export function verifiedGroups(
  texts: TextRollouts,
  exercises: readonly Exercise[],
  read: RecyclingPlan["read"],
): VerifiedGroup[] {
  return exercises.map(({ question, answers: [truth, ...others] }, g) => ({
    question,
    truth,
    attempts: Array.from({ length: texts.group }, (_, k) => {
      const text = answerIn(texts, g * texts.group + k, question.length);
      return text === undefined
        ? { text: "", answer: "", right: false }
        : read(text, text === truth || others.includes(text));
    }),
  }));
}

/** What a row's model wrote before its end, or undefined where there is none; the question is `asked` characters long. */
export function answerIn({ tokens, lengths, context }: TextRollouts, row: number, asked: number): string | undefined {
  const [from, end] = [row * context + asked, row * context + lengths[row] - 1];
  return end >= from && tokens[end] === END ? textOf(tokens, from, end) : undefined;
}
