// Which questions a stage of a training practises: all, those that are listed, as many different ones as are drawn, or of these the
// ones that the model solves most seldom, or most often, when the stage begins (the hard-focus curriculum of arXiv 2511.06307).

import { z } from "zod";
import { oneOf, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { differentStarts } from "../../environments/starts.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { restoredValue, type SavedTensor, type SavedTensors, savedValue } from "../training-checkpoint.ts";
import type { Measures } from "../training-measures.ts";
import type { CallbackWriter } from "./callback.ts";
import type { Completions } from "./completions.ts";
import { totalPay } from "./group-advantage.ts";
import { writtenTries } from "./written-tries.ts";

/** Hardest, easiest, nearest ½: of those that were solved, and not always; random: any. */
export const PRACTICE_CHOICES = ["hardest", "easiest", "pass-rate", "random"] as const;
export type PracticeChoice = (typeof PRACTICE_CHOICES)[number];

const drawnStarts = z
  .strictObject({
    drawn: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe(
        "different beginnings that are drawn by the seed, the same in all its trainings; default those of the last stage that has some",
      ),
    keep: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe("how many of them are practised, chosen when the stage begins; default all"),
    by: oneOf(PRACTICE_CHOICES, "hardest").describe(
      "which are kept, by the model's pass rates as the stage begins, a pass being pay above 0: the hardest, the easiest, or those nearest ½, of what it solves but not always; or any",
    ),
    tries: whole(2, 1024, 16).describe("answers to each by which pass rates are measured"),
  })
  .refine(({ drawn, keep }) => drawn === undefined || keep === undefined || keep <= drawn, {
    error: "it must be at most as many as are drawn",
    path: ["keep"],
  });

/** Starts that a stage practises, where a choice is declared. */
export const startParameters = z
  .union([z.array(z.int().min(0)).min(1).max(100_000), drawnStarts])
  .optional()
  .describe(
    "beginnings of episodes that are practised, each as often: their numbers, or how they are drawn and chosen; default all that the world draws",
  );

type DrawnStarts = z.output<typeof drawnStarts>;
export type Starts = readonly number[] | DrawnStarts | undefined;

const isListed = (starts: readonly number[] | DrawnStarts): starts is readonly number[] => Array.isArray(starts);

/** The first stage that chooses of what no stage before it has listed; −1 where all can be done. */
export function choosesOfNothing(stages: readonly Starts[]): number {
  return stages.findIndex((starts, k) => {
    if (starts === undefined || isListed(starts) || starts.drawn !== undefined) return false;
    return stages.slice(0, k).every((before) => before === undefined);
  });
}

/** A prompt's place in a list, and how many of its tries passed. */
export interface TriedPrompt {
  readonly prompt: number;
  readonly tries: number;
  readonly passed: number;
}

const rateOf = ({ passed, tries }: TriedPrompt) => passed / tries;

/**
 * The `count` prompts that are practised, at most, best first; ties in the order of the prompts. But for a random choice, prompts that
 * were solved never or always are left out, since their groups teach nothing; where that leaves none, all stay.
 */
export function chosenPrompts(
  by: PracticeChoice,
  tried: readonly TriedPrompt[],
  count: number,
  random: Random,
): readonly TriedPrompt[] {
  if (by === "random") {
    const order = randomOrder(tried.length, random.stream("order"));
    return order.slice(0, count).map((k) => tried[k]);
  }
  const cost = {
    hardest: rateOf,
    easiest: (one: TriedPrompt) => -rateOf(one),
    "pass-rate": (one: TriedPrompt) => Math.abs(rateOf(one) - 0.5),
  }[by];
  const taught = tried.filter(({ passed, tries }) => passed > 0 && passed < tries);
  if (taught.length === 0) return tried;
  return taught.sort((a, b) => cost(a) - cost(b) || a.prompt - b.prompt).slice(0, count);
}

/** Starts of a stage, and measures of their choice. */
export interface BegunPractice {
  /** Undefined: all that the world draws. */
  readonly starts: readonly number[] | undefined;
  /** Characters that were written to choose. */
  readonly written: number;
  /** How many questions were chosen, and their mean pass rate; nothing where none were. */
  readonly measures: Measures;
}

const PRACTISED = "curriculum.practised";
const list = z.array(z.int().min(0));

/** What each stage of a training practises, by its declared starts, the last stage's at the end. */
export function curriculum(
  stages: readonly Starts[],
  { context, model, parameters }: CallbackWriter,
  temperature: number,
) {
  /** What was practised by the last stage that lists something, and the stage that was begun last. */
  let last: readonly number[] | undefined;
  let begun = -1;
  const drawn = (count: number) =>
    differentStarts(context.makeEnvironment(), count, context.random.stream("practised questions"));

  function known(starts: Starts): readonly number[] | undefined {
    if (starts === undefined || isListed(starts)) return starts;
    return starts.drawn === undefined ? last : drawn(starts.drawn);
  }

  function chosen({ by, tries }: DrawnStarts, among: readonly number[], keep: number, random: Random): BegunPractice {
    let written = 0;
    const tried: TriedPrompt[] = [];
    const sizes = {
      starts: among,
      answers: tries,
      temperature,
      watch(texts: Completions, batch: readonly number[]) {
        const pay = totalPay(texts);
        for (const q of batch.keys()) {
          const passed = pay.subarray(q * tries, (q + 1) * tries).filter((one) => one > 0).length;
          tried.push({ prompt: tried.length, tries, passed });
        }
        const places = batch.length * tries * texts.context;
        for (let k = 0; k < places; k++) written += texts.written[k];
      },
    };
    writtenTries(context, model, parameters, sizes, random.stream("tries"));
    const kept = chosenPrompts(by, tried, keep, random.stream("choice"));
    return {
      starts: kept.map(({ prompt }) => among[prompt]),
      written,
      measures: {
        practised: kept.length,
        practisedRate: kept.reduce((sum, one) => sum + rateOf(one), 0) / kept.length,
      },
    };
  }

  function practice(stage: number, before: readonly number[] | undefined): BegunPractice {
    const none = { written: 0, measures: {} };
    const own = stage < stages.length - 1 ? (stages[stage] ?? before) : (before ?? stages[stage]);
    const among = known(own);
    if (own === undefined || isListed(own) || own.keep === undefined || among === undefined)
      return { ...none, starts: among };
    // It was chosen before the training was stopped.
    if (begun === stage) return { ...none, starts: last };
    return chosen(own, among, own.keep, context.random.stream("curriculum", stage));
  }

  return {
    /** What is known of a list before anything is written. */
    known,
    /** Begins a stage, or goes on with it; `before` is what a phase before the pay chose, which stands where a stage lists none, and in the last. */
    begin(stage: number, before: readonly number[] | undefined): BegunPractice {
      const practised = practice(stage, before);
      last = practised.starts ?? last;
      begun = stage;
      return practised;
    },
    save(): SavedTensor[] {
      const chooses = stages.some((starts) => starts !== undefined && !isListed(starts));
      return chooses && last !== undefined ? [savedValue(PRACTISED, last)] : [];
    },
    /** Takes over what was kept after an update of `stage`. */
    restore(tensors: SavedTensors, stage: number) {
      begun = stage;
      if (tensors.has(PRACTISED)) last = restoredValue(tensors, PRACTISED, list);
    },
  };
}
