// A log that was read once, kept as numbers side by side, so that a world reads any record of it at once and in little memory.
//
//   FOLDER/CONTENT.json   what it is: the header
//   FOLDER/CONTENT.log    records, each `width` doubles: the time, then column by column a number of each party

import { closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writing } from "../core/files.ts";

/** What is known of episodes that were recorded, whose records are steps and one before the first of each. */
const recorded = z.object({
  /** Steps of each episode. */
  lengths: z.array(z.int()),
  /** How each ended, as bits of a status. */
  ends: z.array(z.int()),
  /** Arrays whose numbers stand in a record, after the pay. */
  arrays: z.array(
    z.object({
      name: z.string(),
      part: z.enum(["actions", "observations", "infos"]),
      width: z.int(),
      /** Of each of its numbers the least and the most, [width]. */
      low: z.array(z.number()),
      high: z.array(z.number()),
      /** Whether it also has a row before the first step. */
      begins: z.boolean(),
    }),
  ),
  pay: z.object({ low: z.number(), high: z.number() }),
  /** Where an action is one of a few: how many there are, and the number of the first. */
  choices: z.object({ count: z.int(), first: z.number() }).optional(),
  /** Arrays that were left out. */
  left: z.array(z.string()),
});

/** What is known of episodes that were recorded. */
export type RecordedEpisodes = Readonly<z.output<typeof recorded>>;

const header = z.object({
  format: z.literal(2),
  kind: z.string(),
  /** As the experiment names it. */
  file: z.string(),
  records: z.int(),
  rows: z.int(),
  /** Names of the parties, in the order of their numbers; none where a record is a row. */
  parties: z.array(z.string()),
  /** Columns of numbers: those of the schema, then the family. */
  numbers: z.array(z.string()),
  /** Columns that the file does not have, and what stands for their numbers. */
  assumed: z.array(z.object({ name: z.string(), value: z.number() })),
  /** The largest number of each column. */
  most: z.array(z.number()),
  /** Sum of each column over all records, of the party whose first number is the record's largest. */
  best: z.array(z.number()),
  first: z.number(),
  last: z.number(),
  /** Rows that were left out, and the first of them in words. */
  skipped: z.int(),
  reasons: z.array(z.string()),
  recorded: recorded.optional(),
});

/** What a kept log is. */
export type LogHeader = Readonly<z.output<typeof header>>;

/** A kept log, open for reading. */
export interface KeptLog extends LogHeader {
  /** Numbers of a record. */
  readonly width: number;
  /** Writes record `t` of 0 … records−1 to `into`, [width]. */
  read(t: number, into: Float64Array): void;
}

/** Bytes that are read at once. */
const WINDOW = 1 << 16;

/** Descriptors of this thread, by file: a log is opened once, however many worlds play it. */
const opened = new Map<string, number>();

export const headerFile = (folder: string, content: string) => join(folder, `${content}.json`);
export const recordsFile = (folder: string, content: string) => join(folder, `${content}.log`);

/** The header of a kept log; undefined where the folder does not hold it whole. */
export function headerOf(folder: string, content: string): LogHeader | undefined {
  const file = headerFile(folder, content);
  if (!existsSync(file) || !existsSync(recordsFile(folder, content))) return undefined;
  const read = header.safeParse(JSON.parse(readFileSync(file, "utf8")));
  return read.success ? read.data : undefined;
}

/** Numbers of a record: its time and, of every column, one for each party. */
export function widthOf({ parties, numbers }: Pick<LogHeader, "parties" | "numbers">): number {
  return 1 + numbers.length * Math.max(1, parties.length);
}

/** Opens a kept log. Throws an Error where the folder does not hold it. */
export function openLog(folder: string, content: string): KeptLog {
  const found = headerOf(folder, content);
  if (found === undefined) throw new Error(`no log ${content} is kept in ${folder}`);
  const width = widthOf(found);
  const file = recordsFile(folder, content);
  const descriptor = opened.get(file) ?? openSync(file, "r");
  opened.set(file, descriptor);
  const held = Math.max(1, Math.floor(WINDOW / (8 * width)));
  const window = new Float64Array(held * width);
  const bytes = new Uint8Array(window.buffer);
  let begin = 0;
  let end = 0;
  return {
    ...found,
    width,
    read(t, into) {
      if (t < begin || t >= end) {
        begin = t;
        end = Math.min(found.records, t + held);
        readSync(descriptor, bytes, 0, (end - begin) * width * 8, begin * width * 8);
      }
      const at = (t - begin) * width;
      for (let k = 0; k < width; k++) into[k] = window[at + k];
    },
  };
}

/** Writes records one after the other; nothing is kept in memory but a window. */
export class RecordWriter {
  readonly #descriptor: number;
  readonly #place: string;
  readonly #window: Float64Array;
  #filled = 0;

  constructor(file: string, width: number) {
    this.#place = file;
    this.#descriptor = writing(file, () => openSync(file, "w"));
    this.#window = new Float64Array(Math.max(1, Math.floor((1 << 20) / (8 * width))) * width);
  }

  /** Writes `record`, [width]. A UserError where the disk refuses. */
  add(record: Float64Array): void {
    this.#window.set(record, this.#filled);
    this.#filled += record.length;
    if (this.#filled + record.length > this.#window.length) this.#flush();
  }

  #flush(): void {
    const bytes = new Uint8Array(this.#window.buffer, 0, this.#filled * 8);
    writing(this.#place, () => {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    });
    this.#filled = 0;
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#descriptor);
    }
  }
}
