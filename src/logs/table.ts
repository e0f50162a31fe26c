// Reads a user's file as a data table: CSV with fields as texts, JSON Lines, a JSON list or Parquet. All rows are held in memory; errors
// are reported with their place.

import { readFileSync, statSync } from "node:fs";
import { messageOf, type Problem, UserError } from "../core/errors.ts";
import { identifier, quoted } from "../core/sql.ts";
import { MOST_TOLD, skippedIn, WrongRows } from "./bad-rows.ts";
import { csvLines } from "./csv.ts";
import { NO_UTF8, wideText } from "./encoding.ts";
import { heldTexts, MOST_HELD } from "./held-texts.ts";
import { objectIn, rowOf, type TableValue } from "./json-lines.ts";
import { type FileRequest, formatOf, placeOfRow, tooLong, type UserFile, withFile } from "./user-file.ts";

export type { TableValue };

/** A table; in JSON Lines a row may lack columns. */
export interface DataTable {
  /** Column names in file order. */
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, TableValue>>[];
  /** First line of each row, from 1, or its number. */
  readonly lines: readonly number[];
  /** Whether rows have numbers in place of lines, as in Parquet and in a list. */
  readonly isByRow: boolean;
}

/** Location of a row of a table for messages. */
export const placeIn = (shown: string, { lines, isByRow }: DataTable, row: number): string =>
  placeOfRow(shown, lines[row], isByRow);

/** Maximum number of bytes of JSON. */
const MOST_BYTES = 1 << 28;

/** A file to read: its path, the user's name for it, and a private overflow folder. */
type NamedFile = Pick<FileRequest, "path" | "shown" | "overflow">;

/** Reads a whole file. Throws a UserError for an invalid format, or with the first bad rows and their lines. */
export async function readTable(file: NamedFile): Promise<DataTable> {
  const format = formatOf(file.path);
  if (format === undefined || (format === "jsonl" && file.path.endsWith(".gz"))) {
    const what = `${file.shown} has no ending that says what it holds`;
    const hint = "CSV is called .csv (packed .csv.gz), JSON Lines .jsonl, a JSON list .json, Parquet .parquet";
    throw new UserError({ code: "unknown-format", what, hint });
  }
  // All rows are read at once, so mixed line endings are accepted.
  const table =
    format === "jsonl"
      ? jsonTable(file)
      : await withFile({ ...file, skipBadRows: true, mostRows: MOST_HELD }, format === "csv" ? csvTable : parquetTable);
  if (table.rows.length === 0) throw new UserError({ code: "empty-table", what: "holds no row", where: file.shown });
  return table;
}

function jsonTable({ path, shown }: NamedFile): DataTable {
  const columns = new Set<string>();
  const rows: Record<string, TableValue>[] = [];
  const lines: number[] = [];
  const problems: Problem[] = [];
  const text = textIn(path, shown);
  const isByRow = text.trimStart().startsWith("[");
  const parts = isByRow ? listIn(text, shown).map((value) => rowOf(value)) : text.split("\n").map(lineRow);
  for (const [k, row] of parts.entries()) {
    if (row === undefined) continue;
    if (rows.length === MOST_HELD) throw tooLong({ shown, mostRows: MOST_HELD });
    if (typeof row === "string")
      problems.push({ code: "bad-row", what: row, where: placeOfRow(shown, k + 1, isByRow) });
    else {
      for (const name of Object.keys(row)) columns.add(name);
      rows.push(row);
      lines.push(k + 1);
    }
  }
  if (problems.length > 0) throw new UserError(problems.slice(0, MOST_TOLD));
  return { columns: [...columns], rows, lines, isByRow };
}

/** The object of a line, or an error message; undefined for an empty line. */
const lineRow = (line: string) => (line.trim() === "" ? undefined : objectIn(line));

/** The values of a list. Throws a UserError where the text is no JSON. */
function listIn(text: string, shown: string): readonly TableValue[] {
  try {
    return JSON.parse(text);
  } catch (error) {
    const what = `is no list of JSON: ${messageOf(error).split("\n")[0]}`;
    throw new UserError({ code: "broken-table", what, where: shown });
  }
}

function textIn(path: string, shown: string): string {
  if (statSync(path).size > MOST_BYTES) {
    const hint = "give a file with fewer or shorter rows";
    throw new UserError({ code: "too-large", what: "has more than 256 MB, and no more are held", where: shown, hint });
  }
  const bytes = readFileSync(path);
  const wide = wideText(bytes);
  if (wide !== undefined) throw new UserError({ code: "broken-table", ...wide, where: shown });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UserError({ code: "broken-table", ...NO_UTF8, where: shown });
  }
}

/** Reads CSV: every field is a text with its whitespace and line breaks; an empty field is "". */
async function csvTable(file: UserFile): Promise<DataTable> {
  const columns = file.columns.map(({ name }) => name);
  const texts = await textsOf(file, `SELECT * FROM ${file.all(undefined, true)}`);
  await skippedIn(file, new WrongRows());
  const rows = texts.map((row) => Object.fromEntries(columns.map((name, k) => [name, row[k]])));
  const { ofRow } = await csvLines(file.path, [], [...rows.keys()]);
  return { columns, rows, lines: rows.map((_, row) => ofRow.get(row) ?? 0), isByRow: false };
}

/** Types whose values may exceed the precision of a double; they become texts. */
const WIDE = /^(U?BIGINT|U?HUGEINT|DECIMAL)/;

async function parquetTable(file: UserFile): Promise<DataTable> {
  const values = file.columns.map(({ name, type }) => {
    const own = identifier(name);
    return `${quoted(name)}, to_json(${WIDE.test(type) && !type.endsWith("]") ? `${own}::VARCHAR` : own})`;
  });
  const sql = `SELECT json_object(${values.join(", ")})::VARCHAR AS row FROM ${file.all()}`;
  const rows = (await textsOf(file, sql)).map(([row]): Record<string, TableValue> => JSON.parse(row));
  return { columns: file.columns.map(({ name }) => name), rows, lines: rows.map((_, row) => row + 1), isByRow: true };
}

/** Returns the rows of an SQL query as texts; NULL is "". Throws a UserError where they exceed the memory limits. */
async function textsOf({ ask, shown, mostRows }: UserFile, sql: string): Promise<string[][]> {
  const stream = await ask((connection) => connection.stream(sql));
  const held = heldTexts(shown);
  const rows: string[][] = [];
  for (;;) {
    const chunk = await ask(() => stream.fetchChunk());
    if (chunk === null || chunk === undefined || chunk.rowCount === 0) return rows;
    if (rows.length + chunk.rowCount > mostRows) throw tooLong({ shown, mostRows });
    for (const row of chunk.getRows()) {
      const texts = row.map((value) => String(value ?? ""));
      for (const text of texts) held(text);
      rows.push(texts);
    }
  }
}
