// A user's file as rows of texts that DuckDB streams in their order: CSV, JSON Lines or Parquet, with every value as it stands there.

import { identifier, quoted } from "../core/sql.ts";
import { skippedIn, WrongRows } from "./bad-rows.ts";
import { MOST_ROWS, placeOf, type UserFile, withFile } from "./user-file.ts";

/** Which file, and what of it. */
export interface RowSource {
  readonly file: string;
  /** The file's names of columns by ours, where they are none of the usual ones. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Rows to read, as an SQL condition on the file's columns. */
  readonly where?: string;
  readonly skipBadRows?: boolean;
}

/** A file with labels of sides. */
export interface LabelledSource extends RowSource {
  /** What labels mean, `first`, `second` or `tie`, where they have more than one reading. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** How it is read. */
export interface ReadingOptions {
  /** Where paths start; the working folder by default. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
  /** Rows that are read at most; default as of any file. */
  readonly mostRows?: number;
}

/** A file as rows of texts, in SQL. */
export interface UserRows {
  readonly file: UserFile;
  /** Names of the file's columns. */
  readonly columns: readonly string[];
  /** SQL of the rows with `agon_row`, their number from 0, and all columns; with `isFirst` what cannot be read is noted. */
  rows(isFirst: boolean): string;
  /** SQL of a column as text without the blanks around it, NULL where there is none. What is no plain value is JSON. */
  cell(own: string): string;
  /** SQL of the rows with `agon_row` and the texts of some columns, each made once: `wanted` has a column's own name by its name here. */
  texts(wanted: ReadonlyMap<string, string>, isFirst: boolean): string;
}

/** Types of Parquet that are lists or objects. */
const NESTED = /(\[\d*\]$)|^(STRUCT|MAP|UNION|LIST|JSON)/;

/** What `use` makes of a file's rows. A UserError where there is no such file, or it cannot be read. */
export const withRows = <T>(
  { file: shown, where, skipBadRows = false }: RowSource,
  { directory, signal, mostRows = MOST_ROWS }: ReadingOptions,
  use: (rows: UserRows) => Promise<T>,
): Promise<T> =>
  withFile({ path: placeOf(shown, directory), shown, where, skipBadRows, signal, mostRows }, async (file) => {
    // Where no line is one of JSON, what is missing is not a column.
    if (file.columns.length === 0) await skippedIn(file, new WrongRows());
    await file.checkCondition();
    return use(rowsOf(file));
  });

function rowsOf(file: UserFile): UserRows {
  const rows = (isFirst: boolean, made?: readonly string[]) => file.rows(undefined, isFirst, made);
  const shared = { file, columns: file.columns.map(({ name }) => name), rows: (isFirst: boolean) => rows(isFirst) };
  const trimmed = (text: string) => `nullif(trim(${text}), '')`;
  const selected = (names: Iterable<string>, text: (k: number) => string, from: string) => {
    const texts = Array.from(names, (name, k) => `${text(k)} AS ${identifier(name)}`);
    return `SELECT ${["agon_row", ...texts].join(", ")} FROM (${from})`;
  };
  if (file.format === "jsonl") {
    const within = (own: string) => quoted(`$.${JSON.stringify(own)}`);
    return {
      ...shared,
      cell: (own) => trimmed(`json_extract_string(json, ${within(own)})`),
      // An object is parsed once for all its texts.
      texts(wanted, isFirst) {
        const paths = [...wanted.values()].map(within).join(", ");
        const parsed = rows(isFirst, [`json_extract_string(json, [${paths}]) AS agon_texts`]);
        return selected(wanted.keys(), (k) => trimmed(`agon_texts[${k + 1}]`), parsed);
      },
    };
  }
  const types = new Map(file.columns.map(({ name, type }) => [name, type]));
  const cell = (own: string) => {
    const isNested = NESTED.test(types.get(own) ?? "");
    return trimmed(`CAST(${isNested ? `to_json(${identifier(own)})` : identifier(own)} AS VARCHAR)`);
  };
  return {
    ...{ ...shared, cell },
    texts(wanted, isFirst) {
      const made = Array.from(wanted.values(), (own, k) => `${cell(own)} AS agon_text_${k}`);
      return selected(wanted.keys(), (k) => `agon_text_${k}`, rows(isFirst, made));
    },
  };
}
