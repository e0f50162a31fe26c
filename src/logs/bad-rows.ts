// Reports of unreadable rows with their lines: rows that DuckDB could not split into fields or convert to numbers, and rows with invalid
// values.

import type { DuckDBConnection } from "@duckdb/node-api";
import { ownValue } from "../core/checked.ts";
import { type Problem, sentence, shortened, UserError } from "../core/errors.ts";
import { csvLines } from "./csv.ts";
import { NO_UTF8 } from "./encoding.ts";
import { jsonLines, objectIn } from "./json-lines.ts";
import { TIME } from "./kinds.ts";
import { placeOfRow, type UserFile } from "./user-file.ts";

/** Maximum number of bad rows quoted in a message; the others are only counted. */
export const MOST_TOLD = 20;

/** Example of valid times for messages. */
const TIMES = "1704067200 or 2024-01-01 00:00:00+01:00";

/** Reasons for which a row is rejected. */
export const [NO_TIME, NO_NUMBER] = ["no time", "no number"];

/** A row that was parsed but is invalid. */
export interface BadRow {
  /** Row number from 0, not counting rows that DuckDB rejected. */
  readonly row: number;
  readonly column: string;
  readonly what: string;
  /** The reason without this row's own values, by which rows are counted; default `what`. */
  readonly reason?: string | undefined;
  /** Number of an earlier row that this row contradicts; its location is appended to `what`. */
  readonly against?: number;
  /** How to correct the row. */
  readonly hint?: string;
}

/** Collects invalid rows. */
export class WrongRows {
  count = 0;
  /** The first invalid rows of the file, in file order. */
  readonly first: BadRow[] = [];
  /** Count and first rows of each reason, by column and reason. */
  readonly reasons = new Map<string, { count: number; first: BadRow }>();

  add(wrong: BadRow): void {
    this.count += 1;
    const key = reasonKey(wrong);
    const before = this.reasons.get(key);
    this.reasons.set(key, {
      count: (before?.count ?? 0) + 1,
      first: before === undefined || wrong.row < before.first.row ? wrong : before.first,
    });
    let at = this.first.length;
    while (at > 0 && this.first[at - 1].row > wrong.row) at -= 1;
    this.first.splice(at, 0, wrong);
    if (this.first.length > MOST_TOLD) this.first.pop();
  }

  /** The rows that messages quote: the first of the file, and the first of each reason. */
  get told(): readonly BadRow[] {
    return [...new Set([...this.first, ...[...this.reasons.values()].map(({ first }) => first)])];
  }

  /** Replaces the quoted rows by the results of `change`. */
  reword(change: (wrong: BadRow) => BadRow): void {
    const changed = new Map(this.told.map((wrong) => [wrong, change(wrong)]));
    for (const [k, wrong] of this.first.entries()) this.first[k] = changed.get(wrong) ?? wrong;
    for (const one of this.reasons.values()) one.first = changed.get(one.first) ?? one.first;
  }
}

const reasonKey = ({ column, what, reason = what }: Pick<BadRow, "column" | "what" | "reason">): string =>
  column === "" ? reason : `${column}: ${reason}`;

/** Number of bad rows with one reason. */
export interface BadReason {
  readonly reason: string;
  readonly rows: number;
  /** Message of the first such row, with its location. */
  readonly first: string;
}

/** Rows that were skipped, with messages of the first ones. */
export interface SkippedRows {
  readonly skipped: number;
  readonly reasons: readonly string[];
  /** Numbers of bad rows by reason, the most frequent first. */
  readonly counts: readonly BadReason[];
}

/**
 * Counts the bad rows of a file: those that DuckDB rejected, and those of `wrong`. Throws a UserError with the first of them, unless they
 * are skipped; the error explains how to skip them, unless `skipBadRows` is absent. `columns` maps our column names to the file's.
 */
export async function skippedIn(
  file: UserFile,
  wrong: WrongRows,
  { columns = {}, skipBadRows }: { readonly columns?: Names | undefined; readonly skipBadRows?: boolean } = {},
): Promise<SkippedRows> {
  const { total, problems, counts } = await badRows(file, columns, wrong);
  if (problems.length > 0 && skipBadRows !== true)
    throw new UserError([...problems, ...remedy(file, { total, problems }, skipBadRows)]);
  return { skipped: total, reasons: problems.map(sentence), counts };
}

