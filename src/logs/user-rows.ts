// A user's file as rows of texts that DuckDB streams in their order: CSV, JSON Lines or Parquet, with every value as it stands there.

import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { UserError } from "../core/errors.ts";
import { identifier, quoted, quotedFile } from "../core/sql.ts";
import { badRows, lineObjects } from "./bad-rows.ts";
import { checkFile, csvShape, explained } from "./csv-shape.ts";
import { asking, openEngine, parquetColumns } from "./engine.ts";
import { evenLines } from "./line-ends.ts";

/** Which file, and what of it. */
export interface RowSource {
  readonly file: string;
  /** The file's names of columns by ours, where they are none of the usual ones. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Rows to read, as an SQL condition on the file's columns. */
  readonly where?: string;
  readonly skipBadRows?: boolean;
}

/** How it is read. */
export interface ReadingOptions {
  /** Where paths start; the working folder by default. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** A file that can be read, as SQL. */
export interface UserRows {
  readonly connection: DuckDBConnection;
  /** Where it lies: of CSV, the file whose lines all end alike. */
  readonly file: string;
  readonly format: "csv" | "jsonl" | "parquet";
  /** Names of the file's columns. */
  readonly columns: readonly string[];
  /** Where columns are named, for messages. */
  readonly heading: string;
  /** SQL of all rows as the file has them, without the condition. */
  readonly all: string;
  /** SQL of the rows with `agon_row`, their number from 0, and all columns; with `isFirst` what cannot be read is noted. */
  rows(isFirst: boolean): string;
  /** SQL of a column as text without the blanks around it, NULL where there is none. What is no plain value is JSON. */
  cell(own: string): string;
  /** SQL of the rows with `agon_row` and the texts of some columns, each made once: `wanted` has a column's own name by its name here. */
  texts(wanted: ReadonlyMap<string, string>, isFirst: boolean): string;
}

/** Lines of JSON, at first, whose keys are the columns. */
const LOOKED_AT = 1000;

/** Types of Parquet that are lists or objects. */
const NESTED = /(\[\d*\]$)|^(STRUCT|MAP|UNION|LIST|JSON)/;

/** What `use` makes of a file's rows. A UserError where there is no such file, or it cannot be read. */
export async function withRows<T>(
  source: RowSource,
  { directory = process.cwd(), signal }: ReadingOptions,
  use: (rows: UserRows) => Promise<T>,
): Promise<T> {
  const path = resolve(directory, source.file);
  checkFile(path, { hint: `paths start from ${directory}` });
  const overflow = join(tmpdir(), `agon-${process.pid}-${randomBytes(6).toString("hex")}`);
  const engine = await openEngine(overflow);
  const stop = () => engine.connection.interrupt();
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    return await use(await openRows(engine.connection, path, overflow, source));
  } catch (error) {
    throw await explained(error, path, source.file);
  } finally {
    signal?.removeEventListener("abort", stop);
    engine.close();
  }
}

async function openRows(
  connection: DuckDBConnection,
  path: string,
  overflow: string,
  source: RowSource,
): Promise<UserRows> {
  const { file: shown, where } = source;
  const condition = where === undefined ? "" : ` WHERE (${where}\n)`;
  const numbered = (rows: string) => `SELECT *, row_number() OVER () - 1 AS agon_row FROM ${rows}`;
  const filtered = (rows: string) => `SELECT * FROM (${rows})${condition}`;
  const trimmed = (text: (own: string) => string) => (own: string) => `nullif(trim(${text(own)}), '')`;
  const ending = /\.(\w+)(\.gz)?$/.exec(path.toLowerCase())?.[1];
  if (ending === "jsonl" || ending === "ndjson") {
    const call = lineObjects(path);
    const names = `SELECT DISTINCT unnest(json_keys(json)) AS name FROM (SELECT json FROM ${call} LIMIT ${LOOKED_AT})`;
    const found = await asking(source, () => connection.runAndReadAll(names));
    const columns = found.getRowObjectsJS().map(({ name }) => String(name));
    const rows = { connection, file: path, format: "jsonl" } as const;
    // Where no line is one, what is missing is not a column.
    if (columns.length === 0) {
      const { problems } = await badRows({ ...rows, source: { file: shown, skipBadRows: false } }, [], 0);
      if (problems.length > 0) throw new UserError(problems);
    }
    const within = (own: string) => quoted(`$.${JSON.stringify(own)}`);
    const all = () => filtered(`SELECT * FROM (${numbered(call)}) WHERE json IS NOT NULL`);
    return {
      ...{ ...rows, columns, heading: shown },
      all: call,
      rows: all,
      cell: trimmed((own) => `json_extract_string(json, ${within(own)})`),
      // An object is parsed once for all its texts.
      texts(wanted) {
        const paths = [...wanted.values()].map(within).join(", ");
        const parsed = `SELECT agon_row, json_extract_string(json, [${paths}]) AS found FROM (${all()})`;
        const texts = [...wanted.keys()].map(
          (name, k) => [name, trimmed((at) => `found[${at}]`)(String(k + 1))] as const,
        );
        return selected(texts, parsed);
      },
    };
  }
  if (ending === "parquet" || ending === "pq") {
    const call = `read_parquet(${quotedFile(path)})`;
    const types = new Map((await parquetColumns(connection, path, shown)).map(({ name, type }) => [name, type]));
    const isNested = (own: string) => NESTED.test(types.get(own) ?? "");
    const rows = () => filtered(numbered(call));
    const cell = trimmed(
      (own) => `CAST(${isNested(own) ? `to_json(${identifier(own)})` : identifier(own)} AS VARCHAR)`,
    );
    return {
      ...{ connection, file: path, format: "parquet", heading: shown },
      columns: [...types.keys()],
      ...{ all: call, rows, cell, texts: (wanted) => selected(ownTexts(wanted, cell), rows()) },
    };
  }
  const file = await evenLines(path, { skipBadRows: source.skipBadRows === true }, overflow);
  const { delimiter, columns } = await csvShape(file, shown);
  const types = columns.map((name) => `${quoted(name)}: 'VARCHAR'`).join(", ");
  const call = (isFirst: boolean) =>
    `read_csv(${quotedFile(file)}, auto_detect = false, header = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', columns = {${types}}, ${isFirst ? "store_rejects = true" : "ignore_errors = true"})`;
  const rows = (isFirst: boolean) => filtered(numbered(call(isFirst)));
  const cell = trimmed(identifier);
  return {
    ...{ connection, file, format: "csv", heading: `${shown}:1`, columns },
    ...{ all: call(false), rows, cell, texts: (wanted, isFirst) => selected(ownTexts(wanted, cell), rows(isFirst)) },
  };
}

/** A column's name here, and the SQL of its text. */
type NamedText = readonly [name: string, sql: string];

const ownTexts = (wanted: ReadonlyMap<string, string>, cell: (own: string) => string): NamedText[] =>
  [...wanted].map(([name, own]) => [name, cell(own)]);

const selected = (texts: readonly NamedText[], rows: string): string =>
  `SELECT agon_row${texts.map(([name, sql]) => `, ${sql} AS ${identifier(name)}`).join("")} FROM (${rows})`;
