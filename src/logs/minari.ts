// Reads Minari data sets: a folder with `metadata.json`, and the episodes in one HDF5 file or in one folder each, as Arrow or Parquet.
// Numeric data are read as flat arrays over whole episodes, named by the groups that contain them. In HDF5 an episode is a group. In a
// table each row holds an observation and the step after it; the last row has no step.

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import type { Dataset, Group } from "h5wasm/node";
import { z } from "zod";
import { UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";
import { readNamed, readNamedText, refuseWaiting } from "../core/named-files.ts";
import { quotedFile } from "../core/sql.ts";
import { openEngine } from "./engine.ts";

/** A numeric array of an episode, row by row. */
interface EpisodeArray {
  /** Numbers per row. */
  readonly width: number;
  /** Numbers in row-major order, [rows × width]. */
  readonly values: Float64Array;
}

/** Arrays by name, such as `observations_velocity`; undefined for arrays that are not numeric or have rows of different widths. */
export type EpisodeArrays = ReadonlyMap<string, EpisodeArray | undefined>;

/** Episodes of a data set, open for reading. */
export interface EpisodeSource {
  /** Reads episode k. Throws an Error where it is invalid. */
  read(episode: number): Promise<EpisodeArrays>;
  close(): void;
}

/** Maximum number of numbers per row of one array; images have more. */
export const MOST_WIDE = 512;

/** Maximum number of numbers of an array in one episode, since a small compressed file can claim any size. */
const MOST_NUMBERS = 100_000_000;

/** Maximum number of rows in the table of one episode. */
const MOST_ROWS = 1_000_000;

/** Name of a nested part; parts of a tuple are numbered in the same way in all formats. */
const nameBelow = (name: string, part: string): string =>
  name === "" ? part : `${name}_${part.replace(/^_index_(\d+)$/, "$1").replaceAll(/\W/g, "_")}`;

/** A data set as described by its `metadata.json`. */
export interface DataSet {
  /** All files of the data set. */
  readonly files: readonly string[];
  readonly episodes: number;
  /** For discrete actions: their number and the smallest value. */
  readonly choices: { readonly count: number; readonly first: number } | undefined;
  open(overflow: string): Promise<EpisodeSource>;
}

const metadata = z.looseObject({
  total_episodes: z.int().min(1).max(1_000_000),
  data_format: z.enum(["hdf5", "arrow", "parquet"]).default("hdf5"),
  action_space: z.string().optional(),
});

const discrete = z.looseObject({ type: z.literal("Discrete"), n: z.int().min(1), start: z.int().default(0) });

const MAIN = "main_data.hdf5";
const METADATA = "metadata.json";

/** Opens a data set given as its folder, the folder `data` in it, or the HDF5 file. Throws a UserError where it is none of these. */
export function dataSetAt(path: string, shown: string): DataSet {
  const folder = [path, join(path, "data"), dirname(path)].find((one) => existsSync(join(one, METADATA)));
  if (!existsSync(path) || folder === undefined || (folder === dirname(path) && basename(path) !== MAIN)) {
    const what = existsSync(path)
      ? `${shown} is no data set of Minari: it has no ${METADATA}`
      : `there is no folder ${shown}`;
    const hint = "name the folder of a data set, such as /home/ann/.minari/datasets/D4RL/pen/human-v2";
    throw new UserError({ code: "no-data-set", what, path: ["log"], hint });
  }
  const { total_episodes: episodes, data_format: format, action_space: actions } = metadataOf(folder, shown);
  const places = Array.from({ length: episodes }, (_, k) => join(folder, String(k)));
  const tables = format === "hdf5" ? [] : places.map((place) => tableIn(place, format, shown));
  const files = format === "hdf5" ? [join(folder, MAIN)] : tables;
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) {
    const what = `${shown} is ${format} in its ${METADATA}, and has no ${relative(folder, missing)}`;
    throw new UserError({ code: "broken-data-set", what, path: ["log"] });
  }
  for (const file of files) refuseWaiting(file);
  const space = discrete.safeParse(actions === undefined ? undefined : jsonOf(actions)).data;
  return {
    files: [join(folder, METADATA), ...files],
    episodes,
    choices: space === undefined ? undefined : { count: space.n, first: space.start },
    open: (overflow) => (format === "hdf5" ? openHdf5Episodes(files[0]) : openTableEpisodes(tables, format, overflow)),
  };
}

function metadataOf(folder: string, shown: string): z.output<typeof metadata> {
  try {
    return metadata.parse(jsonOf(readNamedText(join(folder, METADATA))));
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason =
      error instanceof z.ZodError ? `${error.issues[0].path.join(".")}: ${error.issues[0].message}` : reasonOf(error);
    const what = `the ${METADATA} of ${shown} cannot be read: ${reason}`;
    throw new UserError({ code: "broken-data-set", what, path: ["log"] });
  }
}

/** Parses JSON as written by Python, which has literals for non-finite numbers. */
const jsonOf = (text: string): unknown => JSON.parse(text.replaceAll(/(?<![\w"])-?(?:Infinity|NaN)\b(?!")/g, "null"));

/** Path of an episode's table; the last candidate is returned where none exists. */
function tableIn(folder: string, format: string, shown: string): string {
  const there = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];
  const files = there.filter((name) => name.endsWith(`.${format}`));
  if (files.length < 2) return join(folder, files[0] ?? `part-0.${format}`);
  const what = `episode ${basename(folder)} of ${shown} lies in ${files.length} files, and one is read`;
  throw new UserError({ code: "broken-data-set", what, path: ["log"] });
}

