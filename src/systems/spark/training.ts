// A training on exercises that recycles what it writes, until so many characters are written: batches on the task and on what was
// made of it take turns (SPARK, arXiv 2509.22624).

import { type GroupUpdate, groupLearner } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { type PosedSizes, promptSlots } from "../../algorithms/text/prompt-slots.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { type GRPO, sizesOf, type Writer } from "../../study/testbeds/text.ts";
import { recycledTurns } from "./recycled-turns.ts";
import type { RecycledItem, VerifiedGroup } from "./recycling.ts";
import { verifiedAnswers } from "./verified-answers.ts";

/** What is practised, and what becomes of it. */
export interface RecyclingPlan {
  readonly context: TrainingContext;
  readonly options: typeof GRPO;
  /** The longest question and answer of task and recycled items. */
  readonly sizes: PosedSizes;
  /** Characters that may be written in all, in either kind of batch and by either model. */
  readonly characters: number;
  /** A question of the task. */
  draw(random: Random): Exercise;
  /** Items of a batch's groups; none is a training on the task alone. */
  recycle(groups: readonly VerifiedGroup[], random: Random): readonly RecycledItem[];
  /** Whether what is paid for is the gold of another item. */
  readonly shuffled: boolean;
}

/** What was measured of an update, and what it was about. */
interface RecycledReport {
  readonly recycled: boolean;
  readonly characters: number;
  readonly measures: Measures;
}

/**
 * Trains `writer` on the task and `judge`, which may be the same, on recycled items, in place, until all characters are written.
 * Both sorts of batches take turns as soon as there are items for a whole batch, and again when the cache is too empty.
 */
export function recycledTraining(
  writer: Writer,
  judge: Writer,
  { context, options, sizes, characters, draw, recycle, shuffled }: RecyclingPlan,
  signal?: AbortSignal,
): RecycledReport[] {
  const { questions, answers } = options;
  const slots = promptSlots(sizes, questions, answers);
  const worlds = Array.from({ length: questions * answers }, (_, row) => slots.worlds(row));
  const parts = { worlds: (row: number) => worlds[row] };
  const learnerOf = ({ model, parameters }: Writer) =>
    groupLearner(context, model, parameters, groupMethod(options, sizesOf(writer, context, options)), options, parts);
  const writing = learnerOf(writer);
  const judging = judge === writer ? writing : learnerOf(judge);
  const right = context.spec.channels.findIndex(({ name }) => name === "correct");
  const reading = { right, longest: sizes.longestAnswer };
  const turns = recycledTurns(judging, slots, {
    questions,
    shuffled,
    recycle: (texts, random) => recycle(verifiedAnswers(texts, worlds, reading), random),
  });
  const reports: RecycledReport[] = [];

  function onTask(random: Random): GroupUpdate {
    slots.pose(Array.from({ length: questions }, (_, k) => draw(random.stream("task", k))));
    const update = writing.update(random);
    return { ...update, measures: { ...update.measures, ...turns.after?.(update.rollouts, random) } };
  }

  try {
    for (let update = 0, left = characters; left > 0; update++) {
      const random = context.random.stream("update", update);
      const instead = turns.instead?.(random);
      const { rollouts, measures } = instead ?? onTask(random);
      const written = rollouts.written.reduce((a, b) => a + b, 0);
      left -= written;
      reports.push({ recycled: instead !== undefined, characters: written, measures });
      signal?.throwIfAborted();
    }
  } finally {
    writing.close();
    if (judging !== writing) turns.close();
  }
  return reports;
}
