// SQL over a store: DuckDB reads the Parquet files in place. Damaged files are left out and listed. Memory use does not grow with the
// number of cells; larger intermediate results are written to the system's temporary folder.

import { randomBytes } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { NO_ANSWER } from "../../core/agent.ts";
import { placeBeside, unwritten } from "../../core/files.ts";
import { grouped } from "../../core/grouped.ts";
import { quoted, quotedFile } from "../../core/sql.ts";
import { openEngine } from "../../logs/engine.ts";
import { queriedRows, type Row, rowsOf, type SqlAnswer } from "./answers.ts";
import { damageOf, findCell, type StoredCell, seedsSealed } from "./cell-files.ts";
import { type RunRecord, readRecord } from "./run-record.ts";
import { allCells, cellFile, TABLES, type TableName } from "./store.ts";

export type { Row };

/** An unreadable file and the reason. */
export interface Damage {
  readonly file: string;
  readonly reason: string;
}

/** An open in-memory database over some runs' files. */
export interface Database {
  /** Files that were left out. */
  readonly damaged: readonly Damage[];
  /** Major versions of Node that computed the cells, for cells that record it. */
  readonly nodes: readonly number[];
  /** Returns the rows of one query. Throws a UserError with DuckDB's message where the query is faulty. */
  query(sql: string): Promise<SqlAnswer>;
  /** Like `query`, for a user's query, which may only read. */
  ask(sql: string): Promise<SqlAnswer>;
  /** Writes a table as a Parquet file, atomically. Throws a UserError where the system refuses; `hint` says what to do then. */
  save(table: TableName, file: string, hint?: string): Promise<void>;
  close(): void;
}

interface Opening {
  /** The tables that will be queried, all by default. */
  readonly tables?: readonly TableName[];
  /** Whether `episodes` is loaded as a sorted table; otherwise it is a view as the others are. */
  readonly sorted?: boolean;
  /**
   * Folders in which SQL may name files, by default those of all cells of the stores. With an empty list only the tables' own files can be
   * read, as user queries require.
   */
  readonly folders?: readonly string[];
}

/** Opens the cells of these run folders. */
export const openDatabase = (runFolders: readonly string[], threads: number, opening?: Opening): Promise<Database> =>
  openCells(
    runFolders.map((folder) => ({ store: dirname(folder), record: readRecord(folder) })),
    threads,
    opening,
  );

/**
 * Opens the undamaged files of the cells of runs, some of which may not be computed yet. `episodes`, which is small, becomes a table, the
 * other tables become views. The table `cells` maps variants and runs to cells. The last digits of sums depend on their order, and so on
 * the number of threads: a result that must repeat to the byte needs one thread.
 */
