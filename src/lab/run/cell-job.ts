// Cells as jobs: plain data that goes between a run and what computes.

import type { Problem } from "../../core/errors.ts";
import type { Description } from "../experiment/description.ts";
import type { CellSummary, CellTask } from "../store/cell-task.ts";

/** A cell with what its setting is made of: plain data, so that it crosses threads. */
export interface CellJob {
  readonly task: CellTask;
  /** Variants of the run whose cell it is: more than one where they say the same. */
  readonly variants: readonly string[];
  /** Name of the channel on which updates of a training are told. */
  readonly news: string;
  readonly description: Description;
  readonly objective: unknown;
  /** Files to which answers are added, by paths from the experiment's folder. */
  readonly recordings: readonly string[];
  /** The run, by which machines share what is recorded. */
  readonly run: string;
  /** Folder with code that came with the job from another machine; left out where it is the user's own. */
  readonly given?: string;
  /** Threads on which a training may compute; what comes of it is the same for any number. */
  readonly threads: number;
}

/** How far the training of a cell is; sent on the job's channel. */
export interface TrainingNews {
  readonly variant: string;
  readonly seed: number;
  /** Of the training that is over. */
  readonly share: number;
  /** Mean over the episodes that ended in the last update; undefined where none did. */
  readonly pay?: number;
  readonly objective?: number;
}

/** What comes back: errors lose their class between threads, so the user's problems travel as data. `over`: the budget is spent. */
export type CellOutcome =
  | { readonly summary: CellSummary }
  | { readonly problems: readonly Problem[] }
  | { readonly stopped: true; readonly over?: true };

/** Sent on a job's channel to trainings: stop between two segments. */
export const STOP = "stop";

/** Sent there when a run's budget is spent: trainings stop as well, and what is asked already is waited for. */
export const SPENT = "spent";
