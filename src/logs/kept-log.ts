// A log that was read once, kept as numbers side by side, so that a world reads any record of it at once and in little memory.
//
//   FOLDER/CONTENT.json   what it is: the header
//   FOLDER/CONTENT.log    records, each `width` doubles: the time, then column by column a number of each party
//
// The header has a checksum of itself and of every block of records, so that what was cut or changed is never played.

import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { checkedJson, parseChecked } from "../core/checksum.ts";
import { UserError } from "../core/errors.ts";
import { makeFolder, placeBeside, sweepLeftovers, writeWhole, writing } from "../core/files.ts";
import { FORMATS } from "../core/formats.ts";
import { checkPlace, keptFile, makeStore, openKept, readKeptText } from "../core/kept-files.ts";

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
  format: z.literal(FORMATS.log),
  kind: z.string(),
  /** As the experiment names it. */
  file: z.string(),
  records: z.int(),
  /** Rows that were read and are good. */
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
  /** Records that lack a row which was left out, as far as its record could be read. */
  lessened: z.int().optional(),
  /** Rows that were left out, and could not be parted into fields or numbers, so that their record is unknown. */
  unread: z.int().optional(),
  /** The same by reason. */
  counts: z.array(z.object({ reason: z.string(), rows: z.int(), first: z.string() })).optional(),
  /** Rows that were left out as they are like earlier ones. */
  dropped: z.int().optional(),
  /** CRC-32 of each block of records. */
  blocks: z.array(z.int()),
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

/** Records of a block, which is read at once. */
const heldBy = (width: number): number => Math.max(1, Math.floor((1 << 16) / (8 * width)));

/** Descriptors of this thread, by file: a log is opened once, however many worlds play it. */
const opened = new Map<string, number>();

export const headerFile = (folder: string, content: string) => join(folder, `${content}.json`);
export const recordsFile = (folder: string, content: string) => join(folder, `${content}.log`);

/** The header of a kept log; undefined where the folder does not hold it, or holds it damaged or of another length. */
export function headerOf(folder: string, content: string): LogHeader | undefined {
  const [file, records] = [headerFile(folder, content), recordsFile(folder, content)];
  const kept = keptFile(dirname(folder), records);
  if (kept === undefined || keptFile(dirname(folder), file) === undefined) return undefined;
  try {
    const read = header.parse(parseChecked(readKeptText(dirname(folder), file)));
    return kept.size === 8 * read.records * widthOf(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Where this thread has logs at hand, by content: what was found once under a hash cannot become another. */
const atHand = new Map<string, string>();

/** The header of a kept log, which then is at hand; undefined where the folder does not hold it. */
export function takenLog(folder: string, content: string): LogHeader | undefined {
  const header = headerOf(folder, content);
  if (header !== undefined) atHand.set(content, folder);
  return header;
}

/** A log that was taken in this thread, under the name that it has here. A UserError with the hint where it was not. */
export function logUnder(content: string | undefined, file: string, what: string, hint: string): KeptLog {
  const folder = content === undefined ? undefined : atHand.get(content);
  if (folder === undefined || content === undefined) {
    throw new UserError({ code: "unread-log", what: `the ${what} ${file} was not read yet`, path: ["log"], hint });
  }
  // The same content may have other names.
  return { ...openLog(folder, content), file };
}

/** Keeps what `write` writes into a file of records, under the header that it gives. */
export async function keepLog(
  folder: string,
  content: string,
  write: (records: string) => Promise<LogHeader>,
): Promise<void> {
  writing(folder, () => {
    checkPlace(dirname(folder), headerFile(folder, content));
    makeStore(dirname(folder));
    makeFolder(folder);
    sweepLeftovers(folder);
  });
  const records = placeBeside(recordsFile(folder, content));
  try {
    const header = await write(records);
    writing(folder, () => {
      renameSync(records, recordsFile(folder, content));
      // Written last: a log is kept when this file is there.
      writeWhole(headerFile(folder, content), checkedJson(header));
    });
  } finally {
    rmSync(records, { force: true });
  }
}

/** Numbers of a record: its time and, of every column, one for each party. */
export function widthOf({ parties, numbers }: Pick<LogHeader, "parties" | "numbers">): number {
  return 1 + numbers.length * Math.max(1, parties.length);
}

/** Opens a kept log. Throws an Error where the folder does not hold it; to read what was changed since throws a UserError. */
export function openLog(folder: string, content: string): KeptLog {
  const header = headerOf(folder, content);
  if (header === undefined) throw new Error(`no log ${content} is kept in ${folder}`);
  const width = widthOf(header);
  const file = recordsFile(folder, content);
  const descriptor = descriptorOf(file);
  const held = heldBy(width);
  const window = new Float64Array(held * width);
  const bytes = Buffer.from(window.buffer);
  let begin = 0;
  let end = 0;
  const look = (block: number): void => {
    const first = block * held;
    const last = Math.min(header.records, first + held);
    const wanted = bytes.subarray(0, (last - first) * width * 8);
    const read = readSync(descriptor, wanted, 0, wanted.length, first * width * 8);
    if (read !== wanted.length || crc32(wanted) !== header.blocks[block]) {
      opened.delete(file);
      const hint = "remove it, and the log is read again from the file that it was made of";
      throw new UserError({ code: "damaged-log", what: `${file} is not as it was written`, hint });
    }
    [begin, end] = [first, last];
  };
  return {
    ...header,
    width,
    read(t, into) {
      if (t < begin || t >= end) look(Math.floor(t / held));
      const at = (t - begin) * width;
      for (let k = 0; k < width; k++) into[k] = window[at + k];
    },
  };
}

/** An open file of records; one that was written anew since is opened anew, and worlds that play the former one keep it. */
function descriptorOf(file: string): number {
  const before = opened.get(file);
  if (before !== undefined && fstatSync(before).ino === statSync(file).ino) return before;
  const descriptor = openKept(dirname(dirname(file)), file);
  opened.set(file, descriptor);
  return descriptor;
}

/** Writes records one after the other; nothing is kept in memory but a window. */
export class RecordWriter {
  readonly #descriptor: number;
  readonly #place: string;
  readonly #window: Float64Array;
  readonly #blocks: number[] = [];
  #filled = 0;

  constructor(file: string, width: number) {
    this.#place = file;
    this.#descriptor = writing(file, () => openSync(file, "w"));
    this.#window = new Float64Array(heldBy(width) * width);
  }

  /** CRC-32 of each block, once it is closed. */
  get blocks(): readonly number[] {
    return this.#blocks;
  }

  /** Writes `record`, [width]. A UserError where the disk refuses. */
  add(record: Float64Array): void {
    this.#window.set(record, this.#filled);
    this.#filled += record.length;
    if (this.#filled + record.length > this.#window.length) this.#flush();
  }

  #flush(): void {
    if (this.#filled === 0) return;
    const bytes = new Uint8Array(this.#window.buffer, 0, this.#filled * 8);
    writing(this.#place, () => {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    });
    this.#blocks.push(crc32(bytes));
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
