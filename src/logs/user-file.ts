// A user's file of rows, opened: CSV, JSON Lines or Parquet, read by DuckDB in little memory. What DuckDB refuses is a mistake in the file
// or in a condition on its rows.

import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { messageOf, type Problem, UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";
import { waiting } from "../core/signals.ts";
import { quoted, quotedFile } from "../core/sql.ts";
import { checkExpression, checkMeaning, filtered } from "./condition.ts";
import { caseAlone, checkLines, csvShape, evenLines, explained, lineFault, refuseWideText } from "./csv.ts";
import { openEngine } from "./engine.ts";
import { jsonLines, objectIn } from "./json-lines.ts";

export type FileFormat = "csv" | "jsonl" | "parquet";

const ENDINGS: Readonly<Record<string, FileFormat>> = {
  ...{ csv: "csv", tsv: "csv", "csv.gz": "csv" },
  ...{ jsonl: "jsonl", ndjson: "jsonl", "jsonl.gz": "jsonl", "ndjson.gz": "jsonl" },
  ...{ parquet: "parquet", pq: "parquet" },
};

/** What a file holds by its ending; undefined where that says nothing. */
export const formatOf = (file: string): FileFormat | undefined =>
  ENDINGS[/\.(\w+(?:\.gz)?)$/.exec(file.toLowerCase())?.[1] ?? ""];

/** A file that is to be opened. */
export interface FileRequest {
  /** Where it lies, and what its user calls it. */
  readonly path: string;
  readonly shown: string;
  /** Default by its ending, or else CSV. */
  readonly format?: FileFormat;
  /** Rows to read, as an SQL condition on the file's columns. */
  readonly where?: string | undefined;
  /** Whether a CSV file may have lines that end in several ways. */
  readonly skipBadRows?: boolean;
  /** Of times that name no zone; default UTC. */
  readonly zone?: string | undefined;
  /** A folder of its own, made where memory is short; default in the system's for temporary files. */
  readonly overflow?: string;
  readonly signal?: AbortSignal | undefined;
  /** Rows that are read at most; default `MOST_ROWS`. */
  readonly mostRows?: number;
}

/** A column with DuckDB's type. */
export interface FileColumn {
  readonly name: string;
  readonly type: string;
}

/** A file that is open, as SQL. */
export interface UserFile {
  readonly connection: DuckDBConnection;
  /** Where it lies: of CSV, the file whose lines all end alike. */
  readonly path: string;
  readonly shown: string;
  readonly format: FileFormat;
  /** In the file's order; of lines of JSON all keys, each where it comes first. */
  readonly columns: readonly FileColumn[];
  /** Where columns are named, for messages. */
  readonly heading: string;
  /**
   * SQL of all rows. In CSV columns are texts but for those of `types`. What cannot be read is left out, or kept for `bad-rows.ts` where
   * `isNoted`. Lines of JSON are a column `json`, NULL where they are none.
   */
  all(types?: ReadonlyMap<string, string>, isNoted?: boolean): string;
  /**
   * SQL of the rows that meet the condition, with `agon_row`, their number from 0 among all. `made` has SQL of further columns, made of each
   * row once: of columns that a query makes above its rows, DuckDB makes those of a condition anew wherever this names them.
   */
  rows(types?: ReadonlyMap<string, string>, isNoted?: boolean, made?: readonly string[]): string;
  /** Rows that are read at most. */
  readonly mostRows: number;
  /** A UserError where the condition does not fit the rows, of the types that `rows` takes. */
  checkCondition(types?: ReadonlyMap<string, string>): Promise<void>;
  /** What DuckDB answers; a UserError in its words where it refuses, and the signal's reason where it was told to stop. */
  ask<T>(question: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  close(): void;
}

/** Rows of a file: a small one that is packed may say that it has any number. */
export const MOST_ROWS = 100_000_000;

/** Threads share the memory, and each needs some to read with. */
const MOST_THREADS = 4;

/** Keys of all lines of JSON. */
const MOST_KEYS = 10_000;

/** Where a file lies that is named from `directory`. A UserError where it cannot be read. */
export function placeOf(file: string, directory = process.cwd()): string {
  const path = resolve(directory, file);
  checkFile(path, { hint: `paths start from ${directory}` });
  return path;
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

/** What `use` makes of a file. A UserError where it cannot be read. */
export async function withFile<T>(request: FileRequest, use: (file: UserFile) => Promise<T>): Promise<T> {
  const file = await openFile(request);
  try {
    return await use(file);
  } catch (error) {
    // An interrupted query may fail in DuckDB's words.
    request.signal?.throwIfAborted();
    throw await explained(error, request.path, request.shown);
  } finally {
    file.close();
  }
}

/** Opens a file, which is there. A UserError where its columns cannot be told. */
export async function openFile(request: FileRequest): Promise<UserFile> {
  const { path, shown, signal } = request;
  const overflow = request.overflow ?? join(tmpdir(), `agon-${process.pid}-${randomBytes(6).toString("hex")}`);
  const threads = Math.min(MOST_THREADS, availableParallelism());
  const engine = await openEngine({ overflow, memory: "500MB", threads, files: [path], zone: request.zone });
  const { connection } = engine;
  const stop = () => connection.interrupt();
  signal?.addEventListener("abort", stop);
  const close = () => {
    signal?.removeEventListener("abort", stop);
    engine.close();
  };
  const ask: UserFile["ask"] = async (question) => {
    const answered = waiting(() => question(connection)).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw refused(messageOf(error), shown);
    });
    const answer = await answered;
    // Rows that are interrupted may end as if there were no more.
    signal?.throwIfAborted();
    return answer;
  };
  try {
    signal?.throwIfAborted();
    const format = request.format ?? formatOf(path) ?? "csv";
    if (format !== "parquet") await refuseWideText(path, shown);
    const { where, mostRows = MOST_ROWS } = request;
    if (where !== undefined) await checkExpression(connection, { text: where, shown });
    const opened = { connection, path, shown, format, heading: shown, mostRows, ask, close };
    /** What a condition makes of all rows. */
    const met = (columns: readonly FileColumn[], every: UserFile["rows"], spelling = (name: string) => name) => ({
      columns,
      rows: (...wanted: Parameters<UserFile["rows"]>) => filtered(every(...wanted), where),
      async checkCondition(types?: ReadonlyMap<string, string>) {
        const names = columns.map(({ name }) => spelling(name));
        if (where === undefined) return;
        await checkMeaning(connection, { text: where, shown }, every(types), names).catch((error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        });
      },
    });
    const numbered = (rows: string, made: readonly string[] = []) =>
      `SELECT *, row_number() OVER () - 1 AS agon_row FROM (SELECT ${["*", ...made].join(", ")} FROM ${rows})`;
    switch (format) {
      case "csv": {
        const even = request.skipBadRows === true ? await evenLines(path, overflow) : path;
        const { delimiter, columns } = await csvShape(even, shown);
        await checkLines(even, shown);
        const all: UserFile["all"] = (types, isNoted = false) => {
          const typed = columns.map((name) => `${quoted(name)}: ${quoted(types?.get(name) ?? TEXT)}`).join(", ");
          const faults = isNoted ? "store_rejects = true" : "ignore_errors = true";
          return `read_csv(${quotedFile(even)}, auto_detect = false, header = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', columns = {${typed}}, ${faults})`;
        };
        const every: UserFile["rows"] = (types, isNoted, made) => numbered(all(types, isNoted), made);
        return { ...opened, path: even, heading: `${shown}:1`, all, ...met(columns.map(asText), every) };
      }
      case "jsonl": {
        const all = `read_json_objects(${quotedFile(path)}, format = 'newline_delimited', ignore_errors = true)`;
        const columns = await jsonColumns(all, ask, shown);
        if (columns.length === 0) await refuseNoJson(path, shown);
        const every: UserFile["rows"] = (_, __, made) =>
          `SELECT * FROM (${numbered(all, made)}) WHERE json IS NOT NULL`;
        return {
          ...opened,
          all: () => all,
          ...met(columns, every, (name) => `json->>${quoted(name)}`),
        };
      }
      case "parquet": {
        const columns = await parquetColumns(connection, path, shown);
        const numbers = `read_parquet(${quotedFile(path)}, file_row_number = true)`;
        const every: UserFile["rows"] = (_, __, made = []) =>
          `SELECT ${["* EXCLUDE (file_row_number)", ...made, "file_row_number AS agon_row"].join(", ")} FROM ${numbers}`;
        const file = { ...opened, all: () => `read_parquet(${quotedFile(path)})`, ...met(columns, every) };
        await checkCount(file, where);
        return file;
      }
      default:
        return format satisfies never;
    }
  } catch (error) {
    close();
    signal?.throwIfAborted();
    throw await explained(error, path, shown);
  }
}

/** A UserError where a Parquet file says that it has more rows than are read, and a condition leaves too many of them. */
async function checkCount(file: UserFile, where: string | undefined): Promise<void> {
  const counted = async (sql: string): Promise<number> => {
    const reader = await file.ask((connection) => connection.runAndReadAll(sql));
    return Number(reader.getRowsJS()[0]?.[0] ?? 0);
  };
  const count = await counted(`SELECT sum(num_rows) FROM parquet_file_metadata(${quotedFile(file.path)})`);
  if (count <= file.mostRows) return;
  if (where === undefined) throw tooLong(file, count);
  await file.checkCondition();
  const met = await counted(`SELECT count(*) FROM (${file.rows()})`);
  if (met > file.mostRows) throw tooLong(file, met);
}

/** That a file has more rows than are read: how many, where it is known. */
export function tooLong({ shown, mostRows: most }: Pick<UserFile, "shown" | "mostRows">, count?: number): UserError {
  const written = (rows: number) => rows.toLocaleString("en-US");
  const what =
    count === undefined
      ? `has more than ${written(most)} rows, and no more are read`
      : `has ${written(count)} rows, and at most ${written(most)} are read`;
  return new UserError({ code: "too-large", what, where: shown, hint: "give a file with fewer rows, or a condition" });
}

/** What DuckDB says of a file that it refuses. */
function refused(reason: string, shown: string): UserError {
  if (/^Out of Memory/i.test(reason)) {
    const what = "takes more than half a gigabyte of memory to read";
    const hint = "give a file with fewer or shorter rows, or a condition";
    return new UserError({ code: "too-large", what, where: shown, hint });
  }
  const lines = reason.split("\n").slice(0, 2).join(" ");
  return new UserError({ code: "broken-log", what: `could not be read: ${lines}`, where: shown });
}

const TEXT = "VARCHAR";
const asText = (name: string): FileColumn => ({ name, type: TEXT });

/** The keys of all lines of JSON, in the order in which they come. A UserError where there are too many. */
async function jsonColumns(all: string, ask: UserFile["ask"], shown: string): Promise<FileColumn[]> {
  const placed = `SELECT json_keys(json) AS keys, row_number() OVER () AS line FROM ${all}`;
  // Most lines have the same keys.
  const lists = `SELECT keys, min(line) AS line FROM (${placed}) GROUP BY keys`;
  const keys = `SELECT unnest(keys) AS name, generate_subscripts(keys, 1) AS place, line FROM (${lists})`;
  const names = `SELECT name FROM (${keys}) GROUP BY name ORDER BY min(line * ${MOST_KEYS} + place), name LIMIT ${MOST_KEYS + 1}`;
  const reader = await ask((connection) => connection.runAndReadAll(names));
  const columns = reader.getRowsJS().map(([name]) => asText(String(name)));
  if (columns.length <= MOST_KEYS) return columns;
  const what = `its lines have more than ${MOST_KEYS.toLocaleString("en-US")} keys, and no more are read`;
  throw new UserError({ code: "too-large", what, where: shown });
}

/** A UserError where lines are no JSON, of which no line may be: their letters are of another encoding, or they are something else. */
async function refuseNoJson(path: string, shown: string): Promise<void> {
  const fault = await lineFault(path, shown, true);
  if (fault !== undefined) throw fault;
  const first = (await jsonLines(path, [0])).get(0);
  const what = first === undefined ? {} : objectIn(first.text);
  if (typeof what === "string") throw new UserError({ code: "bad-row", what, where: `${shown}:${first?.line}` });
}

/** Columns of a Parquet file. A UserError where it is none, or two differ by case alone. */
async function parquetColumns(connection: DuckDBConnection, file: string, shown: string): Promise<FileColumn[]> {
  try {
    const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${quotedFile(file)})`);
    const columns = reader
      .getRowObjectsJS()
      .map(({ column_name, column_type }) => ({ name: String(column_name), type: String(column_type) }));
    const schema = await connection.runAndReadAll(`SELECT name FROM parquet_schema(${quotedFile(file)})`);
    const own = new Set(schema.getRowsJS().map(([name]) => String(name)));
    // A name that is no other by case is renamed when it is read.
    const renamed = columns.find(({ name }) => !own.has(name));
    const other = [...own].filter((name) => renamed?.name.toLowerCase().startsWith(`${name.toLowerCase()}_`));
    if (renamed !== undefined && other.length > 1) throw caseAlone(other[0], other[1], shown);
    return columns;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const what = "cannot be read as Parquet: it is something else, or was cut short";
    const hint = "give .csv for CSV, .jsonl for lines of JSON";
    throw new UserError({ code: "broken-log", what, where: shown, hint });
  }
}
