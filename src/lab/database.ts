// SQL over a store: DuckDB reads the Parquet files where they lie. Files that are damaged are left out and named.

import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { UserError } from "../core/errors.ts";
import { looksWhole, TABLES, type TableName } from "./store.ts";

/** A row as plain values; 64-bit integers come as numbers where they fit. */
export type Row = Readonly<Record<string, unknown>>;

/** An open in-memory database over some runs' files. */
export interface Database {
  /** Files that were left out, with the reason. */
  readonly damaged: readonly string[];
  /** Rows of one query. A UserError holds what DuckDB says of a faulty one. */
  query(sql: string): Promise<{ columns: readonly string[]; rows: readonly Row[] }>;
  close(): void;
}

/** Opens `episodes` and `steps` as views over the whole files of these run folders. */
export async function openDatabase(runFolders: readonly string[]): Promise<Database> {
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: "300MB", threads: "2" });
  const connection = await instance.connect();
  const damaged: string[] = [];
  try {
    for (const table of TABLES) {
      const files = runFolders.flatMap((folder) => filesOf(folder, table));
      const whole = files.filter((file) => {
        const fine = looksWhole(file);
        if (!fine) damaged.push(`${file}: it is cut off or is no Parquet file`);
        return fine;
      });
      await view(connection, table, whole, damaged);
    }
  } catch (error) {
    connection.closeSync();
    throw error;
  }
  return {
    damaged,
    query: (sql) => rowsOf(connection, sql),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function filesOf(folder: string, table: TableName): string[] {
  const place = join(folder, table);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith(".parquet"))
    .sort()
    .map((name) => join(place, name));
}

async function view(connection: DuckDBConnection, table: TableName, files: string[], damaged: string[]): Promise<void> {
  const readable = (await reads(connection, files)) ? files : await readableAmong(connection, files, damaged);
  if (readable.length === 0) {
    await connection.run(`CREATE VIEW ${table} AS SELECT NULL AS run, NULL AS variant, NULL AS seed WHERE false`);
    return;
  }
  await connection.run(`CREATE VIEW ${table} AS SELECT * FROM ${source(readable)}`);
}

function source(files: readonly string[]): string {
  return `read_parquet([${files.map(quoted).join(", ")}], union_by_name = true)`;
}

/** A text as an SQL literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function reads(connection: DuckDBConnection, files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  try {
    // Checksums of nothing, but every value is decoded.
    await connection.run(`SELECT count(COLUMNS(*)) FROM ${source(files)}`);
    return true;
  } catch {
    return false;
  }
}

async function readableAmong(
  connection: DuckDBConnection,
  files: readonly string[],
  damaged: string[],
): Promise<string[]> {
  if (files.length === 1) {
    damaged.push(`${files[0]}: its contents cannot be read`);
    return [];
  }
  const half = Math.ceil(files.length / 2);
  const found: string[] = [];
  for (const part of [files.slice(0, half), files.slice(half)]) {
    found.push(...((await reads(connection, part)) ? part : await readableAmong(connection, part, damaged)));
  }
  return found;
}

async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
): Promise<{ columns: readonly string[]; rows: readonly Row[] }> {
  try {
    const reader = await connection.runAndReadAll(sql);
    const rows = reader
      .getRowObjectsJS()
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
    return { columns: reader.columnNames(), rows };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError({
      code: "sql",
      what: `the query failed: ${reason
        .split("\n")
        .filter((line) => line.trim() !== "")
        .slice(0, 4)
        .join(" ")}`,
    });
  }
}

function plain(value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : String(value);
}

/** `basename` without the ending: which cell a damaged file belongs to. */
export function cellOf(file: string): string {
  return basename(file, ".parquet");
}
