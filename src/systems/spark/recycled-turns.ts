// Batches of recycled items in the place of batches on the task. Items wait in a cache until there are enough for a batch, from
// which the same model learns, or a judge apart (SPARK, arXiv 2509.22624).

import { z } from "zod";
import type { Callback } from "../../algorithms/text/callback.ts";
import type { Completions } from "../../algorithms/text/completions.ts";
import type { exerciseLearner } from "../../algorithms/text/exercise-learner.ts";
import { answerIn, lastTurn } from "../../algorithms/text/text-parts.ts";
import { restoredValue, savedValue } from "../../algorithms/training-checkpoint.ts";
import { type Measures, measureMeans } from "../../algorithms/training-measures.ts";
import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { RecyclingParameters } from "./parameters.ts";
import { type RecycledItem, recycledItem, shuffledGold } from "./recycling.ts";

/** Batches' worth of items that wait at most; the oldest go first. */
const WAITING = 4;

/** Name of what is saved: the recycled batches since the last one on the task, and the cache. */
const TURNS = "recycling.turns";
const turnsShape = z.object({ run: z.number(), cache: z.array(recycledItem) });

/**
 * Makes items of each batch on the task by `recycle`. They wait in the order of their coming, are shuffled, and are posed to `learner`,
 * `questions` at a time. It measures how many were made and wait, and of each kind the share of answers that were right, not of those
 * that were paid.
 */
export function recycledTurns(
  learner: Pick<ReturnType<typeof exerciseLearner>, "pose" | "update" | "save" | "restore" | "close">,
  { turns, gold }: Pick<RecyclingParameters, "turns" | "gold">,
  questions: number,
  recycle: (texts: Completions, random: Random) => readonly RecycledItem[],
): Callback {
  let cache: RecycledItem[] = [];
  /** Recycled batches since the last one on the task. */
  let run = 0;
  return {
    instead(random) {
      if (run >= turns || cache.length < questions) return undefined;
      run += 1;
      shuffle(cache, random.stream("cache"));
      const batch = cache.splice(0, questions);
      learner.pose(batch.map(({ question, paid }) => ({ question, answers: [paid] })));
      const { rollouts, lesson, learning, measures } = learner.update(random);
      // Curves of pay, of the objective and of all that the world reports are those of the task.
      const { pay: recycledPay, entropy, liveGroups, skipped } = measures;
      const own = { ...learning, entropy, liveGroups, skipped, recycledPay, ...accuracies(rollouts, batch) };
      return { rollouts, lesson, measures: own };
    },
    after(texts, random) {
      run = 0;
      const rng = random.stream("recycle");
      const items = recycle(texts, rng);
      cache.push(...(gold === "shuffled" ? shuffledGold(items, rng.stream("shuffled")) : items));
      cache.splice(0, cache.length - WAITING * questions);
      return { itemsMade: items.length, itemsWaiting: cache.length };
    },
    save: () => [savedValue(TURNS, { run, cache }), ...learner.save()],
    restore(tensors) {
      learner.restore(tensors);
      ({ run, cache } = restoredValue(tensors, TURNS, turnsShape));
    },
    close: learner.close,
  };
}

/** Shares of right answers among those to items of each kind, and among all verdicts; without those that were not posed. */
function accuracies(texts: Completions, batch: readonly RecycledItem[]): Measures {
  const means = measureMeans();
  for (let row = 0; row < texts.rows; row++) {
    const { kind, right } = batch[Math.floor(row / texts.group)];
    const isRight = Number(answerIn(texts, row, lastTurn(texts, row)) === right);
    means.add({ ...(kind !== "reflection" && { verdictAccuracy: isRight }), [`${kind}Accuracy`]: isRight });
  }
  return means.means();
}
