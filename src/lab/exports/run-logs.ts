// A run as logs, a file for each variant.

import type { Damage } from "../store/database.ts";

export interface VariantLog {
  readonly variant: string;
  /** Seeds of the cells in it. */
  readonly seeds: readonly number[];
  /** Name of the file. */
  readonly file: string;
  /** The file, piece by piece. */
  pieces(): AsyncGenerator<Uint8Array>;
}

/** The logs of a run, to be read while it is open. */
export interface RunLogs {
  /** Number of cells that the run asks for. */
  readonly planned: number;
  readonly logs: readonly VariantLog[];
  /** Files that were left out. */
  readonly damaged: readonly Damage[];
  close(): void;
}
