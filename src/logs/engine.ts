// DuckDB, opened to read one log in little memory; what it refuses is a mistake in the user's file or condition.

import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { DuckDBConnection } from "@duckdb/node-api";
import { messageOf, UserError } from "../core/errors.ts";
import { quotedFile } from "../core/sql.ts";
import type { LogKind } from "./kinds.ts";
import type { LogSource } from "./source.ts";

/** Threads share the memory, and each needs some to read with. */
const MOST_THREADS = 4;

export interface LogEngine {
  readonly connection: DuckDBConnection;
  /** Closes it, and removes what did not fit into the memory. */
  close(): void;
}

/** Opens DuckDB, which puts what does not fit into half a gigabyte into the folder `overflow`, made when it is needed. */
export async function openEngine(overflow: string): Promise<LogEngine> {
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

/** What DuckDB answers; a UserError in its words where it refuses, and the signal's reason where it was told to stop. */
export async function asking<T>(
  { file }: Pick<LogSource, "file">,
  ask: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    signal?.throwIfAborted();
    const reason = messageOf(error).split("\n").slice(0, 2).join(" ");
    throw new UserError({ code: "broken-log", what: `could not be read: ${reason}`, where: file });
  }
}

/** Columns of a Parquet file with DuckDB's types, in its order. A UserError where it is none. */
export async function parquetColumns(
  connection: DuckDBConnection,
  file: string,
  shown: string,
): Promise<{ readonly name: string; readonly type: string }[]> {
  try {
    const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${quotedFile(file)})`);
    return reader
      .getRowObjectsJS()
      .map(({ column_name, column_type }) => ({ name: String(column_name), type: String(column_type) }));
  } catch {
    const what = "cannot be read as Parquet: it is something else, or was cut short";
    throw new UserError({
      code: "broken-log",
      what,
      where: shown,
      hint: "give .csv for CSV, .jsonl for lines of JSON",
    });
  }
}

/** Nothing was found. */
export function emptyLog({ records }: LogKind, { file, where }: LogSource): UserError {
  return new UserError({
    code: "empty-log",
    what: `holds no ${records}`,
    where: file,
    ...(where === undefined ? {} : { hint: "no row meets the condition `where`" }),
  });
}
