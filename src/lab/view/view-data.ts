// What the live view is told, as plain data: the server makes it, and the page draws it.

import type { Finding } from "../report/report-data.ts";
import type { LiveRecord } from "../run/live-data.ts";

/**
 * Whether a process works on a run; if none does, whether a cell is missing. A run has failed where its last process did, or where none of
 * its episodes came to an end.
 */
export type RunState = "running" | "stopped" | "failed" | "done";

/** What a person says of a run. */
export interface RunNotes {
  /** Empty where there is none. */
  readonly note: string;
  readonly tags: readonly string[];
}

/** A run in a few figures. What is optional is absent in pages that an earlier version has embedded. */
export interface RunSummary extends Partial<RunNotes> {
  readonly run: string;
  /** File name of its experiment, without the ending. */
  readonly experiment?: string;
  readonly title: string;
  readonly variants: readonly string[];
  readonly seeds: number;
  readonly firstSeed: number;
  /** Whether agents write texts in a variant, so that answers can be read. */
  readonly isText?: boolean;
  /** Whether texts were kept of what its learners wrote. */
  readonly hasTexts: boolean;
  /** Cells that the experiment asks for, and those that are done. */
  readonly cells: { readonly planned: number; readonly done: number };
  /** When the experiment was last begun, in ISO 8601. */
  readonly begun: string;
  readonly state: RunState;
  /** For how long processes have worked on it that came to their end; null where that is not known. */
  readonly seconds?: number | null;
  /** Whether the episodes of all its cells lie in one table, which a report writes. */
  readonly hasTable?: boolean;
  /** Whether an earlier version of Agon made the keys of its cells, which a new run of its experiment does not share. */
  readonly earlier?: true;
  /** What its last report says; null before the first. */
  readonly finding: Finding | null;
  /** Why the last process that worked on it failed, a line for each problem. */
  readonly failure?: string;
}

/** A run as it stands. */
export interface RunRow extends RunSummary {
  readonly live: readonly LiveRecord[];
  /** Changes whenever something of the run does. */
  readonly stamp: string;
  /** Changes whenever its report does. */
  readonly results: string;
}

/** What a page is told: at first every run, then those that changed. */
export interface RunList {
  readonly runs: readonly RunRow[];
  /** Every run that there is, in order; those that are not told are as they were. */
  readonly order: readonly string[];
}
