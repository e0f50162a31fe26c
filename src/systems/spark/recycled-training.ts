// A training on exercises that recycles what it writes, until so many characters are written: batches on the task and on what was
// made of it take turns (SPARK, arXiv 2509.22624).

import { type GroupLearnerOptions, groupLearner, type Update } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { type PosedSizes, promptSlots } from "../../algorithms/text/prompt-slots.ts";
import type { GroupMethodOptions } from "../../algorithms/text/text-method.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { recycledTurns } from "./recycled-turns.ts";
import type { RecycledItem, VerifiedGroup } from "./recycling.ts";
import { type ReadAttempt, verifiedGroups } from "./verified-answers.ts";

/** What is practised, and what becomes of it. */
export interface RecyclingPlan {
  /** The longest question and answer of task and recycled items. */
  readonly sizes: PosedSizes;
  /** Characters that may be written in all, in either kind of batch and by either model. */
  readonly characters: number;
  /** A question of the task, with the one right answer. */
  draw(random: Random): Exercise;
  /** What is to be read in an answer. */
  readonly read: ReadAttempt;
  /** Items of a batch's groups; none is a training on the task alone. */
  recycle(groups: readonly VerifiedGroup[], random: Random): readonly RecycledItem[];
  /** Whether what is paid for is the gold of another item. Default false. */
  readonly shuffled?: boolean;
  /** Who learns from the items. Default the model that wrote the answers. */
  readonly judge?: Parameters;
}

/** What was measured of an update, and what it was about. */
export interface RecycledReport {
  readonly recycled: boolean;
  readonly characters: number;
  readonly measures: Measures;
}

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
  const rows = promptSlots(plan.sizes, questions, answers);
  const learnerOf = (own: Parameters) => {
    const sizes = { rows: questions * answers, group: answers, context: model.context, longest: context.spec.horizon };
    return groupLearner(context, model, own, groupMethod(options, sizes), options, { worlds: rows.worlds });
  };
  const writer = learnerOf(parameters);
  const apart = plan.judge !== undefined && plan.judge !== parameters;
  const judge = apart ? learnerOf(plan.judge) : writer;
  let exercises: readonly Exercise[] = [];
  const turns = recycledTurns(judge, rows, {
    questions,
    shuffled: plan.shuffled ?? false,
    recycle: (texts, random) => plan.recycle(verifiedGroups(texts, exercises, plan.read), random),
  });
  const reports: RecycledReport[] = [];

  /** An update on the task. */
  function onTask(random: Random): Update {
    exercises = Array.from({ length: questions }, (_, k) => plan.draw(random.stream("task", k)));
    rows.pose(exercises);
    const update = writer.update(random);
    return { ...update, measures: { ...update.measures, ...turns.after?.(update.rollouts, random) } };
  }

  try {
    let characters = 0;
    for (let update = 0; characters < plan.characters; update++) {
      const random = context.random.stream("update", update);
      const instead = turns.instead?.(random);
      const { rollouts, measures } = instead ?? onTask(random);
      const written = rollouts.written.reduce((a, b) => a + b, 0);
      characters += written;
      reports.push({ recycled: instead !== undefined, characters: written, measures });
      signal?.throwIfAborted();
    }
  } finally {
    writer.close();
    if (apart) turns.close();
  }
  return reports;
}
