// A locked-down in-memory DuckDB: SQL may read only the files and folders named when it is opened. It cannot open other files or URLs, load
// extensions or change settings, because conditions and queries may be untrusted.

import { rmSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import { libraryAtWork } from "../core/signals.ts";
import { quoted, quotedFile } from "../core/sql.ts";

/** Resources and permissions of an engine. */
export interface SqlEngineTerms {
  /** A private folder for data that exceeds the memory; created on demand, removed when the engine is closed. */
  readonly overflow: string;
  /** Memory limit in DuckDB's notation: 500MB. */
  readonly memory: string;
  readonly threads: number;
  /** Time zone of times that name none; default UTC. */
  readonly zone?: string | undefined;
  /** Files that SQL may read. */
  readonly files?: readonly string[];
  /** Folders in which SQL may read and write every file. */
  readonly folders?: readonly string[];
}

/** An open DuckDB connection. */
export interface SqlEngine {
  readonly connection: DuckDBConnection;
  close(): void;
}

/** Loads DuckDB ahead of its first use, because loading its native library takes as long as many a command. */
export const loadDuckDB = (): Promise<typeof import("@duckdb/node-api")> => import("@duckdb/node-api");

/** Opens DuckDB with the permissions of `terms`. */
export async function openEngine({
  overflow,
  memory,
  threads,
  zone = "UTC",
  files = [],
  folders = [],
}: SqlEngineTerms): Promise<SqlEngine> {
  const { DuckDBInstance } = await loadDuckDB();
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: memory,
    threads: String(threads),
    temp_directory: overflow,
    // Files are rarely read twice, and caching ten thousand of them would fill the memory.
    enable_external_file_cache: "false",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  const over = libraryAtWork();
  const close = (): void => {
    over();
    connection.closeSync();
    instance.closeSync();
    rmSync(overflow, { recursive: true, force: true });
  };
  try {
    // Times without a zone must have the same meaning on every machine.
    await connection.run(`SET TimeZone = ${quoted(zone)}`);
    if (files.length > 0) await connection.run(`SET allowed_paths = [${spellings(files)}]`);
    if (folders.length > 0) await connection.run(`SET allowed_directories = [${spellings(folders)}]`);
    await connection.run("SET enable_external_access = false");
    await connection.run("SET lock_configuration = true");
  } catch (error) {
    close();
    throw error;
  }
  return { connection, close };
}

/** Paths both literally and as glob patterns, since DuckDB compares both with the permitted paths. */
const spellings = (paths: readonly string[]): string =>
  [...new Set(paths.flatMap((path) => [quoted(path), quotedFile(path)]))].join(", ");
