// Rows that cannot be read, in words and with their line: those that DuckDB could not part into fields or numbers, and those that say
// something impossible.

import type { DuckDBConnection } from "@duckdb/node-api";
import { type Problem, shortened } from "../core/errors.ts";
import { quotedFile } from "../core/sql.ts";
import { csvLines } from "./csv-lines.ts";
import { jsonLines, objectIn } from "./json-lines.ts";
import { TIME } from "./kinds.ts";
import type { Relation } from "./relation.ts";

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

/** A row that DuckDB could not read. */
interface Rejected {
  /** Offset from 0 of a byte in it. */
  readonly byte: number;
  readonly column: string;
  readonly what: string;
}

/** A file whose rows were read. */
type ReadFile = Pick<Relation, "connection" | "source" | "file"> & { readonly format: "csv" | "jsonl" | "parquet" };

/** How many rows are bad in all, `count` of which were read, and the first of all of them; `bad` stands in the order of rows. */
export async function badRows(
  { connection, source, format, file }: ReadFile,
  bad: readonly BadRow[],
  count: number,
): Promise<{ readonly total: number; readonly problems: Problem[] }> {
  const known = source.columns ?? {};
  const path = (column: string) => (column === "" ? {} : { path: [known[column] ?? column] });
  if (format === "parquet") {
    const problems = bad.map(({ row, column, what, against, hint }) => ({
      code: "bad-row",
      what: against === undefined ? what : `${what} in row ${against + 1}`,
      where: `${source.file}, row ${row + 1}`,
      ...path(column),
      ...(hint === undefined ? {} : { hint }),
    }));
    return { total: count, problems };
  }
  const told = (problems: readonly LineProblem[]) =>
    problems
      .toSorted((a, b) => a.line - b.line)
      .slice(0, MOST_TOLD)
      .map(({ line, column, what, hint }) => ({
        code: "bad-row",
        what,
        where: `${source.file}:${line}`,
        ...path(column),
        ...(hint === undefined ? {} : { hint }),
      }));
  if (format === "jsonl") {
    const { problems, total } = await badLines(connection, file, bad);
    return { total: total + count, problems: told(problems) };
  }
  const { rejected, total } = await rejectedRows(connection, known[TIME.name] ?? TIME.name);
  if (rejected.length === 0 && bad.length === 0) return { total: 0, problems: [] };
  const lines = await csvLines(
    file,
    rejected.map(({ byte }) => byte),
    bad.flatMap(({ row, against = row }) => [row, against]).sort((a, b) => a - b),
  );
  const problems: LineProblem[] = [
    ...rejected.map(({ byte, column, what }) => ({ line: lines.ofByte.get(byte) ?? 0, column, what })),
    ...bad.map(({ row, against, ...one }) => ({
      ...one,
      line: lines.ofRow.get(row) ?? 0,
      what: against === undefined ? one.what : `${one.what} in line ${lines.ofRow.get(against) ?? 0}`,
    })),
  ];
  return { total: total + count, problems: told(problems) };
}

/** What is wrong in a line. */
interface LineProblem extends Pick<BadRow, "column" | "what" | "hint"> {
  readonly line: number;
}

/** SQL of a file's lines of JSON, one that is none being NULL. */
export const lineObjects = (file: string): string =>
  `read_json_objects(${quotedFile(file)}, format = 'newline_delimited', ignore_errors = true)`;

/** Lines that are no JSON, which are also counted, and rows that are wrong. */
async function badLines(
  connection: DuckDBConnection,
  file: string,
  bad: readonly BadRow[],
): Promise<{ problems: LineProblem[]; total: number }> {
  const rows = `SELECT row_number() OVER () - 1 AS row, json FROM ${lineObjects(file)}`;
  const reader = await connection.runAndReadAll(
    `SELECT row::DOUBLE AS row, (count(*) OVER ())::DOUBLE AS total FROM (${rows}) WHERE json IS NULL ORDER BY row LIMIT ${MOST_TOLD}`,
  );
  const found = reader.getRowObjectsJS();
  const malformed = found.map(({ row }) => Number(row));
  if (malformed.length === 0 && bad.length === 0) return { problems: [], total: 0 };
  const wanted = [...malformed, ...bad.flatMap(({ row, against = row }) => [row, against])].sort((a, b) => a - b);
  const lines = await jsonLines(file, wanted);
  const problems: LineProblem[] = [
    ...malformed.map((row) => {
      const { line, text } = lines.get(row) ?? { line: 0, text: "" };
      const wrong = objectIn(text);
      return { line, column: "", what: typeof wrong === "string" ? wrong : "cannot be read as JSON" };
    }),
    ...bad.map(({ row, against, ...one }) => ({
      ...one,
      line: lines.get(row)?.line ?? 0,
      what: against === undefined ? one.what : `${one.what} in line ${lines.get(against)?.line ?? 0}`,
    })),
  ];
  return { problems, total: Number(found[0]?.total ?? 0) };
}

/** That rows were left out, the first of them in words. */
export function skippedRows(file: string, skipped: number, reasons: readonly string[]): string {
  const [first] = reasons;
  return `${file}: ${skipped.toLocaleString("en-US")} bad ${skipped === 1 ? "row was" : "rows were"} left out; the first: ${first ?? ""}`;
}

/** All rows that were rejected, each with its first fault: their number can be large, their places are numbers. */
export async function rejectedRows(
  connection: DuckDBConnection,
  time: string,
): Promise<{ rejected: Rejected[]; total: number }> {
  const reader = await connection.runAndReadAll(
    `SELECT min(byte_position)::DOUBLE AS byte, arg_min(column_name, byte_position) AS name, arg_min(error_type::VARCHAR, byte_position) AS type, arg_min(error_message, byte_position) AS message FROM reject_errors GROUP BY line_byte_position ORDER BY byte`,
  );
  const rows = reader.getRowObjectsJS();
  const rejected = rows.map(({ byte, name, type, message }) => ({
    byte: Number(byte) - 1,
    ...inWords(String(type), String(message), name === null ? "" : String(name), time),
  }));
  return { rejected, total: rejected.length };
}

function inWords(type: string, message: string, column: string, time: string): Pick<Rejected, "column" | "what"> {
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (found !== undefined) return { column: "", what: `${found} fields where ${expected} columns are named` };
  const [, text, wanted] = /Could not convert string "(.*)" to '(\w[\w ]*)'/s.exec(message) ?? [];
  if (text !== undefined)
    return {
      column,
      what: `"${shortened(text)}" is no ${/^TIMESTAMP/.test(wanted) || column === time ? `time, such as ${TIMES}` : "number"}`,
    };
  if (type === "UNQUOTED VALUE")
    return { column: "", what: "a quote that is not closed, or text beside a closing quote" };
  return { column, what: message.split("\n")[0] };
}
