// What a cell is told and what comes of it, as plain data.

import type { CellId } from "./store.ts";

/** What a cell is told besides its setting. Plain data. */
export interface CellTask extends CellId {
  readonly store: string;
  readonly episodes: number;
  readonly record: "steps" | "episodes";
  /** Folder that paths in agents' parameters start from. */
  readonly directory: string;
}

/** What the live table shows of a finished cell: means over its episodes and agents; NaN where every episode failed. */
export interface CellSummary {
  readonly pay: number;
  readonly objective: number;
  readonly steps: number;
}

/** Results that seats and seeds of one variant share. */
export type Memo = Map<string, unknown>;
