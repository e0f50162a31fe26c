// Input and result of a cell's computation, as plain data.

import type { CellId } from "./store.ts";

/** Input of a cell besides its setting, as plain data. */
export interface CellTask extends CellId {
  readonly store: string;
  readonly episodes: number;
  readonly record: "steps" | "episodes";
  /** Folder that relative paths in agents' parameters start from. */
  readonly directory: string;
}

/** Row of the live table for a finished cell: means over its episodes and agents; NaN where every episode failed. */
export interface CellSummary {
  readonly pay: number;
  readonly objective: number;
  readonly steps: number;
}

/** Results that seats and seeds of one variant share. */
export type Memo = Map<string, unknown>;
