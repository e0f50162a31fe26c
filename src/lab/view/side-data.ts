// Variants of one run or of several, side by side, as plain data: what differs in their files and in their results.

import type { Estimate, Range, Replicates } from "../../evaluation/statistics/interval.ts";
import type { Effect, Measure } from "../report/report-data.ts";

/** A variant of a run. */
export interface RunVariant {
  readonly run: string;
  readonly variant: string;
}

/** What a side is, and how much of it is there. */
export interface SideReport extends RunVariant {
  readonly title: string;
  readonly seeds: number;
  readonly cells: number;
  readonly episodes: number;
}

/** What a comparison needs of a variant: what its file says, and one value a seed of every measure. */
export interface SideSource extends SideReport {
  /** What its file says, resolved, by path: `environment.horizon`. */
  readonly settings: readonly (readonly [path: string, value: string])[];
  /** The objective as it was declared, in JSON. */
  readonly objective: string;
  /** What a unit of pay is. */
  readonly coin: string;
  /** Measures that it reports, with their units. */
  readonly declared: readonly Measure[];
  readonly measured: readonly SeedValues[];
  /** What its seeds are replicates of; null where each is a datum of its own. */
  readonly replicates: Replicates | null;
}

/** A measure of a variant, seed by seed. */
export interface SeedValues {
  readonly name: string;
  /** Null where it has no bounds. */
  readonly range: Range | null;
  /** Whether a seed has it or has not. */
  readonly isTrial: boolean;
  /** Null for a value that is no number. */
  readonly values: readonly (readonly [seed: number, value: number | null])[];
}

/** A setting that is not the same on all sides. */
export interface SettingDifference {
  /** Where it stands in the file: `environment.horizon`. */
  readonly path: string;
  /** By side; null where a side does not say it. */
  readonly values: readonly (string | null)[];
}

/** A measure on every side. */
export interface SideMeasure extends Measure {
  /** By side; null where a side does not report it. */
  readonly estimates: readonly (Estimate | null)[];
  /** By side: the paired difference from the first, on the seeds that both have; null of the first, and where they share fewer than two. */
  readonly effects: readonly (Effect | null)[];
  /** Why the sides cannot be compared in it; null where they can. */
  readonly apart: string | null;
}

export interface SideBySide {
  readonly sides: readonly SideReport[];
  /** Settings that differ, and how many are the same on all sides. */
  readonly settings: readonly SettingDifference[];
  readonly sameSettings: number;
  /** Measures that differ, and the names of those that are the same on all sides. */
  readonly measures: readonly SideMeasure[];
  readonly sameMeasures: readonly string[];
}
