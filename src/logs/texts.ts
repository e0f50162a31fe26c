// Reads three kinds of user files, row by row, from CSV, JSON Lines or Parquet: texts, optionally with dates, sets, vectors and
// difficulties; which model passed which text; and the players' answers to prompts.

import { type Problem, shortened, UserError, unknownName } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import { MOST_TOLD } from "./bad-rows.ts";
import { dateIn, noDate, otherDate, type RowDate } from "./dates.ts";
import { placeIn, readTable, type TableValue } from "./table.ts";
import { placeOf } from "./user-file.ts";
import { missingColumn } from "./usual-columns.ts";

/** A file with its column mapping. */
export interface TextSource {
  readonly file: string;
  /** The file's column names by ours, where they differ. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Base folder of paths; the working folder by default. */
  readonly directory?: string;
}

export const TEXT_COLUMNS = ["id", "text", "date", "vector", "set", "difficulty"] as const;
export const SCORE_COLUMNS = ["id", "model", "passed"] as const;
export const ANSWER_COLUMNS = ["player", "prompt", "text"] as const;
type TextColumn = (typeof TEXT_COLUMNS)[number];

/** A text; fields are undefined where the file lacks the column. */
export interface TextRecord {
  readonly id: string;
  readonly text: string;
  /** Seconds since 1970, or the file's own unit. */
  readonly time?: number;
  readonly isOld?: boolean;
  readonly vector?: Float64Array;
  readonly difficulty?: number;
  /** File and line of the text, for messages. */
  readonly place: string;
}

/** Contents of a file of texts. */
export interface TextFile {
  readonly file: string;
  readonly records: readonly TextRecord[];
  /** Our columns that the file has. */
  readonly has: ReadonlySet<TextColumn>;
  /** Columns that are ignored. */
  readonly unread: readonly string[];
}

/** An attempt at a text, or the share of several attempts that passed. */
export interface ScoreRecord {
  readonly id: string;
  readonly model: string;
  /** Share of the attempts that passed, 0 … 1. */
  readonly passed: number;
  readonly place: string;
}

/** A player's answer to a prompt. */
export interface AnswerRecord {
  readonly player: string;
  readonly prompt: string;
  readonly text: string;
}

/** Reads texts. Throws a UserError for missing columns or bad rows with their lines. */
export async function readTexts(source: TextSource): Promise<TextFile> {
  const table = await rowsOf(source, TEXT_COLUMNS, ["id", "text"]);
  const has = new Set(TEXT_COLUMNS.filter((name) => table.has(name)));
  const seen = new Map<string, string>();
  let width: number | undefined;
  let dated: boolean | undefined;
  const records = table.each((row): TextRecord => {
    const id = row.name("id");
    const before = seen.get(id);
    if (before !== undefined) throw row.wrong("id", `${JSON.stringify(shortened(id))} is there already, at ${before}`);
    seen.set(id, row.place);
    const text = row.name("text", "is empty: a text needs a word");
    const vector = has.has("vector") ? vectorIn(row) : undefined;
    if (vector !== undefined) {
      width ??= vector.length;
      if (vector.length !== width)
        throw row.wrong("vector", `has ${vector.length} numbers, and the first vector has ${width}`);
    }
    const time = has.has("date") ? timeIn(row) : undefined;
    if (time !== undefined) {
      dated ??= time.isDate;
      if (time.isDate !== dated) throw row.wrong("date", otherDate(time.isDate));
    }
    return {
      ...{ id, text, place: row.place },
      ...(time === undefined ? {} : { time: time.value }),
      ...(has.has("set") ? { isOld: setIn(row) === "old" } : {}),
      ...(vector === undefined ? {} : { vector }),
      ...(has.has("difficulty") ? { difficulty: numberIn(row, "difficulty") } : {}),
    };
  });
  return { file: source.file, records, has, unread: table.unread };
}

/** Reads pass results: one row for each attempt, or for the share of several. */
export async function readScores(source: TextSource): Promise<ScoreRecord[]> {
  const table = await rowsOf(source, SCORE_COLUMNS, SCORE_COLUMNS);
  return table.each((row) => {
    const passed = passedIn(row);
    return { id: row.name("id"), model: row.name("model"), passed, place: row.place };
  });
}

/** Reads players' answers to prompts: one row for each answer. */
export async function readAnswers(source: TextSource): Promise<AnswerRecord[]> {
  const table = await rowsOf(source, ANSWER_COLUMNS, ANSWER_COLUMNS);
  const isCells = /\.[ct]sv(?:\.gz)?$/i.test(source.file);
  return table.each((row) => {
    const cell = row.value("text");
    // A model may well write nothing, which JSON Lines and Parquet say; an empty cell of CSV lacks a text.
    const text = typeof cell === "string" && !isCells ? cell : row.name("text", "is empty: a text needs a word");
    return { player: row.name("player"), prompt: row.name("prompt"), text };
  });
}

