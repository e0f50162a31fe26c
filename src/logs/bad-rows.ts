// Rows that cannot be read, in words and with their line: those that DuckDB could not part into fields or numbers, and those that say
// something impossible.

import type { DuckDBConnection } from "@duckdb/node-api";
import { ownValue } from "../core/checked.ts";
import { type Problem, sentence, shortened, UserError } from "../core/errors.ts";
import { csvLines } from "./csv.ts";
import { jsonLines, objectIn } from "./json-lines.ts";
import { TIME } from "./kinds.ts";
import type { UserFile } from "./user-file.ts";

/** Rows that are told; the others are counted. */
export const MOST_TOLD = 20;

/** How times may be written. */
const TIMES = "1704067200 or 2024-01-01 00:00:00+01:00";

/** A row that was read and is wrong. */
export interface BadRow {
  /** Number of the row from 0, those left out that DuckDB could not read. */
  readonly row: number;
  readonly column: string;
  readonly what: string;
  /** A row that it contradicts; its place is said after `what`. */
  readonly against?: number;
  /** What would be right. */
  readonly hint?: string;
}

/** Rows that are wrong, as they are found. */
export class WrongRows {
  count = 0;
  /** The first of the file, in its order. */
  readonly first: BadRow[] = [];

  add(wrong: BadRow): void {
    this.count += 1;
    let at = this.first.length;
    while (at > 0 && this.first[at - 1].row > wrong.row) at -= 1;
    this.first.splice(at, 0, wrong);
    if (this.first.length > MOST_TOLD) this.first.pop();
  }
}

/** Rows that were left out, the first of them in words. */
export interface SkippedRows {
  readonly skipped: number;
  readonly reasons: readonly string[];
}

/**
 * How many rows of a file are bad: those that DuckDB could not read, and those of `wrong`. A UserError tells the first of all of them,
 * unless they are skipped. `columns` has the file's names by ours.
 */
export async function skippedIn(
  file: UserFile,
  wrong: WrongRows,
  { columns = {}, skipBadRows = false }: { readonly columns?: Names | undefined; readonly skipBadRows?: boolean } = {},
): Promise<SkippedRows> {
  const { total, problems } = await badRows(file, columns, wrong);
  if (problems.length > 0 && !skipBadRows) throw new UserError(problems);
  return { skipped: total, reasons: problems.map(sentence) };
}

type Names = Readonly<Record<string, string>>;

async function badRows(
  file: UserFile,
  known: Names,
  { first: bad, count }: WrongRows,
): Promise<{ readonly total: number; readonly problems: Problem[] }> {
  const { connection, shown, format, path } = file;
  const told = (where: string, { column, what, hint }: Pick<BadRow, "column" | "what" | "hint">) => ({
    code: "bad-row",
    what,
    where,
    ...(column === "" ? {} : { path: [ownValue(known, column) ?? column] }),
    ...(hint === undefined ? {} : { hint }),
  });
  if (format === "parquet") {
    const problems = bad.map(({ row, what, against, ...one }) =>
      told(`${shown}, row ${row + 1}`, {
        ...one,
        what: against === undefined ? what : `${what} in row ${against + 1}`,
      }),
    );
    return { total: count, problems };
  }
  const places = bad.flatMap(({ row, against = row }) => [row, against]).sort((a, b) => a - b);
  const inLines = (lineOf: (row: number) => number | undefined): LineProblem[] =>
    bad.map(({ row, against, ...one }) => ({
      ...one,
      line: lineOf(row) ?? 0,
      what: against === undefined ? one.what : `${one.what} in line ${lineOf(against) ?? 0}`,
    }));
  const { problems, total } =
    format === "jsonl"
      ? await badLines(file, places, inLines)
      : await badFields(connection, path, known[TIME.name] ?? TIME.name, places, inLines);
  const first = problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_TOLD);
  return { total: total + count, problems: first.map((one) => told(`${shown}:${one.line}`, one)) };
}

/** What is wrong in a line. */
interface LineProblem extends Pick<BadRow, "column" | "what" | "hint"> {
  readonly line: number;
}

/** Says of rows that were read what is wrong in which line, once lines are known. */
type InLines = (lineOf: (row: number) => number | undefined) => LineProblem[];

