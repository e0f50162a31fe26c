// Variants of one run or of several, side by side, as plain data: differences of their files and of their results.

import type { Estimate, Range, Replicates } from "../../evaluation/statistics/interval.ts";
import type { Effect, Measure } from "../report/report-data.ts";

export interface RunVariant {
  readonly run: string;
  readonly variant: string;
}

/** Description of a side, and how many of its cells are complete. */
export interface SideReport extends RunVariant {
  readonly title: string;
  readonly seeds: number;
  readonly cells: number;
  readonly episodes: number;
}

/** Data of a variant for a comparison: its settings, and one value per seed of every measure. */
export interface SideSource extends SideReport {
  /** Resolved settings of its file, by path: `environment.horizon`. */
  readonly settings: readonly (readonly [path: string, value: string])[];
  /** The declared objective, as JSON. */
  readonly objective: string;
  /** Unit of pay. */
  readonly coin: string;
  /** Measures that it reports, with their units. */
  readonly declared: readonly Measure[];
  readonly measured: readonly SeedValues[];
  /** What its seeds are replicates of; null where each seed is an independent observation. */
  readonly replicates: Replicates | null;
}

/** Values of a measure of a variant, per seed. */
export interface SeedValues {
  readonly name: string;
  /** Range of the measure; null where it has no bounds. */
  readonly range: Range | null;
  /** True where each seed's value is a binary outcome. */
  readonly isTrial: boolean;
  /** Null for a value that is not a number. */
  readonly values: readonly (readonly [seed: number, value: number | null])[];
}

/** A setting that differs between sides. */
export interface SettingDifference {
  /** Path of the setting in the file: `environment.horizon`. */
  readonly path: string;
  /** Values by side; null where a side does not set it. */
  readonly values: readonly (string | null)[];
}

export interface SideMeasure extends Measure {
  /** Estimates by side; null where a side does not report the measure. */
  readonly estimates: readonly (Estimate | null)[];
  /**
   * By side: the paired difference from the first, on common seeds; null for the first side, and where there are fewer than two common
   * seeds.
   */
  readonly effects: readonly (Effect | null)[];
  /** Why the sides cannot be compared in it; null where they can. */
  readonly apart: string | null;
}

export interface SideBySide {
  readonly sides: readonly SideReport[];
  /** Settings that differ, and the number of those that are equal on all sides. */
  readonly settings: readonly SettingDifference[];
  readonly sameSettings: number;
  /** Measures that differ, and the names of those that are equal on all sides. */
  readonly measures: readonly SideMeasure[];
  readonly sameMeasures: readonly string[];
}
