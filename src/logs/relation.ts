// A user's file as a relation in DuckDB: rows in order, with the schema's columns as numbers and names, and the format of times.

import type { DuckDBConnection } from "@duckdb/node-api";
import { UserError } from "../core/errors.ts";
import { identifier, quoted } from "../core/sql.ts";
import { type ColumnForm, formSql } from "./column-forms.ts";
import { momentSql } from "./dates.ts";
import { type LogKind, TIME } from "./kinds.ts";
import { IN_YAML, type MatchedColumns, matchedColumns, namesOf } from "./log-columns.ts";
import { nameSql } from "./names.ts";
import { flatColumns, flatRows } from "./nested-columns.ts";
import type { LogSource } from "./source.ts";
import { type FileColumn, type FileRequest, formatOf, type UserFile } from "./user-file.ts";

/** SQL of a user's file as rows of a log. */
export interface Relation {
  readonly file: UserFile;
  readonly kind: LogKind;
  readonly source: LogSource;
  /** SQL of the rows, with the column `agon_row`, their number in the file from 0. */
  readonly rows: string;
  /** SQL that sorts the rows; empty where file order applies. */
  readonly order: string;
  /** SQL of the numbers of duplicate rows to drop; undefined where none are dropped. */
  readonly dropped: string | undefined;
  /** SQL of the schema's columns that the file has, by the schema's names; numbers are DOUBLE, NULL where missing. */
  readonly columns: ReadonlyMap<string, string>;
  /** The file's names of those columns. */
  readonly own: ReadonlyMap<string, string>;
  /** Columns of the family: those with its prefix in file order, then those in the user's mapping. */
  readonly family: readonly string[];
  /** The file's other columns, in file order. */
  readonly further: readonly string[];
  /** Whether times are dates, and thus seconds since 1970. */
  readonly dated: boolean;
}

/** File request of a log at `path`. */
export const logFile = (path: string, { file: shown, where, skipBadRows, zone }: LogSource): FileRequest => ({
  ...{ path, shown, where, skipBadRows, zone },
  format: formatOf(path) ?? "csv",
});

/** Opens a file as a kind of log. Throws a UserError where columns are missing. */
export async function relationOf(
  file: UserFile,
  kind: LogKind,
  source: LogSource,
  mapping = IN_YAML,
): Promise<Relation> {
  const columns = await flatColumns(file);
  const matches = matchedColumns(
    kind,
    columns.map(({ name }) => name),
    source,
    mapping,
    file.heading,
  );
  const types = file.format === "csv" ? await typesOf(file, kind, matches, source) : new Map<string, string>();
  await file.checkCondition(types);
  const typed = columns.map(({ name, type }) => ({ name, type: types.get(name) ?? type }));
  const dropped = source.dropDuplicates === true ? repeatedRows(file, types) : undefined;
  const every = file.rows(types, true);
  const kept = dropped === undefined ? every : `SELECT * FROM (${every}) WHERE agon_row NOT IN (${dropped})`;
  const made = expressions(kind, typed, matches, source);
  const rows = flatRows(file, kept, [...made.own.values()], made.further);
  return { ...{ file, kind, source, dropped, ...made }, ...ordered(kind, rows, made.columns, source) };
}

/** SQL of the numbers of rows that equal an earlier row in every column. */
export function repeatedRows(file: UserFile, types?: ReadonlyMap<string, string>): string {
  const all = file.columns.map(({ name }) => `${quoted(name)}: ${identifier(name)}`).join(", ");
  const text = file.format === "jsonl" ? "json::VARCHAR" : `to_json({${all}})::VARCHAR`;
  const digests = `SELECT agon_row, md5_number(${text}) AS digest FROM (${file.rows(types)})`;
  const counted = `SELECT agon_row, row_number() OVER (PARTITION BY digest ORDER BY agon_row) AS nth FROM (${digests})`;
  return `SELECT agon_row FROM (${counted}) WHERE nth > 1`;
}

