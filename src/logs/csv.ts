// Format detection for CSV files: delimiter, column names, line endings, and the line numbers of rows. DuckDB's own detection samples many
// lines and fails if one of them is malformed. DuckDB reports rows and byte offsets instead of lines, and gives no location for mixed line
// endings or invalid UTF-8; these are located here.

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
  /** Lines before that of the names: empty ones, and the one in which Excel names the delimiter. */
  readonly before: number;
}

/** The line in which Excel names the delimiter. */
const NAMES_DELIMITER = /^\ufeff?"?sep=(.)"?\r?$/;

const DELIMITERS = [",", ";", "\t", "|"];
/** Maximum number of bytes of the header line. */
const LONGEST = 1 << 20;

/** Maximum number of columns; reading time is quadratic in their number. */
const MOST_COLUMNS = 10_000;

/** Bytes read at once. */
const PIECE = 1 << 18;

/** Maximum number of bytes of a line. DuckDB rejects a line of 2 MB but silently drops one of 32 MB. */
const MOST_OF_A_LINE = 1 << 24;

/** Detects the shape of a file. Throws a UserError where it is empty, or a column name is missing or repeated. */
export async function csvShape(file: string, shown: string): Promise<CsvShape> {
  const { line, before: lines, named } = await headingOf(file);
  const where = `${shown}:${lines + 1}`;
  if (line.trim() === "")
    throw new UserError({ code: "empty-log", what: "holds no line with names of columns", where });
  if (line.includes("\r")) {
    const hint = "let lines end with LF: tr '\\r' '\\n' < OLD > NEW";
    throw new UserError({ code: "broken-log", what: "ends its lines with CR alone", where, hint });
  }
  if (/\p{Cc}|\ufffd/u.test(line.replaceAll("\t", ""))) {
    const hint = "Parquet files are called .parquet, packed CSV .csv.gz; iconv converts other encodings";
    throw new UserError({ code: "broken-log", what: "is no text in UTF-8", where, hint });
  }
  const bare = line.replaceAll(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  const delimiter = named ?? DELIMITERS[counts.indexOf(Math.max(...counts))];
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
  return { delimiter, columns, before: lines };
}

/** Error for column names that differ only in case, which SQL does not distinguish. */
export const caseAlone = (one: string, other: string, where: string): UserError =>
  new UserError({
    code: "bad-column",
    what: `the columns ${JSON.stringify(shortened(one))} and ${JSON.stringify(shortened(other))} differ by case alone`,
    where,
    hint: "rename one of them in the file",
  });

/** The line of the names, the number of lines before it, and the delimiter that these name. */
async function headingOf(file: string) {
  const decoder = new TextDecoder();
  let [text, before] = ["", 0];
  let named: string | undefined;
  for await (const bytes of textOf(file)) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end).replace(/\r$/, "");
      const sign = before === 0 ? NAMES_DELIMITER.exec(line)?.[1] : undefined;
      if (sign === undefined && line.trim() !== "") return { line, before, named };
      named ??= sign;
      before += 1;
      text = text.slice(end + 1);
    }
    if (text.length > LONGEST) break;
  }
  return { line: text.replace(/\r$/, ""), before, named };
}

/** Splits a line into fields; removes quotes around a field and unescapes doubled quotes. */
function fieldsOf(line: string, delimiter: string): string[] {
  const part = delimiter === "|" ? "\\|" : delimiter;
  const field = new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?:${part}|$)|([^${part}]*)(?:${part}|$)`, "y");
  const fields: string[] = [];
  while (field.lastIndex <= line.length) {
    const at = field.lastIndex;
    const match = field.exec(line);
    if (match === null) break;
    fields.push((match[1]?.replaceAll('""', '"') ?? match[2]).trim());
    // The last field ends with the line rather than with a delimiter.
    if (field.lastIndex === line.length && !match[0].endsWith(delimiter)) break;
    if (field.lastIndex === at) break;
  }
  return fields;
}

/** Returns a more specific error for a CSV file that DuckDB rejected, or the error itself. */
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
 * Finds the first line with invalid UTF-8 or, unless `anyEnds`, with a different line ending than the first line; undefined where there is
 * none.
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

/** Yields the bytes of a file in pieces; a reader that stops early closes the file. */
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

/** Throws a UserError where the first bytes of a file show UTF-16 or UTF-32. */
export async function refuseWideText(file: string, shown: string): Promise<void> {
  for await (const bytes of textOf(file)) {
    const wide = wideText(bytes);
    if (wide === undefined) return;
    throw new UserError({ code: "encoding", ...wide, where: shown });
  }
}

/** Throws a UserError where a line is too long. */
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

/** Returns the file itself, or a copy in `folder` with LF line endings where the file mixes several. Line numbers are unchanged. */
export async function evenLines(file: string, folder: string): Promise<string> {
  if (!(await endsInSeveralWays(file))) return file;
  const copy = join(folder, "lines.csv");
  writing(folder, () => makeFolder(folder));
  await finished(Readable.from(evened(file)), createWriteStream(copy));
  return copy;
}

/** Whether the file mixes line endings: CR LF, LF, or CR alone. */
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

/** Yields the bytes with CR LF and CR replaced by LF, except inside quotes. */
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

/** Line numbers from 1 of the requested positions; undefined for positions beyond the file. */
export interface CsvLines {
  /** Line of each byte offset. */
  readonly ofByte: ReadonlyMap<number, number>;
  /** First line of each row. */
  readonly ofRow: ReadonlyMap<number, number>;
}

/**
 * Finds lines in one pass over the file. `bytes` are offsets from 0; a row at such an offset was rejected and is not counted. `rows` are
 * numbers of the other rows from 0, without the header. Both must be ascending.
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
    // The line that names the delimiter is no row.
    if (offset === 0 && NAMES_DELIMITER.test(piece.subarray(0, 16).toString().split("\n", 1)[0])) row -= 1;
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
