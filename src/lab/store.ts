// The store: a folder of runs, each a folder of Parquet files, two a cell. A file is written beside its place and renamed,
// so that it is whole or absent; nothing is locked, and many processes may write one run.
//
//   .agon/store.json                           format of the store
//   .agon/RUN/run.json, experiment.yaml        what was asked
//   .agon/RUN/episodes/VARIANT~SEED.parquet    one row for each episode and agent; the cell is done when this exists
//   .agon/RUN/steps/VARIANT~SEED.parquet       one row for each step and agent
//   .agon/RUN/training/VARIANT~SEED.parquet    one row for each update, where agents learn
//   .agon/RUN/report.html                      the report
//   .agon/logs/CONTENT.json, .log              a user's log as numbers, by the hash of what was read

import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { UserError, unknownName } from "../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { grouped } from "../core/grouped.ts";

/** Version of the folder's layout and of the tables' columns. */
export const STORE_FORMAT = 1;

/** The tables of a cell; only cells that learn have a training, and only those that learn to write have texts. */
export type TableName = "episodes" | "steps" | "training" | "texts";
export const TABLES: readonly TableName[] = ["episodes", "steps", "training", "texts"];

/** Opens a store for writing, and makes it where there is none. A UserError where it is of another version or cannot be written. */
export function openStore(directory: string): string {
  const store = resolve(directory);
  const marker = join(store, "store.json");
  if (existsSync(marker)) {
    checkFormat(store);
    return store;
  }
  writing(store, () => {
    makeFolder(store);
    writeWhole(marker, `${JSON.stringify({ format: STORE_FORMAT })}\n`);
  });
  return store;
}

/** The folder of a store for what was read and need not be read again. */
export const keptIn = (store: string): string => join(store, "logs");

/** A store that must exist. */
export function existingStore(directory: string): string {
  const store = resolve(directory);
  if (!existsSync(store)) {
    const hint = "agon run FILE makes one; --store says where";
    throw new UserError({ code: "no-store", what: `there is no store at ${store}`, hint });
  }
  checkFormat(store);
  return store;
}

function checkFormat(store: string): void {
  const marker = join(store, "store.json");
  const schema = z.object({ format: z.int() });
  let format: number;
  try {
    format = schema.parse(JSON.parse(readFileSync(marker, "utf8"))).format;
  } catch {
    const what = `${store} is not a store of Agon: ${existsSync(marker) ? "its store.json is damaged" : "it has no store.json"}`;
    throw new UserError({ code: "not-a-store", what, hint: "give another --store" });
  }
  if (format !== STORE_FORMAT) {
    const what = `${store} has format ${format}, and this Agon reads format ${STORE_FORMAT}`;
    const hint = format > STORE_FORMAT ? "use a newer Agon, or another --store" : "give another --store and run again";
    throw new UserError({ code: "store-version", what, hint });
  }
}

/** Runs of a store, the one touched last first. */
export const runsOf = (store: string): string[] =>
  readdirSync(store, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(store, entry.name, "run.json")))
    .map((entry) => ({ name: entry.name, touched: statSync(join(store, entry.name, "run.json")).mtimeMs }))
    .sort((a, b) => b.touched - a.touched || a.name.localeCompare(b.name))
    .map(({ name }) => name);

/** The run that a person means: its name, the beginning of one (the latest that fits), `latest`, or a folder. */
export function findRun(directory: string, run: string): { store: string; run: string } {
  if (existsSync(join(run, "run.json")))
    return { store: existingStore(dirname(resolve(run))), run: basename(resolve(run)) };
  const store = existingStore(directory);
  const runs = runsOf(store);
  const found =
    run === "latest" ? runs[0] : (runs.find((name) => name === run) ?? runs.find((name) => name.startsWith(run)));
  if (found === undefined) throw new UserError(unknownName(`run in ${store}`, run, [...runs, "latest"]));
  return { store, run: found };
}

/** Name of a cell's file: the variant in letters that every file system takes, numbered so that no two fall together. */
export function cellName(variantIndex: number, variant: string, seed: number): string {
  const slug = variant
    .toLowerCase()
    .replaceAll(/[^a-z0-9=.]+/g, "-")
    .slice(0, 60);
  return `${String(variantIndex).padStart(4, "0")}-${slug}~${seed}`;
}

/** Where a table of a cell lies. */
export const cellFile = (runFolder: string, table: TableName, cell: string): string =>
  join(runFolder, table, `${cell}.parquet`);

/** Files of a table of a run, in the order of their names; none where there is no such table. */
export function tableFiles(runFolder: string, table: TableName): string[] {
  const folder = join(runFolder, table);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".parquet"));
  return names.sort().map((name) => join(folder, name));
}

/** Cells of a run whose tables are all there and whole; damaged files are named apart. */
export function cellsDone(runFolder: string, tables: readonly TableName[]): { done: Set<string>; damaged: string[] } {
  const damaged: string[] = [];
  const whole = tables.map((table) => {
    const files = grouped(tableFiles(runFolder, table), looksWhole);
    damaged.push(...(files.get(false) ?? []));
    return new Set(files.get(true)?.map((file) => basename(file, ".parquet")));
  });
  const [first, ...rest] = whole;
  const done = new Set([...(first ?? [])].filter((cell) => rest.every((table) => table.has(cell))));
  return { done, damaged: damaged.sort() };
}

const MAGIC = Buffer.from("PAR1");

/** Whether a Parquet file begins and ends as one, with a footer that fits into it. */
export function looksWhole(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    if (size < 12) return false;
    const head = Buffer.alloc(4);
    const tail = Buffer.alloc(8);
    readSync(descriptor, head, 0, 4, 0);
    readSync(descriptor, tail, 0, 8, size - 8);
    return head.equals(MAGIC) && tail.subarray(4).equals(MAGIC) && tail.readUInt32LE(0) <= size - 12;
  } finally {
    closeSync(descriptor);
  }
}
