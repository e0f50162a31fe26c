// A stored log: records of numbers in a binary file, so that an environment reads any record directly and with little memory.
//
//   FOLDER/CONTENT.json   header
//   FOLDER/CONTENT.log    records of `width` doubles each: the time, then for every column one number per party
//
// The header contains checksums of itself and of every block of records, so that damaged or modified logs are never played.

import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { checkedJson, parseChecked } from "../core/checksum.ts";
import { UserError } from "../core/errors.ts";
import { makeFolder, placeBeside, sweepLeftovers, writeWhole, writing } from "../core/files.ts";
import { FORMATS } from "../core/formats.ts";
import { checkPlace, keptFile, makeStore, openKept, readKeptText } from "../core/kept-files.ts";

/** Metadata of recorded episodes. Each step is a record, and each episode has one more record before its first step. */
const recorded = z.object({
  /** Number of steps of each episode. */
  lengths: z.array(z.int()),
  /** End of each episode as status bits. */
  ends: z.array(z.int()),
  /** Arrays in a record, after the reward. */
  arrays: z.array(
    z.object({
      name: z.string(),
      part: z.enum(["actions", "observations", "infos"]),
      width: z.int(),
      /** Minimum and maximum of each number of a row, [width]. */
      low: z.array(z.number()),
      high: z.array(z.number()),
      /** Whether the array has a row before the first step. */
      begins: z.boolean(),
    }),
  ),
  pay: z.object({ low: z.number(), high: z.number() }),
  /** For discrete actions: their number and the smallest value. */
  choices: z.object({ count: z.int(), first: z.number() }).optional(),
  /** Names of arrays that were left out. */
  left: z.array(z.string()),
});

/** Metadata of recorded episodes. */
export type RecordedEpisodes = Readonly<z.output<typeof recorded>>;

const header = z.object({
  format: z.literal(FORMATS.log),
  kind: z.string(),
  /** File name in the experiment. */
  file: z.string(),
  records: z.int(),
  /** Number of valid rows. */
  rows: z.int(),
  /** Names of the parties, in the order of their numbers; empty where a record is one row. */
  parties: z.array(z.string()),
  /** Names of the number columns: those of the schema, then the family. */
  numbers: z.array(z.string()),
  /** Columns that the file lacks, and their assumed values. */
  assumed: z.array(z.object({ name: z.string(), value: z.number() })),
  /** Maximum of each column. */
  most: z.array(z.number()),
  /** Sum of each column over all records, taken for the party with the largest first number of the record. */
  best: z.array(z.number()),
  first: z.number(),
  last: z.number(),
  /** Number of skipped rows, and messages of the first. */
  skipped: z.int(),
  reasons: z.array(z.string()),
  /** Number of records that lack a skipped row, where the row's record is known. */
  lessened: z.int().optional(),
  /** Number of skipped rows that could not be parsed, so that their record is unknown. */
  unread: z.int().optional(),
  /** Skipped rows by reason. */
  counts: z.array(z.object({ reason: z.string(), rows: z.int(), first: z.string() })).optional(),
  /** Number of dropped duplicate rows. */
  dropped: z.int().optional(),
  /** CRC-32 of each block of records. */
  blocks: z.array(z.int()),
  recorded: recorded.optional(),
});

/** Header of a stored log. */
export type LogHeader = Readonly<z.output<typeof header>>;

/** A stored log, open for reading. */
export interface KeptLog extends LogHeader {
  /** Number of values in a record. */
  readonly width: number;
  /** Writes record `t` of 0 … records−1 to `into`, [width]. */
  read(t: number, into: Float64Array): void;
}

/** Number of records in a block, which is read at once. */
const heldBy = (width: number): number => Math.max(1, Math.floor((1 << 16) / (8 * width)));

/** File descriptors of this thread; each log is opened once and shared by all environments that play it. */
const opened = new Map<string, number>();

export const headerFile = (folder: string, content: string) => join(folder, `${content}.json`);
export const recordsFile = (folder: string, content: string) => join(folder, `${content}.log`);

/** Returns the header of a stored log; undefined where the folder lacks it, or its checksum or length is wrong. */
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

/** Folders of the logs available to this thread, by content hash; the content under a hash never changes. */
const atHand = new Map<string, string>();

/** Returns the header of a stored log and makes the log available to this thread; undefined where the folder lacks it. */
export function takenLog(folder: string, content: string): LogHeader | undefined {
  const header = headerOf(folder, content);
  if (header !== undefined) atHand.set(content, folder);
  return header;
}

/** Returns a log available in this thread under the given file name. Throws a UserError with the hint otherwise. */
export function logUnder(content: string | undefined, file: string, what: string, hint: string): KeptLog {
  const folder = content === undefined ? undefined : atHand.get(content);
  if (folder === undefined || content === undefined) {
    throw new UserError({ code: "unread-log", what: `the ${what} ${file} was not read yet`, path: ["log"], hint });
  }
  // One content may be used under several names.
  return { ...openLog(folder, content), file };
}

/** Stores the records that `write` produces, with the header that it returns. */
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
      // The header is written last; its presence marks a complete log.
      writeWhole(headerFile(folder, content), checkedJson(header));
    });
  } finally {
    rmSync(records, { force: true });
  }
}

/** Number of values in a record: the time and, for every column, one for each party. */
export function widthOf({ parties, numbers }: Pick<LogHeader, "parties" | "numbers">): number {
  return 1 + numbers.length * Math.max(1, parties.length);
}

/** Opens a stored log. Throws an Error where the folder lacks it; reading modified data throws a UserError. */
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

/**
 * Returns a descriptor of a file of records. A file that was rewritten is reopened; environments that play the old one keep its descriptor.
 */
function descriptorOf(file: string): number {
  const before = opened.get(file);
  if (before !== undefined && fstatSync(before).ino === statSync(file).ino) return before;
  const descriptor = openKept(dirname(dirname(file)), file);
  opened.set(file, descriptor);
  return descriptor;
}

/** Writes records sequentially, with only a window of them in memory. */
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

  /** CRC-32 of each block; complete once the writer is closed. */
  get blocks(): readonly number[] {
    return this.#blocks;
  }

  /** Appends `record`, [width]. Throws a UserError where the disk refuses. */
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
