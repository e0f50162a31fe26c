// A CSV file of a user's: whether it is there, its bytes as text has them, and its shape, that is which character parts its fields and
// what its first line calls them. DuckDB would guess that from many lines, and guess wrong as soon as one of these is malformed. It
// stops at line ends of two kinds and at bytes that are no UTF-8 without saying where: that is told here.

import { accessSync, constants, createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { type Problem, UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";

export interface CsvShape {
  readonly delimiter: string;
  readonly columns: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|"];
/** A first line that is longer is none. */
const LONGEST = 1 << 20;

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
  for (const [k, name] of columns.entries()) {
    if (name === "") throw new UserError({ code: "bad-column", what: `column ${k + 1} has no name`, where });
    if (columns.indexOf(name) < k) {
      throw new UserError({ code: "bad-column", what: `two columns are called "${name}"`, where });
    }
  }
  return { delimiter, columns };
}

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

const [NEWLINE, RETURN] = [10, 13];

/** The error itself, or one that says more of a CSV file that DuckDB refused. */
export async function explained(error: unknown, file: string, shown: string): Promise<unknown> {
  const refused = error instanceof UserError && error.problems.some(({ code }) => code === "broken-log");
  if (!refused || /\.(parquet|pq)$/i.test(file)) return error;
  try {
    return (await csvFault(file, shown)) ?? error;
  } catch {
    return error;
  }
}

/** The first line that ends otherwise than the first, or holds bytes that are no text; undefined where there is none. */
async function csvFault(file: string, shown: string): Promise<UserError | undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let before = 0;
  let first: boolean | undefined;
  const fault = (what: string, hint: string) =>
    new UserError({ code: "broken-log", what, where: `${shown}:${line}`, hint });
  const noText = () => fault("holds bytes that are no UTF-8", "convert the file: iconv -f latin1 -t utf-8 OLD > NEW");
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
        if (both !== first) {
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

/** A UserError, which says more in the words of who asks, where there is no such file. */
export function checkFile(file: string, more: Pick<Problem, "path" | "hint">): void {
  if (!existsSync(file)) throw new UserError({ code: "no-file", what: `there is no file ${file}`, ...more });
  const { hint: _, ...where } = more;
  if (!statSync(file).isFile()) throw new UserError({ code: "no-file", what: `${file} is no file`, ...where });
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new UserError({ code: "no-file", what: `${file} cannot be read: ${reasonOf(error)}`, ...where });
  }
}

/** The bytes from the beginning, piece by piece; a reader that stops early closes the file. */
export async function* textOf(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 1 << 18 });
  const stream = file.endsWith(".gz") ? pipeline(raw, createGunzip(), () => {}) : raw;
  try {
    for await (const bytes of stream) yield bytes;
  } catch (error) {
    throw new UserError({ code: "broken-log", what: `${file} cannot be read: ${reasonOf(error)}` });
  } finally {
    raw.destroy();
    stream.destroy();
  }
}
