// Episodes in one HDF5 file: a group for each, and in it groups and arrays. The file is read where it lies, an episode at a time.

import type { Dataset, Group } from "h5wasm/node";
import { type EpisodeArray, type EpisodeSource, MOST_WIDE, nameBelow } from "./episode-arrays.ts";

/** Opens a file. An Error says what is wrong with it. */
export async function openHdf5Episodes(path: string): Promise<EpisodeSource> {
  // Loaded here: it is large, and few need it.
  const hdf5 = await import("h5wasm/node");
  const module = await hdf5.ready;
  // Errors are thrown, and not printed.
  module.activate_throwing_error_handler();
  const file = told(() => new hdf5.File(path, "r"));
  const names = new Set(told(() => file.keys()));
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
      told(() => {
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
  const { value } = array;
  if (!ArrayBuffer.isView(value) || value instanceof DataView) return undefined;
  return { width, values: Float64Array.from(value, Number) };
}

/** HDF5's own account of an error is long; its last line but one says what it is. */
function told<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reasons = [...error.message.matchAll(/line \d+ in \w+\(\): (.*)/g)].map(([, reason]) => reason);
    throw new Error(reasons.at(-1) ?? error.message.split("\n")[0]);
  }
}
