// A user's file of rows, opened: CSV, JSON Lines or Parquet, read by DuckDB in little memory. What DuckDB refuses is a mistake in the file
// or in a condition on its rows.

import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { messageOf, type Problem, UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";
import { waiting } from "../core/signals.ts";
import { quoted, quotedFile } from "../core/sql.ts";
import { csvShape, evenLines, explained } from "./csv.ts";

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
  /** A folder of its own, made where memory is short; default in the system's for temporary files. */
  readonly overflow?: string;
  readonly signal?: AbortSignal | undefined;
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
  /** In the file's order; of lines of JSON, the keys of the first thousand. */
  readonly columns: readonly FileColumn[];
  /** Where columns are named, for messages. */
  readonly heading: string;
  /**
   * SQL of all rows. In CSV columns are texts but for those of `types`. What cannot be read is left out, or kept for `bad-rows.ts` where
   * `isNoted`. Lines of JSON are a column `json`, NULL where they are none.
   */
  all(types?: ReadonlyMap<string, string>, isNoted?: boolean): string;
  /** SQL of the rows that meet the condition, with `agon_row`, their number from 0 among all. */
  rows(types?: ReadonlyMap<string, string>, isNoted?: boolean): string;
  /** What DuckDB answers; a UserError in its words where it refuses, and the signal's reason where it was told to stop. */
  ask<T>(question: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  close(): void;
}

/** Threads share the memory, and each needs some to read with. */
const MOST_THREADS = 4;

/** Lines of JSON, at first, whose keys are the columns. */
const LOOKED_AT = 1000;

/** DuckDB, which puts what does not fit into half a gigabyte into the folder `overflow`, made when it is needed. */
export async function openEngine(overflow: string): Promise<{ readonly connection: DuckDBConnection; close(): void }> {
  // Loaded here: its native library takes as long as many a command.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: "500MB",
    threads: String(Math.min(MOST_THREADS, availableParallelism())),
    temp_directory: overflow,
    // One file is read once.
    enable_external_file_cache: "false",
  });
  const connection = await instance.connect();
  // Times without a zone mean the same on every machine.
  await connection.run("SET TimeZone = 'UTC'");
  return {
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
      rmSync(overflow, { recursive: true, force: true });
    },
  };
}

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
  const engine = await openEngine(overflow);
  const { connection } = engine;
  const stop = () => connection.interrupt();
  signal?.addEventListener("abort", stop);
  const close = () => {
    signal?.removeEventListener("abort", stop);
    engine.close();
  };
  const ask: UserFile["ask"] = async (question) => {
    try {
      return await waiting(() => question(connection));
    } catch (error) {
      signal?.throwIfAborted();
      const reason = messageOf(error).split("\n").slice(0, 2).join(" ");
      throw new UserError({ code: "broken-log", what: `could not be read: ${reason}`, where: shown });
    }
  };
  try {
    signal?.throwIfAborted();
    const format = request.format ?? formatOf(path) ?? "csv";
    const opened = { connection, path, shown, format, heading: shown, ask, close };
    const condition = request.where === undefined ? "" : ` WHERE (${request.where}\n)`;
    const filtered = (rows: string) => (condition === "" ? rows : `SELECT * FROM (${rows})${condition}`);
    const numbered = (rows: string) => `SELECT *, row_number() OVER () - 1 AS agon_row FROM ${rows}`;
    switch (format) {
      case "csv": {
        const even = request.skipBadRows === true ? await evenLines(path, overflow) : path;
        const { delimiter, columns } = await csvShape(even, shown);
        const all: UserFile["all"] = (types, isNoted = false) => {
          const typed = columns.map((name) => `${quoted(name)}: ${quoted(types?.get(name) ?? TEXT)}`).join(", ");
          const faults = isNoted ? "store_rejects = true" : "ignore_errors = true";
          return `read_csv(${quotedFile(even)}, auto_detect = false, header = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', columns = {${typed}}, ${faults})`;
        };
        const rows: UserFile["rows"] = (types, isNoted) => filtered(numbered(all(types, isNoted)));
        return { ...opened, path: even, heading: `${shown}:1`, columns: columns.map(asText), all, rows };
      }
      case "jsonl": {
        const all = `read_json_objects(${quotedFile(path)}, format = 'newline_delimited', ignore_errors = true)`;
        const names = `SELECT DISTINCT unnest(json_keys(json)) AS name FROM (SELECT json FROM ${all} LIMIT ${LOOKED_AT})`;
        const reader = await ask(() => connection.runAndReadAll(names));
        const columns = reader.getRowObjectsJS().map(({ name }) => asText(String(name)));
        const rows = filtered(`SELECT * FROM (${numbered(all)}) WHERE json IS NOT NULL`);
        return { ...opened, columns, all: () => all, rows: () => rows };
      }
      case "parquet": {
        const columns = await parquetColumns(connection, path, shown);
        const numbers = `read_parquet(${quotedFile(path)}, file_row_number = true)`;
        const rows = filtered(`SELECT * EXCLUDE (file_row_number), file_row_number AS agon_row FROM ${numbers}`);
        return { ...opened, columns, all: () => `read_parquet(${quotedFile(path)})`, rows: () => rows };
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

const TEXT = "VARCHAR";
const asText = (name: string): FileColumn => ({ name, type: TEXT });

/** Columns of a Parquet file. A UserError where it is none. */
async function parquetColumns(connection: DuckDBConnection, file: string, shown: string): Promise<FileColumn[]> {
  try {
    const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${quotedFile(file)})`);
    return reader
      .getRowObjectsJS()
      .map(({ column_name, column_type }) => ({ name: String(column_name), type: String(column_type) }));
  } catch {
    const what = "cannot be read as Parquet: it is something else, or was cut short";
    const hint = "give .csv for CSV, .jsonl for lines of JSON";
    throw new UserError({ code: "broken-log", what, where: shown, hint });
  }
}
