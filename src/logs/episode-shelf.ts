// Stores recorded episodes as logs are stored: numbers per step, under the hash of the files. A data set is read twice, one episode at a
// time: first to find the arrays that all episodes have, then to store these.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { Status } from "../core/environment.ts";
import { messageOf, UserError } from "../core/errors.ts";
import { placeBeside } from "../core/files.ts";
import { FORMATS } from "../core/formats.ts";
import type { Preparation } from "../core/registry.ts";
import { checkContent } from "./content.ts";
import {
  headerOf,
  type KeptLog,
  keepLog,
  logUnder,
  type RecordedEpisodes,
  RecordWriter,
  takenLog,
} from "./kept-log.ts";
import { type DataSet, dataSetAt, type EpisodeArrays, type EpisodeSource, MOST_WIDE } from "./minari.ts";
import { contentField, sourceOf } from "./source.ts";

/** Version of the stored format; increase it when the same files yield different records. */
const VERSION = 1;

/** Name of the records, as in other kinds of logs. */
export const EPISODES = "episodes";

const details = z.strictObject({
  file: z.string().min(1).describe("folder of a data set of Minari; a path starts from the experiment's folder"),
  content: contentField,
  fit: z
    .number()
    .min(0)
    .lt(1)
    .default(0)
    .describe("share of the episodes, the first, that is set aside for what learns from them; the rest is scored"),
});

/** Parameter of an environment that replays recorded episodes: a data set, alone or with details. */
export const recordedSource = sourceOf(details);

/** Reference to recorded episodes in an experiment. */
export type RecordedSource = z.output<typeof details>;

/** A stored log whose records are steps of episodes: the time, the reward, then the numbers of each array. */
export interface EpisodeLog extends KeptLog {
  readonly recorded: RecordedEpisodes;
}

/**
 * Ensures that a data set is stored, and returns its source with the hash as `content`. Throws a UserError where it is invalid or differs
 * from a given `content`.
 */
export async function prepareEpisodes(source: RecordedSource, place: Preparation): Promise<RecordedSource> {
  const folder = resolve(place.cache);
  if (source.content !== undefined && takenLog(folder, source.content) !== undefined) return source;
  const set = dataSetAt(resolve(place.directory, source.file), source.file);
  const content = await contentOf(set, place);
  checkContent(source.file, source.content, content, "log");
  if (headerOf(folder, content) === undefined) await keep(set, source.file, folder, content, place);
  const left = takenLog(folder, content)?.recorded?.left ?? [];
  if (left.length > 0) place.onNotice?.(leftOut(source.file, left));
  return { ...source, content };
}

/** Message on arrays that were left out, with the reasons. */
export const leftOut = (file: string, left: readonly string[]): string =>
  `${file}: left out, as they are not 1 to ${MOST_WIDE} numbers in every step: ${left.join(", ")}`;

/** Returns episodes that `prepareEpisodes` has prepared in this thread. Throws a UserError otherwise. */
export function episodesAtHand({ file, content }: RecordedSource): EpisodeLog {
  const log = logUnder(content, file, "data set", UNREAD);
  if (log.recorded === undefined) throw new Error(`the log ${content} holds no episodes`);
  return { ...log, recorded: log.recorded };
}

const UNREAD = "data sets are read by agon run, play, step and show, and by `prepare` of a registry's entry";

async function contentOf({ files }: DataSet, { onProgress, signal }: Preparation): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([VERSION, EPISODES]));
  for (const [k, file] of files.entries()) {
    hash.update(JSON.stringify([basename(dirname(file)), basename(file)]));
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 })) {
      signal?.throwIfAborted();
      hash.update(bytes);
    }
    onProgress?.(`looking at file ${k + 1} of ${files.length}`);
  }
  return hash.digest("hex").slice(0, 16);
}

const keep = (set: DataSet, shown: string, folder: string, content: string, place: Preparation): Promise<void> =>
  keepLog(folder, content, async (records) => {
    const source = await set.open(placeBeside(join(folder, content))).catch((error: unknown) => {
      throw broken(shown, messageOf(error));
    });
    const reading = { source, set, shown, place };
    try {
      const recorded = await surveyed(reading);
      const { steps, blocks } = await written(reading, recorded, records);
      const numbers = ["payoff", ...recorded.arrays.flatMap(columnsOf)];
      const [first, last] = [0, Math.max(...recorded.lengths)];
      const none = numbers.map(() => 0);
      return {
        ...{
          format: FORMATS.log,
          kind: EPISODES,
          file: shown,
          records: steps + set.episodes,
          rows: steps,
          parties: [],
          numbers,
        },
        ...{ assumed: [], most: none, best: none, first, last, skipped: 0, reasons: [], blocks, recorded },
      };
    } finally {
      source.close();
    }
  });

/** Error for an unreadable data set. */
const broken = (shown: string, reason: string): UserError =>
  new UserError({ code: "broken-data-set", what: `${shown} cannot be read: ${reason}`, path: ["log"] });

interface Reading {
  readonly source: EpisodeSource;
  readonly set: DataSet;
  readonly shown: string;
  readonly place: Preparation;
}