/** Hint on how to skip bad rows, where that is possible. */
function remedy(
  { shown }: UserFile,
  { total, problems }: Pick<BadRows, "total" | "problems">,
  skipBadRows: boolean | undefined,
): Problem[] {
  if (skipBadRows === undefined) return [];
  const what = `has ${total.toLocaleString("en-US")} bad ${total === 1 ? "row" : "rows"}`;
  const skip = "skipBadRows: true in the log's settings, or --skip-bad-rows, leaves them out and counts them";
  const isUnread = problems.some((problem) => problem.what.includes(TIMES));
  const hint = isUnread ? `agon log check ${shown} finds how other times are written; ${skip}` : skip;
  return [{ code: "bad-rows", what, where: shown, hint }];
}

type Names = Readonly<Record<string, string>>;

interface BadRows {
  readonly total: number;
  readonly problems: Problem[];
  readonly counts: BadReason[];
}

async function badRows(file: UserFile, known: Names, { told: rows, count, reasons }: WrongRows): Promise<BadRows> {
  const { connection, shown, format, path, isByRow } = file;
  const named = ({ column, ...one }: BadRow): BadRow => ({ ...one, column: ownValue(known, column) ?? column });
  const wrong = rows.map(named);
  const counted = new Map([...reasons.values()].map((one) => [reasonKey(named(one.first)), one.count]));
  const placed = (placeOf: (row: number) => number | undefined, place: string): PlacedRow[] =>
    wrong.map(({ row, against, ...one }) => ({
      ...one,
      place: placeOf(row) ?? 0,
      what: against === undefined ? one.what : `${one.what} in ${place} ${placeOf(against) ?? 0}`,
    }));
  const places = wrong.flatMap(({ row, against = row }) => [row, against]).sort((a, b) => a - b);
  const inLines: InLines = (lineOf) => placed(lineOf, isByRow ? "row" : "line");
  const faults: Faults =
    format === "parquet"
      ? { rows: placed((row) => row + 1, "row"), counts: new Map() }
      : format === "jsonl"
        ? await badLines(file, places, inLines)
        : await badFields(connection, path, known[TIME.name] ?? TIME.name, places, inLines);
  const all = faults.rows.toSorted((a, b) => a.place - b.place);
  const problemOf = ({ place, column, what, hint }: PlacedRow): Problem => ({
    ...{ code: "bad-row", what, where: placeOfRow(shown, place, isByRow) },
    ...(column === "" ? {} : { path: [column] }),
    ...(hint === undefined ? {} : { hint }),
  });
  const examples = new Map(all.toReversed().map((one) => [reasonKey(one), one]));
  const counts = [...examples]
    .reverse()
    .map(([reason, one]) => ({
      ...{ reason, first: sentence(problemOf(one)) },
      rows: (counted.get(reason) ?? 0) + (faults.counts.get(reason) ?? 0),
    }))
    .sort((a, b) => b.rows - a.rows);
  const total = count + [...faults.counts.values()].reduce((sum, rows) => sum + rows, 0);
  return { total, problems: all.slice(0, MOST_TOLD).map(problemOf), counts };
}

/** A fault with its line, or with its row in a format without lines; both are counted from 1. */
interface PlacedRow extends Pick<BadRow, "column" | "what" | "reason" | "hint"> {
  readonly place: number;
}

/** Bad rows, including the first of every reason, and the number of rows that the engine rejected by reason. */
interface Faults {
  readonly rows: readonly PlacedRow[];
  readonly counts: ReadonlyMap<string, number>;
}

/** Returns the faults of parsed rows with their lines, once line numbers are known. */
type InLines = (lineOf: (row: number) => number | undefined) => PlacedRow[];

const NO_JSON = "no JSON object";

/** Counts lines that are not JSON, and locates the invalid rows at `places`. */
async function badLines(
  { connection, path, all }: UserFile,
  places: readonly number[],
  inLines: InLines,
): Promise<Faults> {
  const rows = `SELECT row_number() OVER () - 1 AS row, json FROM ${all()}`;
  const reader = await connection.runAndReadAll(
    `SELECT row::DOUBLE AS row, (count(*) OVER ())::DOUBLE AS total FROM (${rows}) WHERE json IS NULL ORDER BY row LIMIT ${MOST_TOLD}`,
  );
  const broken = reader.getRowObjectsJS();
  const malformed = broken.map(({ row }) => Number(row));
  if (malformed.length === 0 && places.length === 0) return { rows: [], counts: new Map() };
  const lines = await jsonLines(
    path,
    [...malformed, ...places].sort((a, b) => a - b),
  );
  const faults = malformed.map((row): PlacedRow => {
    const { line, text } = lines.get(row) ?? { line: 0, text: "" };
    if (text.includes("\ufffd")) return { place: line, column: "", ...NO_UTF8, reason: NO_JSON };
    const wrong = objectIn(text);
    const what = typeof wrong === "string" ? wrong : "cannot be read as JSON";
    return { place: line, column: "", what, reason: NO_JSON };
  });
  const counts = new Map(faults.length === 0 ? [] : [[NO_JSON, Number(broken[0].total)]]);
  return { rows: [...faults, ...inLines((row) => lines.get(row)?.line)], counts };
}

