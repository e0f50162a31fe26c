// A data set as Minari keeps it: a folder with `metadata.json`, and the episodes in one HDF5 file or in a folder each, as Arrow or
// Parquet. What holds numbers is read, flat: arrays of whole episodes, by the names of the groups that they lie in. In HDF5 an episode
// is a group; in a table a row is an observation, beside which stands the step after it, and the last row has no step.

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

/** Numbers of one name in an episode, row after row. */
interface EpisodeArray {
  /** Numbers of a row. */
  readonly width: number;
  /** [rows × width] */
  readonly values: Float64Array;
}

/** Arrays by their names, `observations_velocity`; undefined where there are no numbers, or not as many in every row. */
export type EpisodeArrays = ReadonlyMap<string, EpisodeArray | undefined>;

/** Episodes, open for reading. */
export interface EpisodeSource {
  /** Reads episode k. An Error says what is wrong with it. */
  read(episode: number): Promise<EpisodeArrays>;
  close(): void;
}

/** Numbers that a row of one array may have; pictures have more. */
export const MOST_WIDE = 512;

/** Numbers of an array of one episode: a small file that is packed may say that it has any. */
const MOST_NUMBERS = 100_000_000;

/** Rows of a table of one episode. */
const MOST_ROWS = 1_000_000;

/** The name of a part below another; parts of a tuple are numbered alike in all formats. */
const nameBelow = (name: string, part: string): string =>
  name === "" ? part : `${name}_${part.replace(/^_index_(\d+)$/, "$1").replaceAll(/\W/g, "_")}`;

/** A data set, as its `metadata.json` describes it. */
export interface DataSet {
  /** All that it is read from. */
  readonly files: readonly string[];
  readonly episodes: number;
  /** Where an action is one of a few: how many there are, and the number of the first. */
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

/** Looks at a data set: its folder, the folder `data` in it, or the HDF5 file there. A UserError where it is none. */
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

/** JSON as Python writes it, which has words for numbers that are none. */
const jsonOf = (text: string): unknown => JSON.parse(text.replaceAll(/(?<![\w"])-?(?:Infinity|NaN)\b(?!")/g, "null"));

/** The table of an episode; the last place is where one would be looked for. */
function tableIn(folder: string, format: string, shown: string): string {
  const there = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];
  const files = there.filter((name) => name.endsWith(`.${format}`));
  if (files.length < 2) return join(folder, files[0] ?? `part-0.${format}`);
  const what = `episode ${basename(folder)} of ${shown} lies in ${files.length} files, and one is read`;
  throw new UserError({ code: "broken-data-set", what, path: ["log"] });
}

/** Opens an HDF5 file, of which an episode is read at a time. An Error says what is wrong with it. */
async function openHdf5Episodes(path: string): Promise<EpisodeSource> {
  // Loaded here: it is large, and few need it.
  const hdf5 = await import("h5wasm/node");
  const module = await hdf5.ready;
  // Errors are thrown, and not printed.
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

/** Numbers of an array with at least one dimension, its rows first; one that is too wide is not read. */
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

/** HDF5's own account of an error is long; its last line but one says what it is. */
function shortenErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reasons = [...error.message.matchAll(/line \d+ in \w+\(\): (.*)/g)].map(([, reason]) => reason);
    throw new Error(reasons.at(-1) ?? error.message.split("\n")[0]);
  }
}

/** Opens tables, in the order of their episodes; `overflow` is a folder of their own. */
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

/** What has a value for each step, and none for the last observation. */
const OF_STEPS = /^(?:actions(?:_|$)|rewards$|terminations$|truncations$)/;

/** Columns of nested rows, flat. */
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

/** One number or several; bytes, such as those of a picture, are none. */
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