export async function openCells(
  places: readonly Place[],
  threads: number,
  { tables = TABLES, sorted = true, folders = places.map(({ store }) => allCells(store)) }: Opening = {},
): Promise<Database> {
  const { files, broken, nodes } = filesOf(places, tables);
  // Two processes must not share the folder for intermediate results. DuckDB creates it on demand.
  const overflow = join(tmpdir(), `agon-${process.pid}-${randomBytes(6).toString("hex")}`);
  const { connection, close } = await openEngine({
    ...{ overflow, memory: "300MB", threads, folders },
    files: folders.length > 0 ? [] : [...files.values()].flat(),
  });
  try {
    await listCells(connection, places);
    for (const table of tables) {
      await open(connection, { table, sorted: sorted && table === "episodes" }, files.get(table) ?? []);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    damaged: broken,
    nodes,
    query: (sql) => rowsOf(connection, sql),
    ask: (sql) => queriedRows(connection, sql),
    save: (table, file, hint) => save(connection, table, file, hint),
    close,
  };
}

async function save(connection: DuckDBConnection, table: TableName, file: string, hint?: string): Promise<void> {
  const place = placeBeside(file);
  try {
    await connection.run(`COPY ${table} TO ${quoted(place)} (FORMAT parquet)`);
    renameSync(place, file);
  } catch (error) {
    rmSync(place, { force: true });
    throw unwritten(file, error, hint);
  }
}

/** A run and its store. */
interface Place {
  readonly store: string;
  readonly record: Pick<RunRecord, "run" | "seeds"> & {
    readonly variants: readonly Pick<RunRecord["variants"][number], "name" | "key">[];
  };
}

/**
 * Returns, by table, the files of all complete cells of the runs, each once, in the order of their names; also the damaged files, and the
 * versions that computed the cells.
 */
function filesOf(
  places: readonly Place[],
  tables: readonly TableName[],
): { files: ReadonlyMap<TableName, string[]>; broken: Damage[]; nodes: number[] } {
  const files = new Map<TableName, string[]>(tables.map((table) => [table, []]));
  const broken: Damage[] = [];
  const nodes = new Set<number>();
  const cells = new Map<string, StoredCell>();
  for (const { store, record } of places) {
    for (const key of new Set(record.variants.map((variant) => variant.key))) {
      const sealed = seedsSealed(store, key);
      for (const seed of record.seeds)
        if (sealed.has(seed)) cells.set(JSON.stringify([store, key, seed]), { store, key, seed });
    }
  }
  for (const cell of cells.values()) {
    const state = findCell(cell, tables);
    for (const file of state?.damaged ?? []) broken.push({ file, reason: `it ${damageOf(cell, file)}` });
    if (state?.node !== undefined) nodes.add(state.node);
    for (const table of tables) if (state?.whole.has(table)) files.get(table)?.push(cellFile(cell.store, cell, table));
  }
  for (const own of files.values()) own.sort();
  return { files, broken, nodes: [...nodes].sort((a, b) => a - b) };
}

/** Creates the table `cells`. */
async function listCells(connection: DuckDBConnection, places: readonly Place[]): Promise<void> {
  await connection.run("CREATE TABLE cells (run VARCHAR, variant VARCHAR, seed INTEGER, cell VARCHAR)");
  const appender = await connection.createAppender("cells");
  for (const { record } of places) {
    for (const seed of record.seeds) {
      for (const { name, key } of record.variants) {
        appender.appendVarchar(record.run);
        appender.appendVarchar(name);
        appender.appendInteger(seed);
        appender.appendVarchar(key);
        appender.endRow();
      }
    }
  }
  appender.closeSync();
}

/** How files are opened: as a sorted table, or as a view. */
interface Opened {
  readonly table: TableName;
  readonly sorted: boolean;
}

async function open(connection: DuckDBConnection, as: Opened, files: string[]): Promise<void> {
  if (files.length === 0) {
    await connection.run(`CREATE VIEW ${as.table} AS SELECT NULL AS run, NULL AS variant, NULL AS seed WHERE false`);
    return;
  }
  try {
    await load(connection, as, files, true);
  } catch {
    // Cells of one variant have different columns.
    await load(connection, as, files, false);
  }
}

/** Creates `table` from the files. */
async function load(
  connection: DuckDBConnection,
  { table, sorted }: Opened,
  files: readonly string[],
  sameColumns: boolean,
): Promise<void> {
  const rows = `SELECT cells.run, cells.variant, own.* EXCLUDE (cell)
    FROM (${await source(connection, files, sameColumns)}) AS own JOIN cells ON cells.cell = own.cell AND cells.seed = own.seed`;
  if (sorted) {
    // Without sorting first, DuckDB would keep a block for every column of every file until all are in order.
    await connection.run(
      `CREATE OR REPLACE TABLE ${table} AS SELECT * FROM (${rows}) ORDER BY run, variant, seed, episode, length(agent), agent`,
    );
    return;
  }
  // Creating a view does not read its files. Reading all of them reveals different columns, which training tables may have.
  if (table === "training") await connection.run(`SELECT count(COLUMNS(*)) FROM (${rows})`);
  await connection.run(`CREATE OR REPLACE VIEW ${table} AS ${rows}`);
}

/**
 * Returns a query for all rows of the files. `union_by_name` would keep every file's footer in memory. Nearly always the cells of one
 * variant have the same columns, so the columns of one file per variant show which files can be read together. Only a learner that had
 * nothing to report in a cell has fewer columns.
 */
async function source(connection: DuckDBConnection, files: readonly string[], sameColumns: boolean): Promise<string> {
  const variants = grouped(files, (file) => (sameColumns ? dirname(file) : file)).values();
  const byFirst = new Map(Array.from(variants, (group) => [group[0], group]));
  const firsts = [...byFirst.keys()].map(quotedFile).join(", ");
  const { rows } = await rowsOf(
    connection,
    `SELECT file_name, string_agg(name, '/' ORDER BY name) AS columns FROM parquet_schema([${firsts}]) GROUP BY file_name`,
  );
  return [...grouped(rows, (row) => String(row.columns)).values()]
    .map((group) => group.flatMap((row) => byFirst.get(String(row.file_name)) ?? []).sort())
    .map((group) => `SELECT * FROM read_parquet([${group.map(quotedFile).join(", ")}])`)
    .sort()
    .join(" UNION ALL BY NAME ");
}

/**
 * Returns the cells in which no episode finished because no server answered. They contain no result, and another run sends the requests
 * again.
 */
export async function unansweredCells(database: Database): Promise<{ variant: string; seed: number }[]> {
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  if (!columns.includes("failure")) return [];
  const { rows } = await database.query(`
    SELECT variant, seed FROM episodes GROUP BY variant, seed
    HAVING bool_and(failed) AND bool_and(contains(failure, ${quoted(NO_ANSWER)}))`);
  return rows.map(({ variant, seed }) => ({ variant: String(variant), seed: Number(seed) }));
}
