// Lines of JSON as columns: a key of an object within another is a column `bid.price`.

import { isMap } from "../core/checked.ts";
import { identifier, quoted } from "../core/sql.ts";
import { objectIn } from "./json-lines.ts";
import type { FileColumn, UserFile } from "./user-file.ts";

/** Lines that are looked at for keys within objects. */
const LOOKED_AT = 200;
/** Objects within each other. */
const DEEPEST = 5;

/** The columns of a file; of lines of JSON also the keys within objects of the first lines. */
export async function flatColumns(file: UserFile): Promise<readonly FileColumn[]> {
  if (file.format !== "jsonl") return file.columns;
  const sql = `SELECT json::VARCHAR FROM (${file.rows()}) LIMIT ${LOOKED_AT}`;
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  const within = new Map<string, Set<string>>();
  for (const [line] of reader.getRowsJS()) {
    const row = objectIn(String(line));
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

/** Names of the values that are no objects. */
function leaves(name: string, value: unknown, depth = 1): string[] {
  if (!isMap(value) || depth === DEEPEST) return [name];
  return Object.entries(value).flatMap(([key, part]) => leaves(`${name}.${key}`, part, depth + 1));
}

/** The path of a column in a line; a key that holds a stop itself is one key. */
export function pathIn({ columns }: Pick<UserFile, "columns">, name: string): string {
  const keys = columns.some((column) => column.name === name) ? [name] : name.split(".");
  return `$${keys.map((key) => `.${JSON.stringify(key)}`).join("")}`;
}

/** SQL of rows with these columns, of lines of JSON; other rows as they are. An object is parsed once for all of `used`. */
export function flatRows(file: UserFile, rows: string, used: readonly string[], further: readonly string[]): string {
  if (file.format !== "jsonl") return rows;
  const all = [...new Set(used)];
  const paths = all.map((name) => quoted(pathIn(file, name))).join(", ");
  const each = all.map((name, k) => `, found[${k + 1}] AS ${identifier(name)}`).join("");
  // Of these only those that are asked for are made.
  const others = further.map(
    (name) => `, json_extract_string(json, ${quoted(pathIn(file, name))}) AS ${identifier(name)}`,
  );
  const parsed = `SELECT *, json_extract_string(json, [${paths}]) AS found FROM (${rows})`;
  return `SELECT agon_row${each}${others.join("")} FROM (${parsed})`;
}
