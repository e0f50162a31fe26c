// A run of a study: its jobs, its seeds, and the record that is made of what it found.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writing } from "../../core/files.ts";
import { type Claim, type Control, expectation, measurement, verdict } from "../../study/claim.ts";
import {
  type Study,
  type StudyContext,
  type StudyEntry,
  type StudyResult,
  seedsOf,
  settingsOf,
} from "../../study/study.ts";
import { version } from "../experiment/own-package.ts";
import type { Engine } from "../run/engine.ts";
import { openStore } from "../store/store.ts";
import type { StudyChanges } from "./changed-run.ts";
import { experimentResult } from "./experiment-result.ts";
import { studyJobs } from "./jobs.ts";
import { keepRecord, STUDIES } from "./kept-records.ts";
import type { RecordedResult, StudyRecord } from "./record.ts";

/** How a study is to be run. */
export interface StudyOptions extends Pick<StudyContext, "full" | "signal" | "progress"> {
  /** What this run changes of the study; default: nothing. */
  readonly changes?: StudyChanges;
  /** What computes its jobs. Default: this process, with all cores. */
  readonly engine?: Engine | undefined;
}

/**
 * Runs a study and keeps its result in the store, and until then its jobs. The result of a changed run is given and not kept: it is of
 * neither form. Its jobs lie apart, so that it leaves those of a run that was stopped.
 */
export async function runStudy(
  study: StudyEntry,
  { changes = {}, engine, ...how }: StudyOptions,
  store: string,
): Promise<StudyRecord> {
  const folder = join(openStore(store), STUDIES);
  const { "seeds.count": count, "seeds.first": first, ...changed } = changes;
  const seeds = seedsOf(study, how.full, count, first);
  const settings = { ...settingsOf(study, how.full), ...changed };
  const isChanged = Object.keys(changes).length > 0;
  const { full, signal, progress } = how;
  const form = full ? "full" : "short";
  const jobs = studyJobs(join(folder, `${study.id}.${form}${isChanged ? ".changed" : ""}.parts`), how, engine);
  const result =
    "experiment" in study
      ? await experimentResult(study, { full, signal, progress, engine, ...(isChanged ? { seeds } : {}) }, store)
      : recorded(await resultOf(study, { ...how, seeds, settings, all: jobs.all }).finally(jobs.close));
  const record: StudyRecord = {
    id: study.id,
    form,
    agon: version(),
    commit: commit(),
    measuredAt: new Date().toISOString(),
    machine: `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.versions.node}`,
    seconds: jobs.seconds(),
    seeds,
    ...(study.untested === undefined ? {} : { untested: [...study.untested] }),
    ...result,
  };
  writing(folder, () => {
    if (!isChanged) keepRecord(folder, record);
    jobs.clear();
  });
  return record;
}

const resultOf = async (study: Study, context: StudyContext): Promise<StudyResult> => study.run(context);

/** What the study's own code gave, as its record has it. */
const recorded = ({ claims, controls, tables = [] }: StudyResult): Pick<StudyRecord, "results" | "tables"> => ({
  results: [...claims, ...controls].map(recordedResult),
  tables: tables.map(({ title, columns, rows }) => ({
    title,
    columns: [...columns],
    rows: rows.map(({ name, cells }) => ({ name, cells: [...cells] })),
  })),
});

const recordedResult = (one: Claim | Control): RecordedResult => ({
  kind: one.kind,
  name: one.name,
  verdict: verdict(one),
  expected: expectation(one),
  measured: measurement(one),
  figures: one.tests.map(({ label, figure, bound }) => ({
    ...(label === undefined ? {} : { label }),
    ...figure,
    ...(bound === undefined ? {} : { bound: bound.words }),
  })),
});

/** The commit that is checked out where this code lies, with `-dirty` where the code differs from it; null where it is installed. */
function commit(): string | null {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  if (!existsSync(join(root, ".git"))) return null;
  try {
    const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
    // Pages of studies that were run before may differ: no study reads them.
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "package-lock.json");
    return `${git("describe", "--always", "--exclude", "*")}${changed === "" ? "" : "-dirty"}`;
  } catch {
    return null;
  }
}
