// CSV files of a user's: which character parts their fields and what their first line calls them, how their lines end, and in which
// line something stands. DuckDB would guess the shape from many lines, and guess wrong as soon as one of these is malformed. It counts
// rows and bytes, and stops at line ends of two kinds and at bytes that are no UTF-8 without saying where: that is told here.

import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { pipeline as finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { shortened, UserError } from "../core/errors.ts";
import { makeFolder, reasonOf, writing } from "../core/files.ts";
import { NO_UTF8, wideText } from "./encoding.ts";

const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

export interface CsvShape {
  readonly delimiter: string;
  readonly columns: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|"];
/** A first line that is longer is none. */
const LONGEST = 1 << 20;

/** Columns: to read more takes the square of their number. */
const MOST_COLUMNS = 10_000;

/** Bytes that are read at once. */
const PIECE = 1 << 18;

/** Bytes of a line. DuckDB tells one of 2 MB, and leaves out one of 32 MB without a word. */
const MOST_OF_A_LINE = 1 << 24;

/** The shape of a file; a UserError where it is empty, or a column has no name or that of another. */
export async function csvShape(file: string, shown: string): Promise<CsvShape> {
  const line = await firstLine(file);
  const where = `${shown}:1`;
  if (line.trim() === "")
    throw new UserError({ code: "empty-log", what: "holds no line with names of columns", where });
  if (/\p{Cc}|\ufffd/u.test(line.replaceAll("\t", ""))) {
    const hint = "Parquet files are called .parquet, packed CSV .csv.gz; iconv converts other encodings";
    throw new UserError({ code: "broken-log", what: "is no text in UTF-8", where, hint });
  }
  const bare = line.replaceAll(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))];
  const columns = fieldsOf(line, delimiter);
  if (columns.length > MOST_COLUMNS) {
    const what = `has ${columns.length.toLocaleString("en-US")} columns, and at most 10,000 are read`;
    throw new UserError({ code: "too-large", what, where });
  }
  const before = new Map<string, string>();
  for (const [k, name] of columns.entries()) {
    if (name === "") throw new UserError({ code: "bad-column", what: `column ${k + 1} has no name`, where });
    const other = before.get(name.toLowerCase());
    if (other !== undefined && other !== name) throw caseAlone(other, name, where);
    if (other !== undefined)
      throw new UserError({
        code: "bad-column",
        what: `two columns are called ${JSON.stringify(shortened(name))}`,
        where,
      });
    before.set(name.toLowerCase(), name);
  }
  return { delimiter, columns };
}

/** Columns that SQL does not tell apart. */
export const caseAlone = (one: string, other: string, where: string): UserError =>
  new UserError({
    code: "bad-column",
    what: `the columns ${JSON.stringify(shortened(one))} and ${JSON.stringify(shortened(other))} differ by case alone`,
    where,
    hint: "rename one of them in the file",
  });

async function firstLine(file: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of textOf(file)) {
    text += decoder.decode(bytes, { stream: true });
    const end = text.indexOf("\n");
    if (end >= 0) text = text.slice(0, end);
    if (end >= 0 || text.length > LONGEST) break;
  }
  return text.replace(/\r$/, "");
}