/** Opens an HDF5 file, which is read one episode at a time. Throws an Error where it is invalid. */
async function openHdf5Episodes(path: string): Promise<EpisodeSource> {
  // Imported lazily because the library is large and rarely needed.
  const hdf5 = await import("h5wasm/node");
  const module = await hdf5.ready;
  // Make the library throw errors instead of printing them.
  module.activate_throwing_error_handler();
  const file = shortenErrors(() => new hdf5.File(path, "r"));
  const names = new Set(shortenErrors(() => file.keys()));
  const isGroup = (entity: unknown): entity is Group => entity instanceof hdf5.Group;
  const isArray = (entity: unknown): entity is Dataset => entity instanceof hdf5.Dataset;
  const arraysIn = (group: Group, name = ""): [string, EpisodeArray | undefined][] =>
    group.keys().flatMap((key): [string, EpisodeArray | undefined][] => {
      const entity = group.get(key);
      const below = nameBelow(name, key);
      if (isGroup(entity)) return arraysIn(entity, below);
      return isArray(entity) ? [[below, numbersIn(entity)]] : [];
    });
  return {
    read: async (episode) =>
      shortenErrors(() => {
        const name = `episode_${episode}`;
        const group = names.has(name) ? file.get(name) : null;
        if (!isGroup(group)) throw new Error(`there is no group ${name}`);
        return new Map(arraysIn(group));
      }),
    close: () => void file.close(),
  };
}

/** Reads an array with at least one dimension, rows first; undefined for arrays that are too wide. */
function numbersIn(array: Dataset): EpisodeArray | undefined {
  const [rows, ...sizes] = array.shape ?? [];
  const width = sizes.reduce((product, size) => product * size, 1);
  if (rows === undefined || width > MOST_WIDE) return undefined;
  if (rows * width > MOST_NUMBERS)
    throw new Error(`an array has ${rows * width} numbers, and at most ${MOST_NUMBERS} are read`);
  const { value } = array;
  if (!ArrayBuffer.isView(value) || value instanceof DataView) return undefined;
  return { width, values: Float64Array.from(value, Number) };
}

/** HDF5 error messages have many lines; the last but one names the cause. */
function shortenErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reasons = [...error.message.matchAll(/line \d+ in \w+\(\): (.*)/g)].map(([, reason]) => reason);
    throw new Error(reasons.at(-1) ?? error.message.split("\n")[0]);
  }
}

/** Opens tables in the order of their episodes; `overflow` is a private folder. */
async function openTableEpisodes(
  files: readonly string[],
  format: "arrow" | "parquet",
  overflow: string,
): Promise<EpisodeSource> {
  if (format === "arrow") {
    return {
      read: async (episode) => arraysOf(tableFromIPC(readNamed(files[episode])).toArray()),
      close() {},
    };
  }
  const { connection, close } = await openEngine({ overflow, memory: "500MB", threads: 1, files });
  return {
    async read(episode) {
      const rows = `FROM read_parquet(${quotedFile(files[episode])}) LIMIT ${MOST_ROWS + 1}`;
      const reader = await connection.runAndReadAll(rows);
      if (reader.currentRowCount > MOST_ROWS) throw new Error(`it has more than ${MOST_ROWS} rows`);
      return arraysOf(reader.getRowObjectsJS());
    },
    close,
  };
}

/** Arrays with one value per step, which have no value in the row of the final observation. */
const OF_STEPS = /^(?:actions(?:_|$)|rewards$|terminations$|truncations$)/;

/** Flattens columns of nested rows. */
function arraysOf(rows: readonly unknown[]): Map<string, EpisodeArray | undefined> {
  const columns = new Map<string, number[] | undefined>();
  const widths = new Map<string, number>();
  const add = (name: string, value: unknown): void => {
    const numbers = numbersOf(value);
    if (numbers === undefined && isRecord(value)) {
      for (const [key, part] of Object.entries(value)) add(nameBelow(name, key), part);
      return;
    }
    const before = columns.has(name) ? columns.get(name) : [];
    const width = numbers?.length ?? 0;
    const whole = numbers !== undefined && width <= MOST_WIDE && (widths.get(name) ?? width) === width;
    widths.set(name, width);
    if (whole && before !== undefined) before.push(...numbers);
    columns.set(name, whole ? before : undefined);
  };
  for (const row of rows) add("", row);
  const steps = Math.max(0, rows.length - 1);
  return new Map(
    [...columns].map(([name, numbers]) => {
      const width = widths.get(name) ?? 0;
      const whole = numbers !== undefined && numbers.length === rows.length * width;
      const end = OF_STEPS.test(name) ? steps * width : undefined;
      return [name, whole ? { width, values: Float64Array.from(numbers.slice(0, end)) } : undefined];
    }),
  );
}

/** Returns one number or several; undefined for bytes, such as image data. */
function numbersOf(value: unknown): number[] | undefined {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return [Number(value)];
  if (isNumbers(value)) return Array.from(value, Number);
  if (!Array.isArray(value)) return undefined;
  const parts = value.map(numbersOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

const isNumbers = (value: unknown): value is ArrayLike<number | bigint> =>
  ArrayBuffer.isView(value) && !(value instanceof DataView) && !Buffer.isBuffer(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
