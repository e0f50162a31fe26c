// How a cell is computed on another machine: what it needs there, and which files and answers come back.

import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { Recording } from "../clients/recording.ts";
import { isMap } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { grouped } from "../core/grouped.ts";
import { sealedPaths } from "./cell-files.ts";
import type { CellJob, CellOutcome } from "./cell-job.ts";
import { checkpointFile } from "./checkpoint.ts";
import type { Luggage, RecordedAnswer, Travel } from "./engine.ts";
import { cellsFolder, keptIn, namesIn } from "./store.ts";

export const cellTravel: Travel<CellJob, CellOutcome> = {
  module: import.meta.url,
  name: "cellTravel",
  nameOf: ({ task }) => `cell ${task.key} ${task.seed} ${task.record}`,
  storeOf: ({ task }) => task.store,
  at: (job, { store, directory, news }) => ({ ...job, news, task: { ...job.task, store, directory } }),
  luggageName: ({ task }) => task.key,
  luggage,
  // Where every episode failed there is no mean; servers may answer when it is asked for again.
  stands: (output) => "summary" in output && !Number.isNaN(output.summary.objective),
  left: ({ task }, output, store) =>
    "summary" in output ? sealedPaths({ ...task, store }).map((path) => relative(store, path)) : [],
  checkpoint: ({ task }) => relative(task.store, checkpointFile(task)),
  recordings: { book, record },
};

function book({ recordings, run }: CellJob): string | undefined {
  return recordings.length === 0 ? undefined : run;
}

function record({ recordings, task: { directory } }: CellJob, answers: readonly RecordedAnswer[]): void {
  const named = new Map(
    recordings.map((recording) => {
      const file = resolve(directory, recording);
      return [relative(directory, file).replaceAll(sep, "/"), file];
    }),
  );
  for (const [path, own] of grouped(answers, (answer) => answer.path)) {
    const file = named.get(path);
    if (file === undefined) throw new Error(`answers came back for ${path}, which is no recording of the experiment`);
    Recording.of(file).take(own.map(({ line }) => line));
  }
}

/** A UserError where a file is named by an absolute path. */
async function luggage(job: CellJob): Promise<Luggage> {
  const { task, description, objective, variants, recordings } = job;
  const { store, directory } = task;
  const [[variant], own] = [variants, book(job)];
  const [{ settingsOf }, { filesOf }] = await Promise.all([import("./setting.ts"), import("./fingerprint.ts")]);
  const [setting] = await settingsOf([description], objective, { directory, cache: keptIn(store) });
  const { code, inputs } = await filesOf({ description, setting }, objective, directory);
  // What is on file already is not asked again.
  const answers = recordings.map((recording) => resolve(directory, recording));
  const files = [...new Set([...code, ...inputs, ...answers])].filter((file) => existsSync(file));
  const strings = stringsIn([description, objective]);
  const absolute = files.find((file) => isAbsolute(file) && strings.has(file));
  if (absolute !== undefined) {
    const what = `variant "${variant}" names ${absolute} by an absolute path, which other machines do not have`;
    throw new UserError({ code: "stays-here", what, hint: "name it by its path from the experiment's folder" });
  }
  return {
    ...{ store, directory },
    inStore: [...keptFiles(store, strings), ...trainedFiles(store, strings)],
    files: files.map((file) => relative(directory, file)).sort(),
    ...(own === undefined ? {} : { book: own }),
  };
}

/** What the store keeps of logs and tables whose content is named. */
function keptFiles(store: string, named: ReadonlySet<string>): string[] {
  const folder = keptIn(store);
  const names = namesIn(folder).filter((name) => named.has(name.split(".")[0]));
  return names.sort().map((name) => relative(store, join(folder, name)));
}

/** What trainings have left in cells that are named. */
function trainedFiles(store: string, named: ReadonlySet<string>): string[] {
  const cells = namesIn(join(store, "cells")).filter((key) => named.has(key));
  return cells.sort().flatMap((key) => {
    const folder = cellsFolder(store, key);
    const below = ["trained", "seals"].flatMap((part) => namesIn(join(folder, part)).map((name) => join(part, name)));
    return ["variant.json", ...below].map((name) => relative(store, join(folder, name)));
  });
}

/** All strings in plain data. */
function stringsIn(data: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof data === "string") found.add(data);
  else if (Array.isArray(data)) for (const part of data) stringsIn(part, found);
  else if (isMap(data)) for (const part of Object.values(data)) stringsIn(part, found);
  return found;
}
