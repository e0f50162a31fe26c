// Progress of processes that work on a run, as plain data.

/** Progress of one process. */
export interface LiveRecord {
  readonly pid: number;
  /** The scope within which its process id is unique: equal in processes that can see each other. */
  readonly place: string;
  /** Start time of the process, as its system formats it, to detect a reused process id; absent in earlier versions. */
  readonly born?: string;
  /** Name of its machine. */
  readonly host: string;
  /** Start of the work, in ISO 8601. */
  readonly begun: string;
  /** Number of cells that it has computed, and of those that were missing when it started. */
  readonly cells: number;
  readonly missing: number;
  readonly trainings: readonly LiveTraining[];
}

export interface LiveTraining {
  readonly variant: string;
  readonly seed: number;
  /** Share of the training that is done. */
  readonly share: number;
  /** Shares at which pay and objective were reported; these are null where no episode had ended. */
  readonly shares: readonly number[];
  readonly pay: readonly (number | null)[];
  readonly objective: readonly (number | null)[];
}
