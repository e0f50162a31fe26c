// All episodes of a run as rows of a grid: the query and the result, as plain data.

import type { EpisodePlace } from "../report/replay-data.ts";
import type { Measure } from "../report/report-data.ts";

export const PAGE_ROWS = 50;

/** Bounds on a measure; null where there is none. */
export interface MeasureBounds {
  readonly measure: string;
  readonly low: number | null;
  readonly high: number | null;
}

/** A query: which rows, in which order. */
export interface GridQuery {
  /** Names of variants; empty for all. */
  readonly variants: readonly string[];
  readonly seed: number | null;
  /** Only episodes that failed (true), only those that did not (false), or both (null). */
  readonly failed: boolean | null;
  /** A measure in which the queried variants must differ on the same seed and episode; null for no such condition. */
  readonly differs: string | null;
  readonly bounds: readonly MeasureBounds[];
  readonly sort: string | null;
  readonly descending: boolean;
  /** Page number, from 1. */
  readonly page: number;
}

/** An episode, and the variant that it is replayed beside. */
export interface PairedPlace extends EpisodePlace {
  /** The variant whose episode on the same seed differs most; null where there is none. */
  readonly partner: string | null;
}

/** One episode; values are means over its agents. */
export interface GridRow extends PairedPlace {
  readonly failed: boolean;
  /** Whether the episode can be replayed. */
  readonly replayed: boolean;
  /** Values of the grid's measures, in order; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Values of the grid's texts, in order: texts that the world stores of an episode. */
  readonly texts: readonly string[];
  /** Spread of the queried measure over the variants; null where none is queried. */
  readonly parted: number | null;
}

/** Notable episodes of a variant. */
export interface Picked {
  readonly variant: string;
  /** The episodes with the median and with the lowest objective. */
  readonly typical: PairedPlace;
  readonly worst: PairedPlace;
  /** The episode whose rank by pay is furthest above its rank by objective; null where none is above. */
  readonly gap: PairedPlace | null;
}

/** A measure with one value in all episodes of a run, or one that repeats pay or the objective in each. */
export interface SameMeasure {
  readonly name: string;
  /** Null where no episode has a value. */
  readonly value: number | null;
  /** The measure that it repeats. */
  readonly repeats?: "pay" | "objective";
}

export interface GridPage {
  /** Measures in this order: pay and the objective, those in which variants differ on the same seed, the others, and those of `same`. */
  readonly measures: readonly Measure[];
  readonly same: readonly SameMeasure[];
  /** Names of the texts that worlds store of an episode: a question, a reply. */
  readonly texts: readonly string[];
  readonly variants: readonly string[];
  readonly rows: readonly GridRow[];
  /** Number of episodes that match the query, and of all. */
  readonly matched: number;
  readonly total: number;
  /** Number of episodes that can be replayed. */
  readonly replays: number;
  readonly page: number;
  readonly pages: number;
}
