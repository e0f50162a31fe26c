// Exercises given out to those who write: every group is asked one of a list, and which one is said anew before each writing.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { END, textOf } from "../../environments/language/alphabet.ts";
import { type Exercise, type PosedOptions, posedWorld } from "../../environments/language/questions.ts";
import { channel } from "../../rewards/index.ts";
import type { Completions } from "./completions.ts";

/** A world for every row, and what they ask. */
export type PromptSlots = ReturnType<typeof promptSlots>;

export type PosedSizes = Omit<PosedOptions, "exercises" | "noise">;

/** The context of a training in a world of posed questions, which its rows answer: right answers are paid and wanted. */
export function answeringContext(context: TrainingContext, spec: NumericSpec): TrainingContext {
  const correct = () => channel("correct")(spec);
  return { ...context, spec, makeReward: correct, makeObjective: correct, objectiveOver: "sum" };
}

/** Rows of `groups` exercises, `group` answers to each; before the first `pose` there is nothing to ask. */
export function promptSlots(sizes: PosedSizes, groups: number, group: number) {
  const slots = Array.from({ length: groups }, (): Exercise[] => []);
  return {
    /** The world of a row, as writers take them (`WriterOptions.worlds`). */
    worlds: (row: number): NumericEnvironment => posedWorld({ ...sizes, exercises: slots[Math.floor(row / group)] }),
    /** Gives group g exercise g from the next writing on. Throws an Error unless there are as many as groups. */
    pose(exercises: readonly Exercise[]) {
      if (exercises.length !== groups) throw new Error(`${exercises.length} exercises for ${groups} groups`);
      for (const [g, exercise] of exercises.entries()) slots[g][0] = exercise;
    },
  };
}

/** What stands in a row from place `start` on, before its end; undefined where it was not brought to an end. */
export function answerIn({ tokens, lengths, context }: Completions, row: number, start = 0): string | undefined {
  const [from, end] = [row * context + start, row * context + lengths[row] - 1];
  return end >= from && tokens[end] === END ? textOf(tokens, from, end) : undefined;
}
