// Exercises given out to those who write: every group is asked one of a list, and which one is said anew before each writing.

import type { NumericEnvironment } from "../../core/environment.ts";
import { type Exercise, type PosedOptions, posedWorld } from "../../environments/language/questions.ts";

export type PosedSizes = Omit<PosedOptions, "exercises" | "noise">;

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
