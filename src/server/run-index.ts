// What the store holds, looked at again and again: a run is read anew when something in it was touched.

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

/** A run as it stands, and the processes that work on it. */
export interface IndexedRun {
  readonly summary: RunSummary;
  readonly live: readonly LiveRecord[];
  /** Changes whenever something of the run does. */
  readonly stamp: string;
  /** Changes whenever a report would: with the record and with cells, and not with the news of trainings. */
  readonly results: string;
}

/** The runs of a store. */
export interface RunIndex {
  /** Looks again; the run begun last first. Runs whose record is damaged are left out. */
  look(): readonly IndexedRun[];
}

/** `summed` says how a run's record is summed up. */
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
          // The stamp is taken before what it stands for is read: what changes in between is read again at the next look.
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

/** Times at which the run's record and its cells' folders were touched. */
function resultsOf(store: string, name: string, keys: readonly string[]): string {
  const places = [join(store, name, "run.json"), ...keys.map((key) => join(cellsFolder(store, key), SEALS))];
  return places.map(touched).join();
}

/** Times at which the run's files and its cells' folders were touched; a process that died touches nothing, so what lives is told too. */
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
