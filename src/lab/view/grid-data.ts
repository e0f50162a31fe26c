// All episodes of a run as rows of a grid: what is asked for, and what is answered, as plain data.

import type { EpisodePlace } from "../report/replay-data.ts";
import type { Measure } from "../report/report-data.ts";

/** Rows of a page. */
export const PAGE_ROWS = 50;

/** A measure within bounds; null where there is none. */
export interface MeasureBounds {
  readonly measure: string;
  readonly low: number | null;
  readonly high: number | null;
}

/** Which rows, in which order. */
export interface GridQuery {
  /** None: all. */
  readonly variants: readonly string[];
  readonly seed: number | null;
  /** Episodes that failed, those that did not, or both. */
  readonly failed: boolean | null;
  /** A measure in which the variants that are asked for part on the same seed and episode; null: whether or not they do. */
  readonly differs: string | null;
  readonly bounds: readonly MeasureBounds[];
  readonly sort: string | null;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
}

/** An episode, and what it is replayed beside. */
export interface PairedPlace extends EpisodePlace {
  /** The variant whose episode on the same seed differs most from it; null where there is none. */
  readonly partner: string | null;
}

/** One episode; values are means over its agents. */
export interface GridRow extends PairedPlace {
  readonly failed: boolean;
  /** Whether it can be replayed. */
  readonly replayed: boolean;
  /** By the grid's measures, in their order; null where there is none. */
  readonly values: readonly (number | null)[];
  /** By the grid's texts, in their order: what the world keeps of an episode in words. */
  readonly texts: readonly string[];
  /** How far the variants part in the measure that is asked for; null where none is. */
  readonly parted: number | null;
}

/** Episodes of a variant that are worth a look first. */
export interface Picked {
  readonly variant: string;
  /** With the median and with the lowest objective. */
  readonly typical: PairedPlace;
  readonly worst: PairedPlace;
  /** Whose rank by pay is furthest above its rank by objective; null where none is above. */
  readonly gap: PairedPlace | null;
}

/** A measure that has one value in all episodes of a run. */
export interface SameMeasure {
  readonly name: string;
  /** Null where no episode has one. */
  readonly value: number | null;
}

export interface GridPage {
  /** Pay and the objective first, then those in which variants differ under the same seed, then the others; last those of `same`. */
  readonly measures: readonly Measure[];
  readonly same: readonly SameMeasure[];
  /** Names of what worlds keep of an episode in words: a question, a reply. */
  readonly texts: readonly string[];
  readonly variants: readonly string[];
  readonly rows: readonly GridRow[];
  /** Episodes that the query matches, and all of the run. */
  readonly matched: number;
  readonly total: number;
  /** Episodes of the run that can be replayed. */
  readonly replays: number;
  readonly page: number;
  readonly pages: number;
}