/** Yields every episode with its arrays and number of steps. */
async function* episodesOf({ source, set, shown, place }: Reading): AsyncGenerator<readonly [EpisodeArrays, number]> {
  for (let episode = 0; episode < set.episodes; episode++) {
    place.signal?.throwIfAborted();
    place.onProgress?.(`reading ${shown}: episode ${episode + 1} of ${set.episodes}`);
    const arrays = await source.read(episode).catch((error: unknown) => {
      throw broken(shown, `episode ${episode}: ${messageOf(error)}`);
    });
    const steps = arrays.get("rewards")?.values.length ?? 0;
    for (const name of ["rewards", "terminations", "truncations"]) {
      const array = arrays.get(name);
      const whole = array?.width === 1 && array.values.length === steps && array.values.every(Number.isFinite);
      if (!whole || steps === 0) throw broken(shown, `episode ${episode} has no ${name}, one number for each step`);
    }
    yield [arrays, steps];
  }
}

/** Column names of an array: its name, or one name for each of its numbers. */
export const columnsOf = ({ name, width }: { readonly name: string; readonly width: number }): string[] =>
  width === 1 ? [name] : Array.from({ length: width }, (_, k) => `${name}_${k}`);

const PARTS = ["actions", "observations", "infos"] as const;
const partOf = (name: string) => PARTS.find((part) => name === part || name.startsWith(`${part}_`));

/** Finds the arrays that all episodes have, in the order of parts, with their ranges. */
async function surveyed(reading: Reading): Promise<RecordedEpisodes> {
  const { set, shown } = reading;
  type CountedArray = Omit<RecordedEpisodes["arrays"][number], "name" | "part"> & { episodes: number };
  const byName = new Map<string, CountedArray>();
  const [lengths, ends]: [number[], number[]] = [[], []];
  const pay = { low: 0, high: 0 };
  for await (const [arrays, steps] of episodesOf(reading)) {
    const [over, cut] = ["terminations", "truncations"].map((name) => arrays.get(name)?.values[steps - 1] === 1);
    // An episode that is marked neither terminated nor truncated counts as truncated.
    ends.push((over ? Status.terminated : 0) + (cut || !over ? Status.truncated : 0));
    lengths.push(steps);
    for (const value of arrays.get("rewards")?.values ?? []) {
      pay.low = Math.min(pay.low, value);
      pay.high = Math.max(pay.high, value);
    }
    for (const [name, array] of arrays) {
      const width = array?.width ?? 0;
      const before = byName.get(name) ?? { ...{ episodes: 0, width, begins: true }, ...noRange(width) };
      const rows = array === undefined ? 0 : array.values.length / width;
      const fits = rows === steps + 1 || (rows === steps && !name.startsWith("observations"));
      const whole = fits && width === before.width && array?.values.every(Number.isFinite) === true;
      for (let k = 0; whole && k < array.values.length; k++) {
        const [column, value] = [k % width, array.values[k]];
        if (value < before.low[column]) before.low[column] = value;
        if (value > before.high[column]) before.high[column] = value;
      }
      const begins = before.begins && rows === steps + 1;
      byName.set(name, { ...before, begins, episodes: before.episodes + (whole ? 1 : 0) });
    }
  }
  const named = [...byName].flatMap(([name, array]) => {
    const part = partOf(name);
    return part === undefined ? [] : [{ name, part, ...array }];
  });
  const left = named.filter(({ episodes }) => episodes < set.episodes);
  const arrays = PARTS.flatMap((part) => named.filter((one) => one.part === part && !left.includes(one)));
  const actions = arrays.filter(({ part }) => part === "actions");
  if (actions.length === 0 || left.some(({ part }) => part === "actions")) {
    throw broken(shown, "its actions are no numbers, the same count in every step");
  }
  const [{ width, low, high }] = actions;
  const { first, count } = set.choices ?? { first: 0, count: 0 };
  const chosen = actions.length === 1 && width === 1 && low[0] >= first && high[0] < first + count;
  return {
    ...{ lengths, ends, pay, left: left.map(({ name }) => name) },
    arrays: arrays.map(({ episodes: _, ...array }) => array),
    ...(chosen ? { choices: { count, first } } : {}),
  };
}

const noRange = (width: number) => ({
  low: new Array<number>(width).fill(Number.POSITIVE_INFINITY),
  high: new Array<number>(width).fill(Number.NEGATIVE_INFINITY),
});

/** Writes the records. Each episode starts with a record of the observation before its first step. */
async function written(
  reading: Reading,
  { arrays }: RecordedEpisodes,
  file: string,
): Promise<{ steps: number; blocks: number[] }> {
  const record = new Float64Array(2 + arrays.reduce((sum, { width }) => sum + width, 0));
  const writer = new RecordWriter(file, record.length);
  let count = 0;
  try {
    for await (const [recorded, steps] of episodesOf(reading)) {
      for (let row = 0; row <= steps; row++) {
        record.fill(0);
        record[0] = row;
        if (row > 0) record[1] = recorded.get("rewards")?.values[row - 1] ?? 0;
        let at = 2;
        for (const { name, width, begins } of arrays) {
          const values = recorded.get(name)?.values;
          // An array may have one more row than steps in some episodes only.
          const first = values === undefined || values.length / width === steps ? row - 1 : row;
          if (values !== undefined && (begins || row > 0))
            record.set(values.subarray(first * width, (first + 1) * width), at);
          at += width;
        }
        writer.add(record);
      }
      count += steps;
    }
  } finally {
    writer.close();
  }
  return { steps: count, blocks: [...writer.blocks] };
}
