// Flattens JSON Lines into columns: a key of a nested object becomes a column such as `bid.price`.

import { isMap } from "../core/checked.ts";
import { identifier, quoted } from "../core/sql.ts";
import { objectIn } from "./json-lines.ts";
import type { FileColumn, UserFile } from "./user-file.ts";

/** Maximum number of distinct structures of lines in which nested keys are collected. */
const MOST_STRUCTURES = 20_000;
/** Deepest nesting of objects. */
const DEEPEST = 5;

/** The columns of a file; for JSON Lines also the nested keys of all lines, in the order in which they first occur. */
export async function flatColumns(file: UserFile): Promise<readonly FileColumn[]> {
  if (file.format !== "jsonl") return file.columns;
  // Most lines have the same structure, that is, the same keys with values of the same types.
  const structures = `SELECT json_structure(json)::VARCHAR AS structure, row_number() OVER () AS line FROM (${file.rows()})`;
  const sql = `SELECT structure FROM (${structures}) WHERE structure IS NOT NULL GROUP BY 1 ORDER BY min(line) LIMIT ${MOST_STRUCTURES}`;
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  const within = new Map<string, Set<string>>();
  for (const [structure] of reader.getRowsJS()) {
    const row = objectIn(String(structure));
    if (typeof row === "string") continue;
    for (const [key, value] of Object.entries(row)) {
      const names = within.get(key) ?? new Set<string>();
      for (const name of leaves(key, value)) names.add(name);
      within.set(key, names);
    }
  }
  const known = new Set(file.columns.map(({ name }) => name));
  return file.columns.flatMap(({ name, type }) => {
    const names = [...(within.get(name) ?? [])].filter((one) => one === name || !known.has(one));
    return (names.length === 0 ? [name] : names).map((one) => ({ name: one, type }));
  });
}

/** Paths of the values that are not objects. */
function leaves(name: string, value: unknown, depth = 1): string[] {
  if (!isMap(value) || depth === DEEPEST) return [name];
  return Object.entries(value).flatMap(([key, part]) => leaves(`${name}.${key}`, part, depth + 1));
}

/** The key path of a column in a line; a key that contains a full stop itself remains one key. */
export function pathIn({ columns }: Pick<UserFile, "columns">, name: string): string {
  const keys = columns.some((column) => column.name === name) ? [name] : name.split(".");
  return `$${keys.map((key) => `.${JSON.stringify(key)}`).join("")}`;
}

/**
 * SQL of rows with flattened columns for JSON Lines; rows of other formats are unchanged. An object is parsed once for all columns in
 * `used`.
 */
export function flatRows(file: UserFile, rows: string, used: readonly string[], further: readonly string[]): string {
  if (file.format !== "jsonl") return rows;
  const all = [...new Set(used)];
  const paths = all.map((name) => quoted(pathIn(file, name))).join(", ");
  const each = all.map((name, k) => `, found[${k + 1}] AS ${identifier(name)}`).join("");
  // Only the nested columns in `used` are extracted.
  const others = further.map(
    (name) => `, json_extract_string(json, ${quoted(pathIn(file, name))}) AS ${identifier(name)}`,
  );
  const parsed = `SELECT *, json_extract_string(json, [${paths}]) AS found FROM (${rows})`;
  return `SELECT agon_row${each}${others.join("")} FROM (${parsed})`;
}
