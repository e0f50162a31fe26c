// A user's file as streamed rows of texts: CSV, JSON Lines or Parquet, with values unchanged.

import { identifier, quoted } from "../core/sql.ts";
import { skippedIn, WrongRows } from "./bad-rows.ts";
import { isNamed, nameSql } from "./names.ts";
import { MOST_ROWS, placeOf, type UserFile, withFile } from "./user-file.ts";

/** A file with its column mapping and row condition. */
export interface RowSource {
  readonly file: string;
  /** The file's column names by ours, where they are not usual names. */
  readonly columns?: Readonly<Record<string, string>>;
  /** SQL condition on the file's columns that selects rows. */
  readonly where?: string;
  readonly skipBadRows?: boolean;
}

/** A file with labels of sides. */
export interface LabelledSource extends RowSource {
  /** Meaning of ambiguous labels: `first`, `second` or `tie`. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Reading options. */
export interface ReadingOptions {
  /** Base folder of paths; the working folder by default. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
  /** Maximum number of rows read; default as for any file. */
  readonly mostRows?: number;
}

/** SQL of a file's rows as texts. */
export interface UserRows {
  readonly file: UserFile;
  /** Column names of the file. */
  readonly columns: readonly string[];
  /** SQL of the rows with `agon_row`, their number from 0, and all columns; with `isFirst`, unreadable rows are recorded. */
  rows(isFirst: boolean): string;
  /** SQL of a column as trimmed text, NULL where missing. Nested values are JSON. */
  cell(own: string): string;
  /**
   * SQL of the rows with `agon_row` and the texts of some columns, each computed once, names in one form (`names.ts`); `wanted` maps the
   * names used here to the file's names.
   */
  texts(wanted: ReadonlyMap<string, string>, isFirst: boolean): string;
}

/** Nested Parquet types. */
const NESTED = /(\[\d*\]$)|^(STRUCT|MAP|UNION|LIST|JSON)/;

/** Opens a file's rows and returns the result of `use`. Throws a UserError where the file does not exist or cannot be read. */
export const withRows = <T>(
  { file: shown, where, skipBadRows = false }: RowSource,
  { directory, signal, mostRows = MOST_ROWS }: ReadingOptions,
  use: (rows: UserRows) => Promise<T>,
): Promise<T> =>
  withFile({ path: placeOf(shown, directory), shown, where, skipBadRows, signal, mostRows }, async (file) => {
    // If no line is valid JSON, the error is about the lines rather than about missing columns.
    if (file.columns.length === 0) await skippedIn(file, new WrongRows());
    await file.checkCondition();
    return use(rowsOf(file));
  });

function rowsOf(file: UserFile): UserRows {
  const rows = (isFirst: boolean, made?: readonly string[]) => file.rows(undefined, isFirst, made);
  const shared = { file, columns: file.columns.map(({ name }) => name), rows: (isFirst: boolean) => rows(isFirst) };
  const trimmed = (text: string) => `nullif(trim(${text}), '')`;
  /** The texts are made once for each row; an outer query would make them anew at each use. */
  const made = (names: Iterable<string>, text: (k: number) => string): string[] =>
    Array.from(names, (name, k) => `${(isNamed(name) ? nameSql : trimmed)(text(k))} AS agon_text_${k}`);
  const selected = (names: Iterable<string>, from: string): string => {
    const texts = Array.from(names, (name, k) => `agon_text_${k} AS ${identifier(name)}`);
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
        const parsed = `json_extract_string(json, [${paths}]) AS agon_texts`;
        const texts = made(wanted.keys(), (k) => `agon_texts[${k + 1}]`);
        return selected(wanted.keys(), rows(isFirst, [parsed, ...texts]));
      },
    };
  }
  const types = new Map(file.columns.map(({ name, type }) => [name, type]));
  const plain = (own: string) => {
    const isNested = NESTED.test(types.get(own) ?? "");
    return `CAST(${isNested ? `to_json(${identifier(own)})` : identifier(own)} AS VARCHAR)`;
  };
  return {
    ...shared,
    cell: (own) => trimmed(plain(own)),
    texts(wanted, isFirst) {
      const owns = [...wanted.values()];
      return selected(
        wanted.keys(),
        rows(
          isFirst,
          made(wanted.keys(), (k) => plain(owns[k])),
        ),
      );
    },
  };
}
