// Reports, replays and comparisons as JSON, computed on threads of their own: the server answers others meanwhile.

import { join } from "node:path";
import { episodeReplay } from "../lab/episode-replay.ts";
import { type JobPool, jobPool, type ThreadJob } from "../lab/jobs.ts";
import type { EpisodePlace } from "../lab/replay-data.ts";
import { buildReport } from "../lab/report.ts";
import { sideBySide, sidesIn } from "../lab/side-by-side.ts";
import { keptTexts } from "../lab/written-texts.ts";

/** A run of a store. */
interface RunPlace {
  readonly store: string;
  readonly run: string;
}

/** A stretch of one of its episodes. */
export interface ReplayPlace extends RunPlace {
  readonly place: EpisodePlace;
  readonly from: number;
}

/** The report of a run as JSON. */
export async function reportText({ store, run }: RunPlace): Promise<string> {
  return JSON.stringify(await buildReport(join(store, run)));
}

/** A stretch of an episode as JSON. */
export async function replayText({ store, run, place, from }: ReplayPlace): Promise<string> {
  return JSON.stringify(await episodeReplay(store, run, place, from));
}

/** Variants of runs, as an address names them. */
export interface SidesPlace {
  readonly store: string;
  readonly sides: readonly string[];
}

/** What differs between variants, as JSON. */
export async function sidesText({ store, sides }: SidesPlace): Promise<string> {
  return JSON.stringify(await sideBySide(store, sidesIn(store, sides)));
}

/** One update's texts. */
export interface TextsPlace extends RunPlace {
  readonly place: Parameters<typeof keptTexts>[2];
}

/** What was written in one update of a training, as JSON. */
export async function writtenText({ store, run, place }: TextsPlace): Promise<string> {
  return JSON.stringify(await keptTexts(store, run, place));
}

const writing: ThreadJob<TextsPlace, string> = { module: import.meta.url, name: "writtenText", compute: writtenText };
const comparing: ThreadJob<SidesPlace, string> = { module: import.meta.url, name: "sidesText", compute: sidesText };
const reporting: ThreadJob<RunPlace, string> = { module: import.meta.url, name: "reportText", compute: reportText };
const replaying: ThreadJob<ReplayPlace, string> = { module: import.meta.url, name: "replayText", compute: replayText };

/** JSON of runs. A UserError where it cannot be made. */
export interface RunTexts {
  report(run: RunPlace): Promise<string>;
  replay(place: ReplayPlace): Promise<string>;
  sides(place: SidesPlace): Promise<string>;
  written(place: TextsPlace): Promise<string>;
  close(): Promise<void>;
}

/** A report of many cells takes seconds; a replay or a comparison does not wait for it. */
export function runTexts(): RunTexts {
  const [reports, replays] = [jobPool(1), jobPool(1)];
  return {
    report: (run) => computed(reports, reporting, run, `the report of ${run.run}`),
    replay: (place) => computed(replays, replaying, place, `a replay of ${place.run}`),
    sides: (place) => computed(replays, comparing, place, "a comparison"),
    written: (place) => computed(replays, writing, place, `texts of ${place.run}`),
    async close() {
      await Promise.all([reports.close(), replays.close()]);
    },
  };
}

const NEVER = new AbortController().signal;

async function computed<I>(pool: JobPool, job: ThreadJob<I, string>, input: I, name: string): Promise<string> {
  let text = "";
  await pool.run(job, [{ inputs: [input], lanes: 1 }], {
    name: () => name,
    signal: NEVER,
    done(output) {
      text = output;
    },
  });
  return text;
}
