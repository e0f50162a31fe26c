// How far processes are with a run, as plain data.

/** How far a process is with a run. */
export interface LiveRecord {
  readonly pid: number;
  /** Where its number means it: the same in processes that can see each other. */
  readonly place: string;
  /** When the process began, as its system says it, so that another with its number is not taken for it; earlier versions did not say. */
  readonly born?: string;
  /** Name of its machine. */
  readonly host: string;
  /** In ISO 8601. */
  readonly begun: string;
  /** Cells that it has computed, and those that were missing when it began. */
  readonly cells: number;
  readonly missing: number;
  readonly trainings: readonly LiveTraining[];
}

/** A training at work. */
export interface LiveTraining {
  readonly variant: string;
  readonly seed: number;
  /** Of the training that is over. */
  readonly share: number;
  /** Shares at which pay and objective were told; null where no episode had ended. */
  readonly shares: readonly number[];
  readonly pay: readonly (number | null)[];
  readonly objective: readonly (number | null)[];
}
