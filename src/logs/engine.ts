// DuckDB in memory, and shut: SQL reads the files that are named when it is opened, and those below folders that are named. It opens no
// other file and no address, loads no extension and changes no setting: a condition or a question may come from a stranger.

import { rmSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import { libraryAtWork } from "../core/signals.ts";
import { quoted, quotedFile } from "../core/sql.ts";

/** What an engine may use. */
export interface SqlEngineTerms {
  /** A folder of its own for what does not fit into the memory; made when it is needed, gone when the engine is closed. */
  readonly overflow: string;
  /** As DuckDB writes it: 500MB. */
  readonly memory: string;
  readonly threads: number;
  /** Of times that name no zone; default UTC. */
  readonly zone?: string | undefined;
  /** Files that SQL may read. */
  readonly files?: readonly string[];
  /** Folders of which it may read and write every file. */
  readonly folders?: readonly string[];
}

/** DuckDB, open. */
export interface SqlEngine {
  readonly connection: DuckDBConnection;
  close(): void;
}

/** Loads DuckDB ahead of its first use: its native library takes as long to load as many a command takes. */
export const loadDuckDB = (): Promise<typeof import("@duckdb/node-api")> => import("@duckdb/node-api");

/** Opens DuckDB for the files that `terms` name. */
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
    // A file is read once or seldom, and ten thousand of them would fill the memory.
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
    // Times without a zone mean the same on every machine.
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

/** Paths as they are and as patterns: DuckDB compares both with what it may read. */
const spellings = (paths: readonly string[]): string =>
  [...new Set(paths.flatMap((path) => [quoted(path), quotedFile(path)]))].join(", ");
