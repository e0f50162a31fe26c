// A data set as Minari keeps it: a folder with `metadata.json`, and the episodes in one HDF5 file or in a folder each, as Arrow or
// Parquet. What holds numbers is read, flat: arrays of whole episodes, by the names of the groups that they lie in.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";
import type { EpisodeSource } from "./episode-arrays.ts";
import { openHdf5Episodes } from "./minari-hdf5.ts";
import { openTableEpisodes } from "./minari-tables.ts";

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
  total_episodes: z.int().min(1),
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
    return metadata.parse(jsonOf(readFileSync(join(folder, METADATA), "utf8")));
  } catch (error) {
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
  const found = there.filter((name) => name.endsWith(`.${format}`));
  if (found.length < 2) return join(folder, found[0] ?? `part-0.${format}`);
  const what = `episode ${basename(folder)} of ${shown} lies in ${found.length} files, and one is read`;
  throw new UserError({ code: "broken-data-set", what, path: ["log"] });
}