/** Accessors for the values of a row. */
interface Row {
  readonly place: string;
  value(column: string): TableValue | undefined;
  /** Returns a value as a non-empty text; a number is converted. */
  name(column: string, empty?: string): string;
  wrong(column: string, what: string, hint?: string): UserError;
}

async function rowsOf(source: TextSource, known: readonly string[], needed: readonly string[]) {
  const { file, columns: said = {}, directory } = source;
  const table = await readTable({ path: placeOf(file, directory), shown: file });
  const { columns, rows } = table;
  const problems: Problem[] = Object.entries(said).flatMap(([name, own]) => {
    if (!known.includes(name)) return [{ ...unknownName("column", name, known), where: "--columns" }];
    return columns.includes(own) ? [] : [missingColumn(own, columns, file, `--columns ${name}=…`)];
  });
  const own = (name: string) => said[name] ?? name;
  for (const name of needed)
    if (said[name] === undefined && !columns.includes(name))
      problems.push(missingColumn(name, columns, file, `--columns ${name}=…`));
  if (problems.length > 0) throw new UserError(problems);
  const used = known.map(own);
  return {
    has: (name: string) => columns.includes(own(name)),
    unread: columns.filter((name) => !used.includes(name)),
    /** Maps each row by `read`. Throws a UserError with the first row that it rejects. */
    each<T>(read: (row: Row) => T): T[] {
      const bad: Problem[] = [];
      const results: T[] = [];
      for (const [k, values] of rows.entries()) {
        if (bad.length >= MOST_TOLD) break;
        try {
          results.push(read(rowAt(values, placeIn(file, table, k), own)));
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          bad.push(...error.problems);
        }
      }
      if (bad.length > 0) throw new UserError(bad);
      return results;
    },
  };
}

function rowAt(values: Readonly<Record<string, TableValue>>, place: string, own: (name: string) => string): Row {
  const wrong = (column: string, what: string, hint?: string) =>
    new UserError({
      code: "bad-row",
      what,
      where: place,
      path: [own(column)],
      ...(hint === undefined ? {} : { hint }),
    });
  const value = (column: string) => (Object.hasOwn(values, own(column)) ? values[own(column)] : undefined);
  return {
    ...{ place, value, wrong },
    name(column, empty = "is empty") {
      const cell = value(column);
      if (cell === undefined || cell === null || (typeof cell === "string" && cell.trim() === ""))
        throw wrong(column, empty);
      if (typeof cell === "object") throw wrong(column, "is no text");
      return column === "text" ? String(cell) : String(cell).trim();
    },
  };
}

function setIn(row: Row): "old" | "new" {
  const set = row.name("set").toLowerCase();
  if (set === "old" || set === "new") return set;
  throw row.wrong("set", `is ${JSON.stringify(shortened(set))}`, "write old or new");
}

function numberIn(row: Row, column: string): number {
  const text = row.name(column);
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw row.wrong(column, `is ${JSON.stringify(shortened(text))} and no number`);
}

function passedIn(row: Row): number {
  const value = row.value("passed");
  const text = (typeof value === "boolean" ? String(value) : row.name("passed")).toLowerCase();
  const known = { true: 1, false: 0 }[text];
  const passed = known ?? Number(text);
  if (passed >= 0 && passed <= 1) return passed;
  throw row.wrong(
    "passed",
    `is ${JSON.stringify(shortened(text))}`,
    "write 1 or 0, true or false, or a share between them",
  );
}

function timeIn(row: Row): RowDate {
  const text = row.name("date");
  const time = dateIn(text);
  if (time !== undefined) return time;
  const { what, hint } = noDate(text);
  throw row.wrong("date", what, hint);
}

const VECTOR_HINT = "write [0.12, -0.5, …]";

function vectorIn(row: Row): Float64Array {
  const given = row.value("vector");
  const value: unknown = typeof given === "string" ? jsonIn(given) : given;
  const isNumbers = (list: unknown): list is number[] =>
    Array.isArray(list) && list.length > 0 && list.every((x) => typeof x === "number" && Number.isFinite(x));
  if (!isNumbers(value)) throw row.wrong("vector", "is no list of numbers", VECTOR_HINT);
  if (value.every((x) => x === 0)) throw row.wrong("vector", "is 0 throughout, and so points nowhere");
  return Float64Array.from(value);
}
