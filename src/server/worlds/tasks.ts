// Tasks of a world: the episodes of a file that it replays, or disjoint sets of seeds.

import type { NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";

/** A named set of tasks. */
export interface Split {
  readonly name: string;
  readonly type: "train" | "validation" | "test";
  /** Number of tasks in the set. */
  readonly count: number;
  /** The first seed, or the first episode of the file. */
  readonly first: number;
  /** Whether tasks are the episodes of a file. */
  readonly isRecorded: boolean;
}

/** One task: the initial state of its episode. */
export interface WorldTask {
  readonly split: string;
  readonly index: number;
  readonly seed: number;
  /** Number of the recorded episode, for a world that replays a file. */
  readonly place?: number;
}

/** Sets of seeds, far enough from each other to be disjoint. */
const SEEDED: readonly Split[] = [
  { name: "train", type: "train", count: 1_000_000, first: 0, isRecorded: false },
  { name: "validation", type: "validation", count: 10_000, first: 2_000_000, isRecorded: false },
  { name: "test", type: "test", count: 10_000, first: 3_000_000, isRecorded: false },
];

/** Returns a world's sets of tasks. All episodes of a file form one set: the caller decides which are for training. */
export function splitsOf({ windows, listed }: NumericSpec): readonly Split[] {
  const count = windows?.disjoint ?? listed;
  return count === undefined ? SEEDED : [{ name: "train", type: "train", count, first: 0, isRecorded: true }];
}

/** Returns the split of this name. */
export function splitNamed(splits: readonly Split[], name: string): Split {
  const match = splits.find((split) => split.name === name);
  if (match !== undefined) return match;
  const names = splits.map((split) => split.name);
  throw new UserError({ ...unknownName("split of this world", name, names), path: ["split"] });
}

/** Returns the task `index` of a split. */
export function taskOf(splits: readonly Split[], split: string, index: number): WorldTask {
  const { name, count, first, isRecorded } = splitNamed(splits, split);
  if (!Number.isInteger(index) || index < 0 || index >= count) {
    const what = `${name} has no task ${index}`;
    const hint = `its tasks are numbered from 0 to ${count - 1}`;
    throw new UserError({ code: "no-task", what, path: ["index"], hint });
  }
  const at = first + index;
  return { split: name, index, seed: at, ...(isRecorded ? { place: at } : {}) };
}