/** Fields of one line; quotes around a field are no part of it, and two within it are one. */
function fieldsOf(line: string, delimiter: string): string[] {
  const part = delimiter === "|" ? "\\|" : delimiter;
  const field = new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?:${part}|$)|([^${part}]*)(?:${part}|$)`, "y");
  const fields: string[] = [];
  while (field.lastIndex <= line.length) {
    const at = field.lastIndex;
    const match = field.exec(line);
    if (match === null) break;
    fields.push((match[1]?.replaceAll('""', '"') ?? match[2]).trim());
    // The last field ends with the line and not with a delimiter.
    if (field.lastIndex === line.length && !match[0].endsWith(delimiter)) break;
    if (field.lastIndex === at) break;
  }
  return fields;
}

/** The error itself, or one that says more of a CSV file that DuckDB refused. */
export async function explained(error: unknown, file: string, shown: string): Promise<unknown> {
  const refused = error instanceof UserError && error.problems.some(({ code }) => code === "broken-log");
  if (!refused || /\.(parquet|pq)$/i.test(file)) return error;
  try {
    return (await lineFault(file, shown)) ?? error;
  } catch {
    return error;
  }
}

/**
 * The first line that holds bytes that are no text, or, unless they may end in several ways, ends otherwise than the first; undefined where
 * there is none.
 */
export async function lineFault(file: string, shown: string, anyEnds = false): Promise<UserError | undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let before = 0;
  let first: boolean | undefined;
  const fault = (what: string, hint: string) =>
    new UserError({ code: "broken-log", what, where: `${shown}:${line}`, hint });
  const noText = () => fault(NO_UTF8.what, NO_UTF8.hint);
  const isText = (bytes: Buffer): boolean => {
    try {
      decoder.decode(bytes, { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  for await (const piece of textOf(file)) {
    let from = 0;
    for (let k = 0; k < piece.length; k++) {
      if (piece[k] === NEWLINE) {
        if (!isText(piece.subarray(from, k + 1))) return noText();
        from = k + 1;
        const both = before === RETURN;
        first ??= both;
        if (both !== first && !anyEnds) {
          const words = (one: boolean) => (one ? "CR LF" : "LF");
          return fault(
            `ends with ${words(both)}, and the first line with ${words(first)}`,
            "let all lines end alike: dos2unix FILE; or take it as it is: --skip-bad-rows",
          );
        }
        line += 1;
      }
      before = piece[k];
    }
    if (!isText(piece.subarray(from))) return noText();
  }
  return undefined;
}

/** The bytes from the beginning, piece by piece; a reader that stops early closes the file. */
export async function* textOf(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: PIECE });
  const stream = file.endsWith(".gz") ? pipeline(raw, createGunzip({ chunkSize: PIECE }), () => {}) : raw;
  try {
    for await (const bytes of stream) yield bytes;
  } catch (error) {
    throw new UserError({ code: "broken-log", what: `${file} cannot be read: ${reasonOf(error)}` });
  } finally {
    raw.destroy();
    stream.destroy();
  }
}

/** A UserError where a file is text in UTF-16 or UTF-32, by its first bytes. */
export async function refuseWideText(file: string, shown: string): Promise<void> {
  for await (const bytes of textOf(file)) {
    const wide = wideText(bytes);
    if (wide === undefined) return;
    throw new UserError({ code: "encoding", ...wide, where: shown });
  }
}

/** A UserError where a line is too long to be read. */
export async function checkLines(file: string, shown: string): Promise<void> {
  let [offset, begun] = [0, 0];
  for await (const piece of textOf(file)) {
    const [first, last] = [piece.indexOf(NEWLINE), piece.lastIndexOf(NEWLINE)];
    if (offset + (first < 0 ? piece.length : first) - begun > MOST_OF_A_LINE) {
      const { ofByte } = await csvLines(file, [begun], []);
      const hint = "a quote that is not closed may make it so long";
      const where = `${shown}:${ofByte.get(begun) ?? 1}`;
      throw new UserError({ code: "broken-log", what: "is a line of more than 16 MB", where, hint });
    }
    if (last >= 0) begun = offset + last + 1;
    offset += piece.length;
  }
}

/** The file itself, or its copy in `folder` with lines that all end with LF, where they end in several ways. Lines keep their numbers. */
export async function evenLines(file: string, folder: string): Promise<string> {
  if (!(await endsInSeveralWays(file))) return file;
  const copy = join(folder, "lines.csv");
  writing(folder, () => makeFolder(folder));
  await finished(Readable.from(evened(file)), createWriteStream(copy));
  return copy;
}

/** Whether lines end in more than one way: with CR LF, LF, or CR alone. */
async function endsInSeveralWays(file: string): Promise<boolean> {
  let before = 0;
  let ways = 0;
  for await (const piece of textOf(file)) {
    for (const byte of piece) {
      if (byte === NEWLINE) ways |= before === RETURN ? 1 : 2;
      else if (before === RETURN) ways |= 4;
      before = byte;
    }
    if ((ways & (ways - 1)) !== 0) return true;
  }
  return false;
}

/** The bytes with LF in the place of CR LF and of CR; what stands in quotes stays as it is. */
async function* evened(file: string): AsyncGenerator<Buffer> {
  let inQuotes = false;
  let isHeld = false;
  for await (const piece of textOf(file)) {
    const out = Buffer.allocUnsafe(piece.length + 1);
    let length = 0;
    for (const byte of piece) {
      if (isHeld && byte !== NEWLINE) out[length++] = NEWLINE;
      isHeld = byte === RETURN && !inQuotes;
      if (byte === QUOTE) inQuotes = !inQuotes;
      if (!isHeld) out[length++] = byte;
    }
    yield out.subarray(0, length);
  }
}

/** Lines of what is asked for, counted from 1; of what is not there, undefined. */
export interface CsvLines {
  /** The line that holds a byte. */
  readonly ofByte: ReadonlyMap<number, number>;
  /** The line in which a row begins. */
  readonly ofRow: ReadonlyMap<number, number>;
}

/**
 * Finds lines in one reading of the file. `bytes` are offsets from 0; a row that holds one of them was rejected and is not counted.
 * `rows` are numbers of the others from 0, the line with the names left out. Both in ascending order.
 */
export async function csvLines(file: string, bytes: readonly number[], rows: readonly number[]): Promise<CsvLines> {
  const ofByte = new Map<number, number>();
  const ofRow = new Map<number, number>();
  let [offset, line, begin] = [0, 1, 1];
  let [inQuotes, blank, rejected] = [false, true, false];
  let [nextByte, nextRow, row] = [0, 0, -1];
  const endOfRow = (): void => {
    if (!blank && !rejected) {
      while (nextRow < rows.length && rows[nextRow] === row) {
        ofRow.set(row, begin);
        nextRow += 1;
      }
      row += 1;
    }
    [blank, rejected] = [true, false];
  };
  for await (const piece of textOf(file)) {
    for (let k = 0; k < piece.length; k++, offset++) {
      const byte = piece[k];
      while (nextByte < bytes.length && bytes[nextByte] <= offset) {
        ofByte.set(bytes[nextByte], line);
        rejected = true;
        nextByte += 1;
      }
      if (byte === QUOTE) inQuotes = !inQuotes;
      if (byte === NEWLINE) {
        line += 1;
        if (inQuotes) continue;
        endOfRow();
        begin = line;
      } else if (byte !== RETURN) blank = false;
    }
    if (nextByte >= bytes.length && nextRow >= rows.length) break;
  }
  endOfRow();
  for (; nextByte < bytes.length; nextByte++) ofByte.set(bytes[nextByte], line);
  return { ofByte, ofRow };
}