/**
 * Collects CSV rows that DuckDB rejected, each with its first fault (only their byte offsets are kept, as there may be many), and the
 * invalid rows.
 */
async function badFields(
  connection: DuckDBConnection,
  path: string,
  time: string,
  places: readonly number[],
  inLines: InLines,
): Promise<Faults> {
  // Where no row can satisfy the condition, DuckDB reads none and creates no table of rejects.
  const noted = await connection.runAndReadAll("FROM duckdb_tables() WHERE table_name = 'reject_errors'");
  if (noted.currentRowCount === 0) return { rows: [], counts: new Map() };
  const reader = await connection.runAndReadAll(
    `SELECT min(byte_position)::DOUBLE AS byte, arg_min(column_name, byte_position) AS name, arg_min(error_type::VARCHAR, byte_position) AS type, arg_min(error_message, byte_position) AS message FROM reject_errors GROUP BY line_byte_position ORDER BY byte`,
  );
  const rejected = reader.getRowObjectsJS().map(({ byte, name, type, message }) => ({
    byte: Number(byte) - 1,
    ...inWords(String(type), String(message), name === null ? "" : String(name), time),
  }));
  if (rejected.length === 0 && places.length === 0) return { rows: [], counts: new Map() };
  const counts = new Map<string, number>();
  for (const one of rejected) counts.set(reasonKey(one), (counts.get(reasonKey(one)) ?? 0) + 1);
  const bytes = rejected.map(({ byte }) => byte);
  const lines = await csvLines(path, bytes, places);
  const faults = rejected.map(({ byte, ...one }): PlacedRow => ({ ...one, place: lines.ofByte.get(byte) ?? 0 }));
  return { rows: [...faults, ...inLines((row) => lines.ofRow.get(row))], counts };
}

/** Message that rows were skipped, with the first faults. */
export function skippedRows(file: string, skipped: number, reasons: readonly string[]): string {
  const [first] = reasons;
  return `${file}: ${skipped.toLocaleString("en-US")} bad ${skipped === 1 ? "row was" : "rows were"} left out; the first: ${first ?? ""}`;
}

/** Message that duplicate rows were dropped. */
export function droppedRows(file: string, dropped: number): string {
  const rows = dropped === 1 ? "1 row was" : `${dropped.toLocaleString("en-US")} rows were`;
  return `${file}: ${rows} left out, which ${dropped === 1 ? "is like an earlier one" : "are like earlier ones"} in every column`;
}

function inWords(
  type: string,
  message: string,
  column: string,
  time: string,
): Pick<BadRow, "column" | "what" | "reason" | "hint"> {
  const [, expected, actual] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (actual !== undefined) {
    const what = `${actual} fields where ${expected} columns are named`;
    return { column: "", what, reason: `more or fewer fields than the ${expected} columns` };
  }
  const [text, wanted] = unconverted(message) ?? [];
  if (text !== undefined) {
    const isTime = wanted?.startsWith("TIMESTAMP") === true || column === time;
    const reason = isTime ? NO_TIME : NO_NUMBER;
    return { column, reason, what: `"${shortened(text)}" is ${reason}${isTime ? `, such as ${TIMES}` : ""}` };
  }
  if (message.startsWith("Invalid unicode")) return { column, ...NO_UTF8 };
  if (type === "UNQUOTED VALUE")
    return { column: "", what: "a quote that is not closed, or text beside a closing quote" };
  return { column, what: message.split("\n")[0] };
}

/** Extracts the text that DuckDB could not convert, which may contain anything, and the requested type. */
function unconverted(message: string): readonly [text: string, wanted: string] | undefined {
  const [before, between] = ['Could not convert string "', "\" to '"];
  const [start, end] = [message.indexOf(before), message.lastIndexOf(between)];
  if (start < 0 || end < start + before.length) return undefined;
  return [message.slice(start + before.length, end), message.slice(end + between.length)];
}
