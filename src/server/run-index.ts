// An index of a store's runs that is polled repeatedly: a run is read again when one of its files has changed.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { entryAt } from "../core/kept-files.ts";
import type { LiveRecord } from "../lab/run/live-data.ts";
import { liveIn } from "../lab/run/live-record.ts";
import { SEALS } from "../lab/store/cell-files.ts";
import { type RunRecord, readRecord } from "../lab/store/run-record.ts";
import { cellsFolder, runsOf } from "../lab/store/store.ts";
import { EMBEDDED_RUN } from "../lab/view/embedded-data.ts";
import { summaryOf } from "../lab/view/runs.ts";
import type { RunSummary } from "../lab/view/view-data.ts";

/** Current state of a run, and the processes that work on it. */
export interface IndexedRun {
  readonly summary: RunSummary;
  readonly live: readonly LiveRecord[];
  /** Changes whenever anything of the run does. */
  readonly stamp: string;
  /** Changes whenever the report would: with the record and with cells, and not with the progress of trainings. */
  readonly results: string;
}

export interface RunIndex {
  /** Polls the store and returns its runs, the most recently started first. Runs with a damaged record are left out. */
  look(): readonly IndexedRun[];
}

/** Creates the index; `summed` summarises a run's record. */
export function runIndex(store: string, summed = summaryOf): RunIndex {
  const known = new Map<string, { run: IndexedRun; keys: readonly string[] }>();
  return {
    look() {
      const runs = runsOf(store);
      for (const name of known.keys()) if (!runs.includes(name)) known.delete(name);
      return runs.flatMap((name) => {
        const before = known.get(name);
        const stamp = stampOf(store, name, before?.keys ?? []);
        if (before?.run.stamp === stamp) return [before.run];
        try {
          const keys = keysOf(readRecord(join(store, name)));
          // The stamp is taken before reading, so that a change in between is read again at the next poll.
          const stamps = { stamp: stampOf(store, name, keys), results: resultsOf(store, name, keys) };
          const record = readRecord(join(store, name));
          const run = { summary: summed(store, record), live: liveIn(join(store, name)), ...stamps };
          known.set(name, { run, keys });
          return [run];
        } catch {
          known.delete(name);
          return [];
        }
      });
    },
  };
}

const keysOf = ({ variants }: RunRecord): string[] => [...new Set(variants.map(({ key }) => key))];

const touched = (path: string): number => entryAt(path)?.mtimeMs ?? 0;

/** Returns the modification times of the run's record and its cells' folders. */
function resultsOf(store: string, name: string, keys: readonly string[]): string {
  const places = [join(store, name, "run.json"), ...keys.map((key) => join(cellsFolder(store, key), SEALS))];
  return places.map(touched).join();
}

/**
 * Returns the modification times of the run's files and its cells' folders, and its live processes, since a process that dies changes no
 * file.
 */
function stampOf(store: string, name: string, keys: readonly string[]): string {
  const folder = join(store, name);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json") || file === EMBEDDED_RUN.table);
  const living = files.some((file) => file.startsWith("live-")) ? liveIn(folder).map(({ pid }) => pid) : [];
  return [
    ...files.map((file) => `${file} ${touched(join(folder, file))}`),
    resultsOf(store, name, keys),
    ...living,
  ].join();
}