/** Number of rows that equal an earlier row in every column. */
export async function countRepeated(file: UserFile): Promise<number> {
  const counted = async (sql: string): Promise<number> => {
    const reader = await file.ask((connection) => connection.runAndReadAll(sql));
    return Number(reader.getRowsJS()[0]?.[0] ?? 0);
  };
  // Equal rows have equal hashes; where all hashes differ, the expensive query is skipped.
  const all = file.format === "jsonl" ? "json::VARCHAR" : file.columns.map(({ name }) => identifier(name)).join(", ");
  const alike = await counted(`SELECT count(*) - count(DISTINCT hash(${all})) FROM (${file.rows()})`);
  return alike === 0 ? 0 : counted(`SELECT count(*) FROM (${repeatedRows(file)})`);
}

/** SQL of the reading order; a sorted record has the time of its first row. */
function ordered(
  kind: LogKind,
  rows: string,
  columns: ReadonlyMap<string, string>,
  { sort, dropDuplicates }: LogSource,
): Pick<Relation, "rows" | "order" | "columns"> {
  if (sort !== true || kind.scattered === true)
    return { rows, columns, order: dropDuplicates === true ? " ORDER BY agon_row" : "" };
  const time = columns.get(TIME.name) ?? "NULL";
  const item = kind.parts === undefined ? "agon_row" : (columns.get(kind.parts.item.column) ?? "NULL");
  const first = kind.parts === undefined ? time : `min(${time}) OVER (PARTITION BY ${item})`;
  return {
    rows: `SELECT *, CASE WHEN ${time} IS NOT NULL THEN ${first} END AS agon_time FROM (${rows})`,
    columns: new Map([...columns, [TIME.name, "agon_time"]]),
    order: ` ORDER BY agon_time, ${item}, agon_row`,
  };
}

/** Whether a format denotes plain numbers, possibly with a unit. */
const isPlain = (form: ColumnForm | undefined): boolean => form === undefined || /^[smun]s?$/.test(form);

/** Types of the CSV columns that are not texts. */
async function typesOf(
  file: UserFile,
  kind: LogKind,
  { names, family }: MatchedColumns,
  { read = {} }: LogSource,
): Promise<Map<string, string>> {
  const types = kind.untimed === true ? new Map<string, string>() : await timeType(file, names, read);
  const timely = types.values().next().value ?? "DOUBLE";
  for (const { name, ...column } of kind.numbers) {
    const own = names.get(name);
    if (own !== undefined && column.yesNo !== true) types.set(own, column.time === true ? timely : "DOUBLE");
  }
  for (const own of family.values()) types.set(own, "DOUBLE");
  for (const [name, own] of [...names, ...family]) if (!isPlain(read[name])) types.delete(own);
  return types;
}

/** Type of the column of times: dates or numbers. */
async function timeType(
  file: UserFile,
  names: MatchedColumns["names"],
  read: NonNullable<LogSource["read"]>,
): Promise<Map<string, string>> {
  const time = names.get(TIME.name) ?? TIME.name;
  const times = `SELECT ${identifier(time)} AS t FROM ${file.all()}`;
  const dated = read[TIME.name] === undefined && (await file.ask((connection) => isDated(connection, times)));
  return new Map([[time, dated ? "TIMESTAMPTZ" : "DOUBLE"]]);
}

