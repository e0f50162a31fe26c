// Batches of recycled items in the place of batches on the task. Items wait in a cache until there are enough for a batch, from
// which the same model learns, or a judge apart (SPARK, arXiv 2509.22624).

import { z } from "zod";
import type { Callback } from "../../algorithms/text/callback.ts";
import type { Completions } from "../../algorithms/text/completions.ts";
import type { GroupLearner } from "../../algorithms/text/group-learner.ts";
import { answerIn, type PromptSlots } from "../../algorithms/text/prompt-slots.ts";
import { restoredValue, savedValue } from "../../algorithms/training-checkpoint.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { recycledExercise } from "./recycled-forms.ts";
import { RECYCLED_KINDS, type RecycledItem, type RecycledKind, shuffledGold } from "./recycling.ts";

export interface RecycledTurns {
  /** Exercises of a batch. */
  readonly questions: number;
  /** Recycled batches that may follow one on the task. Default 1. */
  readonly turns?: number;
  /** Pays for the gold of another item of the same kind: exercises that say nothing. Default false. */
  readonly shuffled?: boolean;
  /** Items of a batch on the task; none is a training on the task alone. */
  recycle(texts: Completions, random: Random): readonly RecycledItem[];
}

const cacheShape = z.array(
  z.object({
    kind: z.enum(RECYCLED_KINDS),
    question: z.string(),
    paid: z.string().describe("the answer that is paid for"),
    right: z.string(),
  }),
);

/** An item in the cache. */
type Waiting = z.output<typeof cacheShape>[number];

/** Batches' worth of items that wait at most; the oldest go first. */
const WAITING = 4;

/** What is measured of any update; the curves of pay, of the objective and of all that the world reports are those of the task. */
const MOVED: readonly string[] = [
  "loss",
  "klDivergence",
  "referenceDivergence",
  "clipFraction",
  "gradientNorm",
  "entropy",
  "liveGroups",
  "skipped",
];

/** Name of what is saved: the recycled batches since the last one on the task, and the cache. */
const TURNS = "recycling.turns";
const turnsShape = z.object({ run: z.number(), cache: cacheShape });

/**
 * Items wait in the order of their coming, are shuffled, and are asked of `learner`, whose rows answer what is posed to `rows`. It
 * measures how many were made and wait, and of each kind the share of answers that were right, not of those that were paid.
 */
export function recycledTurns(
  learner: Pick<GroupLearner, "update" | "close">,
  rows: Pick<PromptSlots, "pose">,
  { questions, turns = 1, shuffled = false, recycle }: RecycledTurns,
): Callback {
  let cache: Waiting[] = [];
  /** Recycled batches since the last one on the task. */
  let run = 0;
  return {
    instead(random) {
      if (run >= turns || cache.length < questions) return undefined;
      run += 1;
      shuffle(cache, random.stream("cache"));
      const batch = cache.splice(0, questions);
      rows.pose(batch.map(({ question, paid }) => ({ question, answers: [paid] })));
      const update = learner.update(random);
      const { pay: recycledPay } = update.measures;
      const kept = Object.entries(update.measures).filter(([name]) => MOVED.includes(name));
      const measures = { ...Object.fromEntries(kept), recycledPay, ...accuracies(update.rollouts, batch) };
      return { ...update, measures };
    },
    after(texts, random) {
      run = 0;
      const rng = random.stream("recycle");
      const items = recycle(texts, rng);
      const golds = shuffled ? shuffledGold(items, rng.stream("shuffled")) : items;
      for (const [k, item] of items.entries()) cache.push(waiting(item, golds[k]));
      cache.splice(0, cache.length - WAITING * questions);
      return { itemsMade: items.length, itemsWaiting: cache.length };
    },
    save: () => [savedValue(TURNS, { run, cache })],
    restore(tensors) {
      ({ run, cache } = restoredValue(tensors, TURNS, turnsShape));
    },
    close: learner.close,
  };
}

function waiting(item: RecycledItem, gold: RecycledItem): Waiting {
  const { question, answers } = recycledExercise(item);
  return { kind: item.kind, question, paid: recycledExercise(gold).answers[0], right: answers[0] };
}

/** Shares of right answers among those to items of each kind, and among all verdicts; without those that were not asked. */
function accuracies(texts: Completions, batch: readonly Waiting[]): Measures {
  const share = (of: (kind: RecycledKind) => boolean): number | undefined => {
    let [right, all] = [0, 0];
    for (const [g, item] of batch.entries()) {
      if (!of(item.kind)) continue;
      for (let row = g * texts.group; row < (g + 1) * texts.group; row++) {
        right += answerIn(texts, row, item.question.length) === item.right ? 1 : 0;
        all += 1;
      }
    }
    return all === 0 ? undefined : right / all;
  };
  const shares = {
    verdictAccuracy: share((kind) => kind !== "reflection"),
    ...Object.fromEntries(RECYCLED_KINDS.map((kind) => [`${kind}Accuracy`, share((one) => one === kind)])),
  };
  return Object.fromEntries(
    Object.entries(shares).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
