// The files that make a store readable as static pages, beside its Parquet: where each lies, and what it holds.

import type { Picked } from "./grid-data.ts";
import type { EpisodePlace } from "./replay-data.ts";
import type { Measure } from "./report-data.ts";
import type { ToldRun } from "./view-data.ts";

/** In the store: the page, and the runs that it shows. */
export const EMBEDDED = { page: "index.html", runs: "runs.json" } as const;

/** In a run's folder. */
export const EMBEDDED_RUN = { report: "report.json", episodes: "episodes.json", table: "episodes.parquet" } as const;

export type EmbeddedRuns = readonly ToldRun[];

/** What a page must know to show all episodes, beside their table. */
export interface EmbeddedEpisodes {
  readonly measures: readonly Measure[];
  readonly texts: readonly string[];
  readonly picked: readonly Picked[];
}

/** In a run's folder: the replay of an episode, by the place of its variant. */
export const replayFile = (variants: readonly string[], { variant, seed, episode }: EpisodePlace): string =>
  `replay-${variants.indexOf(variant)}-${seed}-${episode}.json`;
