// The files that make a store readable as static pages, beside its Parquet: where each lies, and what it holds.

import type { EpisodePlace } from "../report/replay-data.ts";
import type { Measure } from "../report/report-data.ts";
import type { HeldSource } from "./answer-data.ts";
import type { Picked, SameMeasure } from "./grid-data.ts";
import type { SideSource } from "./side-data.ts";
import type { RunRow } from "./view-data.ts";

/** In the store: the page, and the runs that it shows. */
export const EMBEDDED = { page: "index.html", runs: "runs.json" } as const;

/** In a run's folder. */
export const EMBEDDED_RUN = {
  ...{ report: "report.json", episodes: "episodes.json", table: "episodes.parquet" },
  ...{ texts: "texts.json", sides: "sides.json", answers: "answers.json" },
} as const;

/** A run of at most so many episodes holds the replays of all of them, where they have at most so many bytes. */
export const ALL_REPLAYS = { episodes: 1000, bytes: 20_000_000 } as const;

export type EmbeddedRuns = readonly RunRow[];

/** What its variants bring to a comparison. */
export type EmbeddedSides = readonly SideSource[];

/** What its variants answered. */
export type EmbeddedAnswers = readonly HeldSource[];

/** Size of a table, and the CRC-32 of its bytes. */
export interface EmbeddedTable {
  readonly bytes: number;
  readonly crc: number;
}

/** Where texts of a variant lie. */
export interface EmbeddedTexts {
  /** The variant's. */
  readonly name: string;
  /** Of its cells. */
  readonly key: string;
  /** The table of each seed that has texts. */
  readonly tables: readonly (EmbeddedTable & { readonly seed: number })[];
}

/** In the store: the texts of a cell. */
export const textsFile = (key: string, seed: number): string => `cells/${key}/texts/${seed}.parquet`;

/** What a page must know to show all episodes, beside their table. */
export interface EmbeddedEpisodes {
  readonly measures: readonly Measure[];
  /** Absent in pages that an earlier version has embedded. */
  readonly same?: readonly SameMeasure[];
  readonly texts: readonly string[];
  readonly picked: readonly Picked[];
  /** Files of the replays that are here. */
  readonly replays: readonly string[];
  /** Episodes of the run. */
  readonly total: number;
  /** Of their table. */
  readonly table: EmbeddedTable;
}

/** In a run's folder: the replay of an episode, by the place of its variant. */
export const replayFile = (variants: readonly string[], { variant, seed, episode }: EpisodePlace): string =>
  `replay-${variants.indexOf(variant)}-${seed}-${episode}.json`;
