// Data of the live view: the server makes it, and the page draws it.

import type { Finding } from "../report/report-data.ts";
import type { LiveRecord } from "../run/live-data.ts";
import type { LoadRecord, LoadSummary } from "../store/load-data.ts";

/**
 * State of a run: a process works on it, or none does and cells are missing, or it failed, or it is complete. A run has failed where its
 * last process did, or where none of its episodes finished.
 */
export type RunState = "running" | "stopped" | "failed" | "done";

export interface RunNotes {
  /** Empty where there is no note. */
  readonly note: string;
  readonly tags: readonly string[];
  /** Comments on episodes by `commentKey`; absent in files of earlier versions. */
  readonly comments?: Readonly<Record<string, string>>;
}

/** Key of a comment on an episode. */
export const commentKey = (variant: string, seed: number, episode: number): string => `${variant} ${seed}.${episode}`;

/** Summary of a run. Optional properties are absent in pages embedded by an earlier version. */
export interface RunSummary extends Partial<RunNotes> {
  readonly run: string;
  /** File name of its experiment, without extension. */
  readonly experiment?: string;
  readonly title: string;
  readonly variants: readonly string[];
  readonly seeds: number;
  readonly firstSeed: number;
  /** Whether agents write texts in a variant, so that answers can be shown. */
  readonly isText?: boolean;
  /** Whether texts of its learners were stored. */
  readonly hasTexts: boolean;
  /** Number of cells that the experiment plans, and of complete ones. */
  readonly cells: { readonly planned: number; readonly done: number };
  /** Last start of the experiment, in ISO 8601. */
  readonly begun: string;
  readonly state: RunState;
  /** Total seconds of finished processes that worked on it; null where unknown. */
  readonly seconds?: number | null;
  /** Mean seconds of a cell by variant, where they were measured. */
  readonly cellSeconds?: Readonly<Record<string, number>>;
  /** CPU share and memory of the processes that worked on it, and those of the last few over seconds; absent where unknown. */
  readonly load?: LoadSummary & { readonly last: readonly LoadRecord[] };
  /** Whether the episodes of all its cells are in one table, which a report writes. */
  readonly hasTable?: boolean;
  /** True where an earlier version of Agon made the keys of its cells; a new run of its experiment does not share them. */
  readonly earlier?: true;
  /** Finding of its last report; null before the first. */
  readonly finding: Finding | null;
  /** Why the last process that worked on it failed, a line for each problem. */
  readonly failure?: string;
}

/** Current state of a run. */
export interface RunRow extends RunSummary {
  readonly live: readonly LiveRecord[];
  /** Changes whenever anything of the run does. */
  readonly stamp: string;
  /** Changes whenever its report does. */
  readonly results: string;
}

/** Message to a page: at first every run, then those that changed. */
export interface RunList {
  readonly runs: readonly RunRow[];
  /** Ids of all runs, in order; those not included in the message are unchanged. */
  readonly order: readonly string[];
}
