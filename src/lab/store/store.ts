// The store: settings of runs, and cells as Parquet files. A hash of what a cell computes names its folder, so that runs share cells.
// A file is written under a temporary name and renamed, so that it is complete or absent; checksums detect later changes. There are no
// locks: several processes may write one cell. A store may come from an untrusted party: core/kept-files.ts opens all of its files.
//
//   .agon/store.json                           format of the store
//   .agon/RUN/run.json, experiment.yaml        settings of the run, and the keys of its cells
//   .agon/RUN/report.html, episodes.parquet    the report, and the episodes of all its cells in one table
//   .agon/cells/KEY/episodes/SEED.parquet      one row for each episode and agent
//   .agon/cells/KEY/steps/SEED.parquet         one row for each step and agent
//   .agon/cells/KEY/training/SEED.parquet      one row for each update, where agents learn
//   .agon/cells/KEY/texts/SEED.parquet         one row for each character of some texts, where agents learn to write
//   .agon/cells/KEY/comparisons/SEED.parquet   one row for each question to the source of feedback, where a reward is learnt
//   .agon/cells/KEY/ratings/SEED.parquet       one row for each single episode that the source rated
//   .agon/cells/KEY/weights/SEED.parquet       one row for each weight that was learnt from the answers
//   .agon/cells/KEY/tries/SEED.parquet         one row for each episode of the players before their training
//   .agon/cells/KEY/trained/SEED.safetensors   state after training: parameters and the optimiser's state
//   .agon/cells/KEY/seals/SEED.json            cell id and checksums of all these; written last, and marks the cell as complete
//   .agon/cells/KEY/variant.json               what these cells compute
//   .agon/logs/CONTENT.json, .log              a user's log as numbers, by the hash of its source

import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { UserError, unknownName } from "../../core/errors.ts";
import { reasonOf, writing } from "../../core/files.ts";
import { FORMATS } from "../../core/formats.ts";
import { entryAt, makeStore, markerOf, readKeptText } from "../../core/kept-files.ts";

/** The unit of computation, identified by content: a resolved variant and a seed. */
export interface CellId {
  /** Hash of everything that determines the cells of a variant. */
  readonly key: string;
  readonly seed: number;
}

/**
 * The tables of a cell. Only cells that learn have `training`; only those that learn to write have `texts`; only those whose reward is
 * learnt have `comparisons` or `ratings`, `weights` and `tries`.
 */
export type TableName = "episodes" | "steps" | "training" | "texts" | "comparisons" | "ratings" | "weights" | "tries";
export const TABLES: readonly TableName[] = [
  ...(["episodes", "steps", "training", "texts"] as const),
  ...(["comparisons", "ratings", "weights", "tries"] as const),
];

/** Opens a store for writing and creates it if it is missing. Throws a UserError where it is of another version or not writable. */
export function openStore(directory: string): string {
  const store = storeAt(directory);
  if (existsSync(markerOf(store))) checkFormat(store);
  else writing(store, () => makeStore(store));
  return store;
}

/**
 * Returns the folder of a store. Throws a UserError for an empty name, as an unset shell variable gives: it must not mean the current
 * folder.
 */
function storeAt(directory: string): string {
  if (directory !== "") return resolve(directory);
  throw new UserError({ code: "no-store", what: "the folder of results has no name", hint: "give --store a folder" });
}

/** Returns the path of a store. Throws a UserError where it does not exist. */
export function existingStore(directory: string): string {
  const store = storeAt(directory);
  if (!existsSync(store)) {
    const hint = "agon run FILE makes one; --store says where";
    throw new UserError({ code: "no-store", what: `there is no store at ${store}`, hint });
  }
  checkFormat(store);
  return store;
}

function checkFormat(store: string): void {
  const schema = z.object({ format: z.int() });
  let format: number;
  try {
    format = schema.parse(JSON.parse(readKeptText(store, markerOf(store)))).format;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const isText = error instanceof SyntaxError || error instanceof z.ZodError;
    const absent = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isText ? "is damaged" : `cannot be read: ${reasonOf(error)}`;
    const what = `${store} is not a store of Agon: ${absent ? "it has no store.json" : `its store.json ${reason}`}`;
    throw new UserError({ code: "not-a-store", what, hint: "give another --store" });
  }
  if (format !== FORMATS.store) {
    const what = `${store} has format ${format}, and this Agon reads format ${FORMATS.store}`;
    const hint = format > FORMATS.store ? "use a newer Agon, or another --store" : "give another --store and run again";
    throw new UserError({ code: "store-version", what, hint });
  }
}

/** Returns the runs of a store, the most recently modified first. */
export const runsOf = (store: string): string[] =>
  readdirSync(store)
    .flatMap((name) => {
      const record = entryAt(join(store, name, "run.json"));
      return record === undefined ? [] : [{ name, touched: record.mtimeMs }];
    })
    .sort((a, b) => b.touched - a.touched || a.name.localeCompare(b.name))
    .map(({ name }) => name);

/** Finds a run by its name, its experiment's name, the beginning of one (the latest that matches), `latest`, or a folder. */
export function findRun(directory: string, run: string): { store: string; run: string } {
  if (existsSync(join(run, "run.json")))
    return { store: existingStore(dirname(resolve(run))), run: basename(resolve(run)) };
  const store = existingStore(directory);
  const runs = runsOf(store);
  if (runs.length === 0) throw noRun(store);
  const match =
    run === "latest"
      ? runs[0]
      : (runs.find((name) => name === run) ??
        runs.find((name) => name.replace(/-[0-9a-f]{8}$/, "") === run) ??
        runs.find((name) => name.startsWith(run)));
  if (match === undefined) throw new UserError(unknownName(`run in ${store}`, run, [...runs, "latest"]));
  return { store, run: match };
}

/** Returns the error for a store without runs. */
export function noRun(store: string): UserError {
  const what = `the store ${store} holds no run`;
  return new UserError({ code: "empty-store", what, hint: "agon run FILE makes one" });
}

export const allCells = (store: string): string => join(store, "cells");

/** The folder of the cells of a variant, which all runs share. */
export const cellsFolder = (store: string, key: string): string => join(allCells(store), key);

/** A name of one entry of a folder, such as a run or the key of a cell; never a path. */
export const entryName = z.string().regex(/^(?!\.\.?$)[^/\\\0]+$/);

export const cellFile = (store: string, { key, seed }: CellId, table: TableName): string =>
  join(cellsFolder(store, key), table, `${seed}.parquet`);

/** Path of the finding of the last report, beside its page. */
export const findingFile = (folder: string): string => join(folder, "finding.json");