function expressions(
  kind: LogKind,
  columns: readonly FileColumn[],
  { names, family }: MatchedColumns,
  { read = {} }: LogSource,
): Pick<Relation, "columns" | "own" | "family" | "further" | "dated"> {
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const isDate = (name: string) => /^(TIMESTAMP|DATE)/.test(typeOf.get(name) ?? "");
  const times = new Set([TIME, ...kind.numbers.filter((column) => column.time === true)].map(({ name }) => name));
  const yesNo = new Set(kind.numbers.filter((column) => column.yesNo === true).map(({ name }) => name));
  const number = (name: string, own: string): string => {
    const type = typeOf.get(own) ?? "VARCHAR";
    const form = read[name];
    if (isDate(own)) return `epoch(${identifier(own)}::TIMESTAMPTZ)`;
    if (form !== undefined)
      return formSql(form, isPlain(form) ? identifier(own) : `CAST(${identifier(own)} AS VARCHAR)`);
    if (type === "DOUBLE") return identifier(own);
    const cast = `TRY_CAST(${identifier(own)} AS DOUBLE)`;
    if (times.has(name)) return `coalesce(${cast}, ${momentSql(identifier(own))})`;
    if (!yesNo.has(name) || type !== "VARCHAR") return cast;
    return `CASE lower(trim(${identifier(own)})) ${YES_NO} ELSE ${cast} END`;
  };
  const isName = (name: string) => namesOf(kind).includes(name);
  const casts = new Map(
    [...names, ...family].map(([name, own]) => [
      name,
      isName(name) ? nameSql(`CAST(${identifier(own)} AS VARCHAR)`) : number(name, own),
    ]),
  );
  const own = new Map([...names, ...family]);
  const used = new Set(own.values());
  const further = columns.map(({ name }) => name).filter((name) => !used.has(name));
  const dated = read[TIME.name] !== undefined || isDate(names.get(TIME.name) ?? "");
  return { columns: casts, own, family: [...family.keys()], further, dated };
}

/** Words for 1 and for 0. */
const YES_NO = ["true yes t y", "false no f n"]
  .flatMap((words, k) => words.split(" ").map((word) => `WHEN '${word}' THEN ${1 - k}`))
  .join(" ");

/** Whether times are dates: the first non-empty one is not a number. */
async function isDated(connection: DuckDBConnection, times: string): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `SELECT TRY_CAST(t AS DOUBLE) IS NULL AND ${momentSql("t")} IS NOT NULL AS dated FROM (${times} WHERE t IS NOT NULL LIMIT 1)`,
  );
  return reader.getRowObjectsJS()[0]?.dated === true;
}

/** Error for a log without valid rows; `bad` describes the first skipped row. */
export function emptyLog({ records }: LogKind, { file, where }: LogSource, bad?: string): UserError {
  const condition = where === undefined ? undefined : "no row meets the condition `where`";
  const hint = bad === undefined ? condition : `every row is bad; the first: ${bad}`;
  return new UserError({
    code: "empty-log",
    what: `holds no ${records}`,
    where: file,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Counting stops here. */
const COUNTED = 10_000;

/** A column whose names become numbers. */
interface NamedColumn {
  /** SQL of the name, NULL where there is none. */
  readonly sql: string;
  readonly most: number;
  /** Start of the error message: `a log of touches has at most 256 names in the column "channel"`. */
  readonly whole: string;
  readonly hint: string;
}

/** All names of a column. Throws a UserError where there are more than `most`. */
export async function namesIn(
  { file, rows: all }: Relation,
  { sql, most, whole, hint }: NamedColumn,
): Promise<string[]> {
  const distinct = `SELECT DISTINCT ${sql} AS name FROM (${all}) LIMIT ${COUNTED}`;
  const rows = await file.ask((connection) => connection.runAndReadAll(distinct));
  const names = rows.getRowObjectsJS().flatMap(({ name }) => (name === null ? [] : [String(name)]));
  if (names.length > most) {
    const what = `${whole}, and this one has ${names.length === COUNTED ? "10,000 or more" : names.length}`;
    throw new UserError({ code: "too-many", what, where: file.shown, hint });
  }
  // The locale is fixed, so that a log gives the same numbers on every system.
  const order = new Intl.Collator("en", { numeric: true });
  return names.sort((a, b) => order.compare(a, b) || (a < b ? -1 : 1));
}