/** Lines that are no JSON, which are also counted, and rows that are wrong, at `places`. */
async function badLines(
  { connection, path, all }: UserFile,
  places: readonly number[],
  inLines: InLines,
): Promise<{ problems: LineProblem[]; total: number }> {
  const rows = `SELECT row_number() OVER () - 1 AS row, json FROM ${all()}`;
  const reader = await connection.runAndReadAll(
    `SELECT row::DOUBLE AS row, (count(*) OVER ())::DOUBLE AS total FROM (${rows}) WHERE json IS NULL ORDER BY row LIMIT ${MOST_TOLD}`,
  );
  const found = reader.getRowObjectsJS();
  const malformed = found.map(({ row }) => Number(row));
  if (malformed.length === 0 && places.length === 0) return { problems: [], total: 0 };
  const lines = await jsonLines(
    path,
    [...malformed, ...places].sort((a, b) => a - b),
  );
  const problems = malformed.map((row): LineProblem => {
    const { line, text } = lines.get(row) ?? { line: 0, text: "" };
    const wrong = objectIn(text);
    return { line, column: "", what: typeof wrong === "string" ? wrong : "cannot be read as JSON" };
  });
  return { problems: [...problems, ...inLines((row) => lines.get(row)?.line)], total: Number(found[0]?.total ?? 0) };
}

/** Rows of CSV that DuckDB rejected, each with its first fault: their number can be large, their places are numbers; and those that are wrong. */
async function badFields(
  connection: DuckDBConnection,
  path: string,
  time: string,
  places: readonly number[],
  inLines: InLines,
): Promise<{ problems: LineProblem[]; total: number }> {
  // Where no row can meet the condition DuckDB reads none, and notes nothing.
  const noted = await connection.runAndReadAll("FROM duckdb_tables() WHERE table_name = 'reject_errors'");
  if (noted.currentRowCount === 0) return { problems: [], total: 0 };
  const reader = await connection.runAndReadAll(
    `SELECT min(byte_position)::DOUBLE AS byte, arg_min(column_name, byte_position) AS name, arg_min(error_type::VARCHAR, byte_position) AS type, arg_min(error_message, byte_position) AS message FROM reject_errors GROUP BY line_byte_position ORDER BY byte`,
  );
  const rejected = reader.getRowObjectsJS().map(({ byte, name, type, message }) => ({
    byte: Number(byte) - 1,
    ...inWords(String(type), String(message), name === null ? "" : String(name), time),
  }));
  if (rejected.length === 0 && places.length === 0) return { problems: [], total: 0 };
  const bytes = rejected.map(({ byte }) => byte);
  const lines = await csvLines(path, bytes, places);
  const problems = rejected.map(({ byte, ...one }): LineProblem => ({ ...one, line: lines.ofByte.get(byte) ?? 0 }));
  return { problems: [...problems, ...inLines((row) => lines.ofRow.get(row))], total: rejected.length };
}

/** That rows were left out, the first of them in words. */
export function skippedRows(file: string, skipped: number, reasons: readonly string[]): string {
  const [first] = reasons;
  return `${file}: ${skipped.toLocaleString("en-US")} bad ${skipped === 1 ? "row was" : "rows were"} left out; the first: ${first ?? ""}`;
}

function inWords(type: string, message: string, column: string, time: string): Pick<BadRow, "column" | "what"> {
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (found !== undefined) return { column: "", what: `${found} fields where ${expected} columns are named` };
  const [text, wanted] = unconverted(message) ?? [];
  if (text !== undefined) {
    const isTime = wanted?.startsWith("TIMESTAMP") === true || column === time;
    return { column, what: `"${shortened(text)}" is no ${isTime ? `time, such as ${TIMES}` : "number"}` };
  }
  if (type === "UNQUOTED VALUE")
    return { column: "", what: "a quote that is not closed, or text beside a closing quote" };
  return { column, what: message.split("\n")[0] };
}

/** A text that DuckDB could not convert, which may hold anything, and the type that was wanted. */
function unconverted(message: string): readonly [text: string, wanted: string] | undefined {
  const [before, between] = ['Could not convert string "', "\" to '"];
  const [start, end] = [message.indexOf(before), message.lastIndexOf(between)];
  if (start < 0 || end < start + before.length) return undefined;
  return [message.slice(start + before.length, end), message.slice(end + between.length)];
}
