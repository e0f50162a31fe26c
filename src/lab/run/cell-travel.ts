// Computing a cell on another machine: the files that it needs there, and the files and answers that come back.

import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { Recording } from "../../clients/recording.ts";
import { UserError } from "../../core/errors.ts";
import { grouped } from "../../core/grouped.ts";
import { keptFile, keptNames } from "../../core/kept-files.ts";
import { pathsBelow } from "../../core/paths-below.ts";
import type { Setting } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { sealedPaths } from "../store/cell-files.ts";
import { filesOf, stringsIn } from "../store/keys.ts";
import { cellsFolder } from "../store/store.ts";
import { readVariant, type VariantRecord, variantText } from "../store/variant-record.ts";
import type { CellJob, CellOutcome } from "./cell-job.ts";
import { checkpointFile } from "./checkpoint.ts";
import type { Luggage, RecordedAnswer, Travel } from "./engine.ts";

export const cellTravel: Travel<CellJob, CellOutcome> = {
  module: import.meta.url,
  name: "cellTravel",
  nameOf: ({ task }) => `cell ${task.key} ${task.seed} ${task.record}`,
  storeOf: ({ task }) => task.store,
  at: (job, { store, directory, news }) => ({ ...job, news, given: store, task: { ...job.task, store, directory } }),
  luggageName: ({ task }) => task.key,
  luggage,
  // Where every episode failed there is no mean. Such a result is not final, since servers may answer the next time.
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

/** Returns the files that a cell needs. Throws a UserError where one is named by an absolute path. */
async function luggage(job: CellJob): Promise<Luggage> {
  const { task, description, objective, variants, recordings } = job;
  const { store, directory } = task;
  const [[variant], own] = [variants, book(job)];
  const { settingsOf } = await import("../experiment/setting.ts");
  const [setting] = await settingsOf([description], objective, { directory, cache: keptIn(store) });
  // Recorded answers are sent along, so that they are not requested again.
  const answers = recordings.map((recording) => resolve(directory, recording)).filter((file) => existsSync(file));
  const named = await namedFiles({ description, objective, directory }, setting);
  const files = [...new Set([...named, ...answers])];
  const strings = stringsIn([description, objective]);
  const absolute = files.find((file) => isAbsolute(file) && strings.has(file));
  if (absolute !== undefined) {
    const what = `variant "${variant}" names ${absolute} by an absolute path, which other machines do not have`;
    throw new UserError({ code: "stays-here", what, hint: "name it by its path from the experiment's folder" });
  }
  return {
    directory,
    inStore: await storedFiles(store, strings),
    files: files.map((file) => relative(directory, file)).sort(),
    ...(own === undefined ? {} : { book: own }),
  };
}

/** Returns the absolute paths of the user's files that a variant consists of. */
async function namedFiles({ description, objective, directory }: VariantRecord, setting: Setting): Promise<string[]> {
  const { code, inputs } = await filesOf({ description, setting }, objective, directory);
  return [...new Set([...code, ...inputs])].filter((file) => existsSync(file));
}

/** Returns the named files in the store: logs and tables by content hash, and trained players by the key of their cells. */
async function storedFiles(
  store: string,
  named: ReadonlySet<string>,
  known = new Set<string>(),
): Promise<Luggage["inStore"]> {
  const folder = keptIn(store);
  const kept = keptNames(store, folder).filter((name) => named.has(name.split(".")[0]));
  const files = kept
    .sort()
    .map((name) => join(folder, name))
    .filter((file) => keptFile(store, file) !== undefined);
  const players: Luggage["inStore"][number][] = [];
  for (const key of keptNames(store, join(store, "cells")).sort()) {
    if (!named.has(key) || known.has(key)) continue;
    known.add(key);
    players.push(...(await playerFiles(store, key, known)));
  }
  return [...files.map((file) => ({ path: relative(store, file), file })), ...players];
}

/**
 * Returns the trained parameters of cells, and the files that their variant consists of. On the other machine, these are beside the cells.
 */
async function playerFiles(store: string, key: string, known: Set<string>): Promise<Luggage["inStore"]> {
  const folder = cellsFolder(store, key);
  const below = ["trained", "seals"].flatMap((part) =>
    keptNames(store, join(folder, part))
      .map((name) => join(folder, part, name))
      .filter((file) => keptFile(store, file) !== undefined),
  );
  const record = readVariant(store, key);
  const { description, objective } = record;
  const directory = resolve(folder, record.directory);
  const { settingsOf } = await import("../experiment/setting.ts");
  const [setting] = await settingsOf([description], objective, { directory, cache: keptIn(store) });
  const files = await namedFiles({ description, objective, directory }, setting);
  const { start, paths } = pathsBelow(files.map((file) => relative(directory, file)));
  const placed = (path: string): string => join(relative(store, folder), CODE, path);
  return [
    {
      path: join(relative(store, folder), "variant.json"),
      text: variantText({ ...record, directory: join(CODE, start) }),
    },
    ...below.map((file) => ({ path: relative(store, file), file })),
    ...files.map((file, k) => ({ path: placed(paths[k]), file })),
    ...(await storedFiles(store, stringsIn([description, objective]), known)),
  ];
}

/** Folder, beside the cells, for a trained player's files on another machine. */
const CODE = "code";
