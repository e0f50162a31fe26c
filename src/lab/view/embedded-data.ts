// Files that make a store readable as static pages, beside its Parquet files: their paths and contents.

import type { EpisodePlace } from "../report/replay-data.ts";
import type { Measure } from "../report/report-data.ts";
import type { HeldSource } from "./answer-data.ts";
import type { Picked, SameMeasure } from "./grid-data.ts";
import type { SideSource } from "./side-data.ts";
import type { RunRow } from "./view-data.ts";

/** Files in the store: the page, and the list of its runs. */
export const EMBEDDED = { page: "index.html", runs: "runs.json" } as const;

/** Files in a run's folder. */
export const EMBEDDED_RUN = {
  ...{ report: "report.json", episodes: "episodes.json", table: "episodes.parquet" },
  ...{ texts: "texts.json", sides: "sides.json", answers: "answers.json" },
} as const;

/** Limits below which all replays of a run are embedded: its number of episodes, and their bytes. */
export const ALL_REPLAYS = { episodes: 1000, bytes: 20_000_000 } as const;

export type EmbeddedRuns = readonly RunRow[];

/** Data of a run's variants for comparisons. */
export type EmbeddedSides = readonly SideSource[];

export type EmbeddedAnswers = readonly HeldSource[];

/** Size of a table and the CRC-32 of its bytes. */
export interface EmbeddedTable {
  readonly bytes: number;
  readonly crc: number;
}

/** Location of a variant's texts. */
export interface EmbeddedTexts {
  readonly name: string;
  /** Key of its cells. */
  readonly key: string;
  /** The table of each seed with texts. */
  readonly tables: readonly (EmbeddedTable & { readonly seed: number })[];
}

/** Path of a cell's texts in the store. */
export const textsFile = (key: string, seed: number): string => `cells/${key}/texts/${seed}.parquet`;

/** Data that a page needs to show all episodes, beside their table. */
export interface EmbeddedEpisodes {
  readonly measures: readonly Measure[];
  /** Absent in pages of earlier versions. */
  readonly same?: readonly SameMeasure[];
  readonly texts: readonly string[];
  readonly picked: readonly Picked[];
  /** Files of the embedded replays. */
  readonly replays: readonly string[];
  /** Number of episodes of the run. */
  readonly total: number;
  /** Size and checksum of their table. */
  readonly table: EmbeddedTable;
}

/** Path of an episode's replay in a run's folder; it contains the index of the variant. */
export const replayFile = (variants: readonly string[], { variant, seed, episode }: EpisodePlace): string =>
  `replay-${variants.indexOf(variant)}-${seed}-${episode}.json`;
