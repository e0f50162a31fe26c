// A run of a study, and the record that is made of it.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writing } from "../../core/files.ts";
import { type Study, seedsOf } from "../../study/study.ts";
import { version } from "../experiment/own-package.ts";
import { openStore } from "../store/store.ts";
import type { StudyChanges } from "./changed-run.ts";
import { type ExperimentOptions, experimentResult } from "./experiment-result.ts";
import { keepRecord, STUDIES } from "./kept-records.ts";
import type { StudyRecord } from "./record.ts";

export interface StudyOptions extends Omit<ExperimentOptions, "seeds"> {
  /** What this run changes of the study; default: nothing. */
  readonly changes?: StudyChanges;
}

/** Runs a study and keeps its record in the store. The record of a changed run is given and not kept: it is of neither form. */
export async function runStudy(
  study: Study,
  { changes = {}, ...how }: StudyOptions,
  store: string,
): Promise<StudyRecord> {
  const folder = join(openStore(store), STUDIES);
  const seeds = seedsOf(study, how.full, changes["seeds.count"], changes["seeds.first"]);
  const isChanged = Object.keys(changes).length > 0;
  const result = await experimentResult(study, { ...how, ...(isChanged ? { seeds } : {}) }, store);
  const record: StudyRecord = {
    id: study.id,
    form: how.full ? "full" : "short",
    agon: version(),
    commit: commit(),
    measuredAt: new Date().toISOString(),
    machine: `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.versions.node}`,
    seeds,
    ...(study.facts === undefined ? {} : { facts: [...study.facts] }),
    ...(study.untested === undefined ? {} : { untested: [...study.untested] }),
    ...result,
  };
  if (!isChanged) writing(folder, () => keepRecord(folder, record));
  return record;
}

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
