// Summaries of the runs of a store, without reading tables: the experiment, the progress, and the finding.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parseChecked } from "../../core/checksum.ts";
import { entryAt, keptFile, keptNames, readKeptText } from "../../core/kept-files.ts";
import { FINDING_KINDS, type Finding } from "../report/report-data.ts";
import { liveIn } from "../run/live-record.ts";
import { seedsSealed } from "../store/cell-files.ts";
import { loadSummary } from "../store/load-data.ts";
import { loadIn } from "../store/machine-load.ts";
import { type RunRecord, readRecord } from "../store/run-record.ts";
import { cellSecondsIn, failureIn, workedIn } from "../store/run-work.ts";
import { cellsFolder, findingFile, runsOf } from "../store/store.ts";
import { EMBEDDED_RUN } from "./embedded-data.ts";
import { notesIn } from "./run-notes.ts";
import type { RunState, RunSummary } from "./view-data.ts";

const findingSchema = z.object({
  kind: z.enum(FINDING_KINDS),
  best: z.string().nullable(),
  text: z.string(),
  notes: z.array(z.string()).default([]).describe("left out by earlier versions"),
  reversal: z.object({ from: z.string(), to: z.string(), pay: z.enum(["more", "same"]) }).exactOptional(),
  failed: z.literal(true).exactOptional(),
});

/** Returns the runs of a store, the most recently modified first. A run with a damaged record is left out and passed to `onDamage`. */
export function runSummaries(store: string, onDamage: (problem: unknown) => void = () => {}): RunSummary[] {
  return runsOf(store).flatMap((run) => {
    try {
      return [summaryOf(store, readRecord(join(store, run)))];
    } catch (error) {
      onDamage(error);
      return [];
    }
  });
}

/** Number of processes whose load is shown over seconds. */
const MOST_LOADS = 4;

/** Prefix of world ids by which records of earlier versions are recognised as worlds of text. */
const WORLDS_OF_TEXT = "language/";

/** Returns the summary of a run. Throws a UserError where its record is damaged. */
export function summaryOf(store: string, record: RunRecord): RunSummary {
  const folder = join(store, record.run);
  const { title, variants, seeds } = record;
  const [planned, done] = [variants.length * seeds.length, doneIn(store, record)];
  const finding = findingIn(folder);
  const failure = done < planned ? failureIn(folder) : undefined;
  const loads = loadIn(folder);
  const load = loadSummary(loads);
  return {
    run: record.run,
    experiment: record.name,
    title,
    variants: variants.map(({ name }) => name),
    seeds: seeds.length,
    firstSeed: seeds[0],
    hasTexts: variants.some(({ key }) => keptNames(store, join(cellsFolder(store, key), "texts")).length > 0),
    isText: variants.some(
      ({ isText, description }) => isText ?? String(description.environment.id).startsWith(WORLDS_OF_TEXT),
    ),
    cells: { planned, done },
    state: stateOf(),
    seconds: workedIn(folder),
    cellSeconds: cellSecondsIn(folder),
    ...(load === undefined ? {} : { load: { ...load, last: loads.slice(-MOST_LOADS) } }),
    hasTable: keptFile(store, join(folder, EMBEDDED_RUN.table)) !== undefined,
    ...(record.keys === undefined ? { earlier: true as const } : {}),
    ...notesIn(folder),
    begun: new Date(entryAt(join(folder, "run.json"))?.mtimeMs ?? 0).toISOString(),
    finding,
    ...(failure === undefined ? {} : { failure }),
  };

  function stateOf(): RunState {
    if (liveIn(folder).length > 0) return "running";
    if (done < planned) return failure === undefined ? "stopped" : "failed";
    return finding?.failed === true ? "failed" : "done";
  }
}

/** Counts the complete cells. */
function doneIn(store: string, { variants, seeds }: RunRecord): number {
  const done = new Map(
    [...new Set(variants.map(({ key }) => key))].map((key) => {
      const sealed = seedsSealed(store, key);
      return [key, seeds.filter((seed) => sealed.has(seed)).length];
    }),
  );
  return variants.reduce((sum, { key }) => sum + (done.get(key) ?? 0), 0);
}

/** Returns the finding of the last report; null for a damaged one, since the next report rewrites it. */
function findingIn(folder: string): Finding | null {
  const file = findingFile(folder);
  if (!existsSync(file)) return null;
  try {
    return findingSchema.parse(parseChecked(readKeptText(dirname(folder), file)));
  } catch {
    return null;
  }
}
