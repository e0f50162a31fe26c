// Cells as jobs: plain data that a run exchanges with an engine.

import type { Problem } from "../../core/errors.ts";
import type { Description } from "../experiment/description.ts";
import type { CellSummary, CellTask } from "../store/cell-task.ts";

/** A cell and the description of its setting: plain data, so that it can be sent to threads. */
export interface CellJob {
  readonly task: CellTask;
  /** Names of the variants whose cell it is; several where they have equal settings. */
  readonly variants: readonly string[];
  /** Name of the channel on which training updates are sent. */
  readonly news: string;
  readonly description: Description;
  readonly objective: unknown;
  /** Recordings that answers are added to, by paths from the experiment's folder. */
  readonly recordings: readonly string[];
  /** The run, under which machines share recorded answers. */
  readonly run: string;
  /** Folder with code that came with the job from another machine; omitted where the code is the user's own. */
  readonly given?: string;
  /** Number of threads that a training may use; the result is the same for any number. */
  readonly threads: number;
}

/** Progress of a cell's training; sent on the job's channel. */
export interface TrainingNews {
  readonly variant: string;
  readonly seed: number;
  /** Share of the training that is done. */
  readonly share: number;
  /** Mean over the episodes that ended in the last update; undefined where none ended. */
  readonly pay?: number;
  readonly objective?: number;
}

/**
 * Result of a job; `seconds` is what its last computation took, and is part of no result of the cell. Errors lose their class between threads, so the user's problems are sent as data. `over`: the budget is spent.
 */
export type CellOutcome =
  | { readonly summary: CellSummary; readonly seconds?: number }
  | { readonly problems: readonly Problem[] }
  | { readonly stopped: true; readonly over?: true };

/** Message on a job's channel that stops trainings at the end of their segment. */
export const STOP = "stop";

/** Message on a job's channel when a run's budget is spent: trainings stop as well, and pending requests are still awaited. */
export const SPENT = "spent";
