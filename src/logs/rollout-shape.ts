// Columns of a file of rollouts: nested ones by their dotted names, `reward_components.format`, and by the end of a name where one column
// alone has it, `format`; and the column that says whether an answer was cut off.

import { identifier, quoted } from "../core/sql.ts";
import { flatColumns, flatRows } from "./nested-columns.ts";
import type { FileColumn, UserFile } from "./user-file.ts";

/** Columns of a file, and its rows with some of them. */
export interface RolloutShape {
  readonly columns: readonly FileColumn[];
  /** The full name of a column, where it is called by the end of it. */
  fullName(name: string): string;
  /** SQL of the rows with `agon_row` and the columns in `used`. */
  rows(used: readonly string[]): string;
}

/** Deepest nesting of structures that become columns. */
const DEEPEST = 4;

/** Finds the columns of a file. */
export async function rolloutShape(file: UserFile): Promise<RolloutShape> {
  const inside = file.format === "parquet" ? await structColumns(file) : new Map<string, StructColumn>();
  const own = [...(await flatColumns(file)), ...[...inside].map(([name, { type }]) => ({ name, type }))];
  const full = new Map(own.map(({ name }) => [name, name]));
  const ends = shortNames(own.map(({ name }) => name));
  const typeOf = new Map(own.map(({ name, type }) => [name, type]));
  const short = [...ends].map(([name, whole]) => ({ name, type: typeOf.get(whole) ?? "VARCHAR" }));
  const wholeOf = (name: string): string => full.get(name) ?? ends.get(name) ?? name;
  return {
    columns: [...own, ...short],
    fullName: wholeOf,
    rows(used) {
      const all = [...new Set(used)];
      const rows = file.rows(undefined, true);
      if (file.format === "jsonl") {
        const selected = all.map((name) => `${identifier(wholeOf(name))} AS ${identifier(name)}`);
        return `SELECT ${["agon_row", ...selected].join(", ")} FROM (${flatRows(file, rows, all.map(wholeOf), [])})`;
      }
      const made = all.flatMap((name) => {
        const column = inside.get(wholeOf(name));
        return column === undefined ? [] : [`${column.sql} AS ${identifier(name)}`];
      });
      return made.length === 0 ? rows : `SELECT *, ${made.join(", ")} FROM (${rows})`;
    },
  };
}

/** Ends of dotted names that one column alone has, and that are no column's name, with that column. */
function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  const known = new Set(names.map((name) => name.toLowerCase()));
  const found = new Map<string, { readonly name: string; readonly whole: string; readonly isAlone: boolean }>();
  for (const whole of names) {
    for (let at = whole.indexOf("."); at >= 0; at = whole.indexOf(".", at + 1)) {
      const name = whole.slice(at + 1);
      const key = name.toLowerCase();
      if (name === "" || known.has(key)) continue;
      found.set(key, { name, whole, isAlone: !found.has(key) });
    }
  }
  return new Map([...found.values()].flatMap(({ name, whole, isAlone }) => (isAlone ? [[name, whole] as const] : [])));
}

interface StructColumn {
  readonly type: string;
  readonly sql: string;
}

/** Fields of structures in Parquet, by their dotted names. */
async function structColumns(file: UserFile): Promise<Map<string, StructColumn>> {
  const found = new Map<string, StructColumn>();
  let open = file.columns.map(({ name, type }) => ({ name, type, sql: identifier(name) }));
  for (let depth = 0; depth < DEEPEST; depth++) {
    open = open.filter(({ type }) => /^STRUCT\(.*\)$/.test(type));
    if (open.length === 0) break;
    const next: typeof open = [];
    for (const { name, sql } of open) {
      const inner = `SELECT unnest(${sql}) FROM (${file.rows()})`;
      const reader = await file.ask((connection) => connection.runAndReadAll(`DESCRIBE ${inner}`));
      for (const [field, type] of reader.getRowsJS())
        next.push({
          name: `${name}.${String(field)}`,
          type: String(type),
          sql: `struct_extract(${sql}, ${quoted(String(field))})`,
        });
    }
    const names = new Set(file.columns.map((column) => column.name.toLowerCase()));
    for (const { name, type, sql } of next) if (!names.has(name.toLowerCase())) found.set(name, { type, sql });
    open = next;
  }
  return found;
}

/** Columns that say it by yes or no, and those that give a reason, in the order in which they are looked for. */
const FLAGS = ["cut", "is_truncated", "truncated", "response_truncated", "completion_truncated", "is_cut"];
const REASONS = ["finish_reason", "stop_reason", "done_reason", "finishreason"];

/** Maximum number of different reasons. */
const MOST_REASONS = 1_000;

/** The column by which an answer is known as cut off, and a number of a row, 1 where it is; NULL where nothing is said. */
export interface CutColumn {
  readonly name: string;
  sql(text: string): string;
}

/** Finds that column; undefined where there is none. `isCut` understands reasons. */
export async function cutColumn(
  file: UserFile,
  { columns, rows }: RolloutShape,
  isCut: (reason: string) => boolean,
): Promise<CutColumn | undefined> {
  const named = (wanted: readonly string[]): string | undefined =>
    wanted.flatMap((one) => columns.find(({ name }) => name.toLowerCase() === one)?.name ?? [])[0];
  const flag = named(FLAGS);
  if (flag !== undefined)
    return {
      name: flag,
      sql: (text) =>
        `CASE WHEN lower(trim(${text})) IN ('true', 'yes') THEN 1 WHEN lower(trim(${text})) IN ('false', 'no') THEN 0 ELSE TRY_CAST(${text} AS DOUBLE) <> 0 END`,
    };
  const name = named(REASONS);
  if (name === undefined) return undefined;
  const values = `SELECT DISTINCT ${identifier(name)}::VARCHAR FROM (${rows([name])}) LIMIT ${MOST_REASONS}`;
  const reader = await file.ask((connection) => connection.runAndReadAll(values));
  const reasons = reader.getRowsJS().flatMap(([value]) => (value === null ? [] : [String(value)]));
  const cut = reasons.filter((reason) => isCut(reason)).map(quoted);
  return {
    name,
    sql: (text) =>
      `CASE WHEN ${text} IS NULL THEN NULL WHEN ${text} IN (${["''", ...cut].join(", ")}) AND ${text} <> '' THEN 1 ELSE 0 END`,
  };
}
