// Opens a user's file of rows (CSV, JSON Lines, a JSON list or Parquet) with DuckDB in little memory. Errors from DuckDB are reported as errors in the
// file or in a condition on its rows.

import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { messageOf, type Problem, UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";
import { waiting } from "../core/signals.ts";
import { identifier, quoted, quotedFile } from "../core/sql.ts";
import { checkExpression, checkMeaning, filtered } from "./condition.ts";
import { caseAlone, checkLines, csvShape, evenLines, explained, lineFault, refuseWideText } from "./csv.ts";
import { openEngine } from "./engine.ts";
import { jsonLines, objectIn } from "./json-lines.ts";
import { isJsonList, listAsLines, unmarked } from "./json-list.ts";

export type FileFormat = "csv" | "jsonl" | "parquet";

const ENDINGS: Readonly<Record<string, FileFormat>> = {
  ...{ csv: "csv", tsv: "csv", "csv.gz": "csv" },
  ...{ jsonl: "jsonl", ndjson: "jsonl", json: "jsonl", "jsonl.gz": "jsonl", "ndjson.gz": "jsonl", "json.gz": "jsonl" },
  ...{ parquet: "parquet", pq: "parquet" },
};

/** File format by extension; undefined for an unknown extension. */
export const formatOf = (file: string): FileFormat | undefined =>
  ENDINGS[/\.(\w+(?:\.gz)?)$/.exec(file.toLowerCase())?.[1] ?? ""];

/** Location of a row, by its number or its line, both from 1. */
export const placeOfRow = (shown: string, place: number, isByRow: boolean): string =>
  isByRow ? `${shown}, row ${place}` : `${shown}:${place}`;

/** Request to open a file. */
export interface FileRequest {
  /** Path of the file, and the user's name for it. */
  readonly path: string;
  readonly shown: string;
  /** Default by extension, or else CSV. */
  readonly format?: FileFormat;
  /** SQL condition on the file's columns that selects rows. */
  readonly where?: string | undefined;
  /** Whether a CSV file may mix line endings. */
  readonly skipBadRows?: boolean;
  /** Time zone of times that name none; default UTC. */
  readonly zone?: string | undefined;
  /** A private folder for data that exceeds the memory; by default in the system's temporary folder. */
  readonly overflow?: string;
  readonly signal?: AbortSignal | undefined;
  /** Maximum number of rows read; default `MOST_ROWS`. */
  readonly mostRows?: number;
  /** Whether messages locate rows of lines by number, as where the lines were made of another file; default false. */
  readonly isByRow?: boolean;
  /** Memory limit of DuckDB; default half a gigabyte. */
  readonly memory?: string;
}

/** A column with its DuckDB type. */
export interface FileColumn {
  readonly name: string;
  readonly type: string;
}

/** An open file, accessed by SQL. */
export interface UserFile {
  readonly connection: DuckDBConnection;
  /** Path of the file, or of its copy: of CSV with uniform line endings, of a list as lines. */
  readonly path: string;
  readonly shown: string;
  readonly format: FileFormat;
  /** Whether messages locate rows by number, as in Parquet and in a list; otherwise by line. */
  readonly isByRow: boolean;
  /** Columns in file order; for JSON Lines all keys in the order of first occurrence. */
  readonly columns: readonly FileColumn[];
  /** Where columns are named, for messages. */
  readonly heading: string;
  /**
   * SQL of all rows. CSV columns are texts except those in `types`. Unreadable rows are left out, or recorded for `bad-rows.ts` where
   * `isNoted`. JSON Lines have one column `json`, NULL for invalid lines.
   */
  all(types?: ReadonlyMap<string, string>, isNoted?: boolean): string;
  /**
   * SQL of the rows that satisfy the condition, with `agon_row`, their number from 0 among all rows. `made` adds computed columns,
   * evaluated once per row. If an outer query computed them, DuckDB would evaluate the condition's columns again at each use.
   */
  rows(types?: ReadonlyMap<string, string>, isNoted?: boolean, made?: readonly string[]): string;
  /** Maximum number of rows read. */
  readonly mostRows: number;
  /** Throws a UserError where the condition is invalid for the rows, with the types passed to `rows`. */
  checkCondition(types?: ReadonlyMap<string, string>): Promise<void>;
  /**
   * Runs a query and returns its result. Throws a UserError with DuckDB's message where it fails, and the signal's reason after an abort.
   */
  ask<T>(question: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  close(): void;
}

/** Maximum number of rows of a file, since a small compressed file can claim any number. */
export const MOST_ROWS = 100_000_000;

/** Memory limit of DuckDB. */
const MEMORY = "500MB";

/** Threads share the memory limit, and each needs buffers. */
const MOST_THREADS = 4;

/** Maximum number of distinct keys in all lines of JSON. */
const MOST_KEYS = 10_000;

/** Resolves a file's path relative to `directory`. Throws a UserError where it cannot be read. */
export function placeOf(file: string, directory = process.cwd()): string {
  const path = resolve(directory, file);
  checkFile(path, { hint: `paths start from ${directory}` });
  return path;
}

/** Throws a UserError where the file does not exist; `more` adds to its message. */
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

/** Opens a file and returns the result of `use`. Throws a UserError where it cannot be read. */
export async function withFile<T>(request: FileRequest, use: (file: UserFile) => Promise<T>): Promise<T> {
  const file = await openFile(request);
  try {
    return await use(file);
  } catch (error) {
    // An interrupted query may fail with a DuckDB error, so the signal is tested first.
    request.signal?.throwIfAborted();
    throw await explained(error, request.path, request.shown);
  } finally {
    file.close();
  }
}

/** Opens an existing file. Throws a UserError where its columns cannot be determined. */
export async function openFile(request: FileRequest): Promise<UserFile> {
  const { path, shown, signal } = request;
  const overflow = request.overflow ?? join(tmpdir(), `agon-${process.pid}-${randomBytes(6).toString("hex")}`);
  const threads = Math.min(MOST_THREADS, availableParallelism());
  const { memory = MEMORY } = request;
  const engine = await openEngine({ overflow, memory, threads, files: [path], zone: request.zone });
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
      throw refused(messageOf(error), shown, memory);
    });
    const answer = await answered;
    // An interrupted query may look like the regular end of the rows.
    signal?.throwIfAborted();
    return answer;
  };
  try {
    signal?.throwIfAborted();
    const format = request.format ?? formatOf(path) ?? "csv";
    if (format !== "parquet") await refuseWideText(path, shown);
    const { where, mostRows = MOST_ROWS } = request;
    const named =
      where === undefined ? [] : await checkExpression(connection, { text: where, shown, kind: "condition" });
    const opened = { connection, path, shown, format, isByRow: false, heading: shown, mostRows, ask, close };
    /** Query that evaluates the condition for all rows. */
    const met = (columns: readonly FileColumn[], every: UserFile["rows"]) => ({
      columns,
      rows: (...wanted: Parameters<UserFile["rows"]>) => filtered(every(...wanted), where),
      async checkCondition(types?: ReadonlyMap<string, string>) {
        const names = columns.map(({ name }) => name);
        if (where === undefined) return;
        const condition = { text: where, shown, kind: "condition" } as const;
        await checkMeaning(connection, condition, every(types), names).catch((error: unknown) => {
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
        const { delimiter, columns, before } = await csvShape(even, shown);
        await checkLines(even, shown);
        const all: UserFile["all"] = (types, isNoted = false) => {
          const typed = columns.map((name) => `${quoted(name)}: ${quoted(types?.get(name) ?? TEXT)}`).join(", ");
          const faults = isNoted ? "store_rejects = true" : "ignore_errors = true";
          return `read_csv(${quotedFile(even)}, auto_detect = false, header = true, skip = ${before}, delim = ${quoted(delimiter)}, quote = '"', escape = '"', columns = {${typed}}, ${faults})`;
        };
        const every: UserFile["rows"] = (types, isNoted, made) => numbered(all(types, isNoted), made);
        return { ...opened, path: even, heading: `${shown}:${before + 1}`, all, ...met(columns.map(asText), every) };
      }
      case "jsonl": {
        const isList = await isJsonList(path);
        const isByRow = isList || request.isByRow === true;
        const lines = isList ? await listAsLines(path, shown, overflow) : await unmarked(path, overflow);
        const all = `read_json_objects(${quotedFile(lines)}, format = 'newline_delimited', ignore_errors = true)`;
        const columns = await jsonColumns(all, ask, shown);
        await refuseTwice(ask, { path: lines, shown, isByRow });
        if (columns.length === 0) await refuseNoJson(lines, shown, isByRow);
        const every: UserFile["rows"] = (_, __, made) =>
          `SELECT * FROM (${numbered(all, made)}) WHERE json IS NOT NULL`;
        // Fields that the condition names are texts, as the cells of CSV are; `json` is the whole object.
        const wanted = new Set(named.map((name) => name.toLowerCase()));
        const fields = columns.flatMap(({ name }) => (wanted.has(name.toLowerCase()) && name !== "json" ? [name] : []));
        const texts = fields.map((name) => `, json->>${quoted(name)} AS ${identifier(name)}`).join("");
        const { rows, ...rest } = met(columns, (...options) => `SELECT *${texts} FROM (${every(...options)})`);
        const kept = fields.length === 0 ? "*" : `* EXCLUDE (${fields.map(identifier).join(", ")})`;
        return {
          ...{ ...opened, path: lines, isByRow },
          all: () => all,
          ...{ ...rest, rows: (...options) => `SELECT ${kept} FROM (${rows(...options)})` },
        };
      }
      case "parquet": {
        const columns = await parquetColumns(connection, path, shown);
        const numbers = `read_parquet(${quotedFile(path)}, file_row_number = true)`;
        const every: UserFile["rows"] = (_, __, made = []) =>
          `SELECT ${["* EXCLUDE (file_row_number)", ...made, "file_row_number AS agon_row"].join(", ")} FROM ${numbers}`;
        const file = {
          ...opened,
          isByRow: true,
          all: () => `read_parquet(${quotedFile(path)})`,
          ...met(columns, every),
        };
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

/** Throws a UserError where a Parquet file has more rows than the limit, also after the condition. */
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

/** Error for a file with more rows than the limit, with their number where known. */
export function tooLong({ shown, mostRows: most }: Pick<UserFile, "shown" | "mostRows">, count?: number): UserError {
  const written = (rows: number) => rows.toLocaleString("en-US");
  const what =
    count === undefined
      ? `has more than ${written(most)} rows, and no more are read`
      : `has ${written(count)} rows, and at most ${written(most)} are read`;
  return new UserError({ code: "too-large", what, where: shown, hint: "give a file with fewer rows, or a condition" });
}

/** Error for a file that DuckDB rejects. */
function refused(reason: string, shown: string, memory: string): UserError {
  if (/^Out of Memory/i.test(reason)) {
    const what = `takes more than ${memory === MEMORY ? "half a gigabyte" : memory} of memory to read`;
    const hint = "give a file with fewer or shorter rows, or a condition";
    return new UserError({ code: "too-large", what, where: shown, hint });
  }
  const [, range] = /^(?:Out of Range|Invalid Input) Error: (.*)/.exec(reason) ?? [];
  if (range !== undefined) {
    const what = `cannot be computed at some row: ${range}`;
    const hint = "a formula has to hold for every row: case when … then … end, or a condition leaves rows out";
    return new UserError({ code: "broken-log", what, where: shown, hint });
  }
  const lines = reason.split("\n").slice(0, 2).join(" ");
  return new UserError({ code: "broken-log", what: `could not be read: ${lines}`, where: shown });
}

const TEXT = "VARCHAR";
const asText = (name: string): FileColumn => ({ name, type: TEXT });

/** Table of the distinct lists of keys of JSON Lines, each with the first row that has it, from 1. */
const KEYS = "agon_keys";

/** All keys of JSON Lines in the order of first occurrence. Throws a UserError where there are too many. */
async function jsonColumns(all: string, ask: UserFile["ask"], shown: string): Promise<FileColumn[]> {
  const placed = `SELECT json_keys(json) AS keys, row_number() OVER () AS line FROM ${all}`;
  // Most lines have the same keys, so distinct key lists are collected first.
  const lists = `SELECT keys, min(line) AS line FROM (${placed}) GROUP BY keys`;
  await ask((connection) => connection.run(`CREATE OR REPLACE TEMP TABLE ${KEYS} AS ${lists}`));
  const keys = `SELECT unnest(keys) AS name, generate_subscripts(keys, 1) AS place, line FROM ${KEYS}`;
  const names = `SELECT name FROM (${keys}) GROUP BY name ORDER BY min(line * ${MOST_KEYS} + place), name LIMIT ${MOST_KEYS + 1}`;
  const reader = await ask((connection) => connection.runAndReadAll(names));
  const columns = reader.getRowsJS().map(([name]) => asText(String(name)));
  if (columns.length <= MOST_KEYS) return columns;
  const what = `its lines have more than ${MOST_KEYS.toLocaleString("en-US")} keys, and no more are read`;
  throw new UserError({ code: "too-large", what, where: shown });
}

/** Throws a UserError where an object of JSON Lines has a key twice, of which readers take the first or the last. */
async function refuseTwice(
  ask: UserFile["ask"],
  { path, shown, isByRow }: Pick<UserFile, "path" | "shown" | "isByRow">,
): Promise<void> {
  const twice = "list_filter(keys, lambda key: len(list_filter(keys, lambda one: one = key)) > 1)[1]";
  const first = `SELECT line, ${twice} FROM ${KEYS} WHERE len(keys) > len(list_distinct(keys)) ORDER BY line LIMIT 1`;
  const reader = await ask((connection) => connection.runAndReadAll(first));
  const [row, key] = reader.getRowsJS()[0] ?? [];
  if (row === undefined) return;
  const line = (await jsonLines(path, [Number(row) - 1])).get(Number(row) - 1)?.line ?? Number(row);
  const what = `has the key ${JSON.stringify(key)} twice`;
  const where = placeOfRow(shown, isByRow ? Number(row) : line, isByRow);
  throw new UserError({ code: "bad-row", what, where, hint: "write each key of an object once" });
}

/** Throws a UserError where no line is JSON: the file has another encoding or another format. */
async function refuseNoJson(path: string, shown: string, isByRow: boolean): Promise<void> {
  const fault = await lineFault(path, shown, true);
  if (fault !== undefined) throw fault;
  const first = (await jsonLines(path, [0])).get(0);
  const what = first === undefined ? {} : objectIn(first.text);
  if (typeof what === "string") {
    const hint = "write an object on each line, or one list of objects: [{…}, {…}]";
    throw new UserError({ code: "bad-row", what, where: placeOfRow(shown, first?.line ?? 1, isByRow), hint });
  }
}

/** Columns of a Parquet file. Throws a UserError where it is not Parquet, or two names differ only in case. */
async function parquetColumns(connection: DuckDBConnection, file: string, shown: string): Promise<FileColumn[]> {
  try {
    const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${quotedFile(file)})`);
    const columns = reader
      .getRowObjectsJS()
      .map(({ column_name, column_type }) => ({ name: String(column_name), type: String(column_type) }));
    const schema = await connection.runAndReadAll(`SELECT name FROM parquet_schema(${quotedFile(file)})`);
    const own = new Set(schema.getRowsJS().map(([name]) => String(name)));
    // DuckDB renames a column whose name differs from another only in case.
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
