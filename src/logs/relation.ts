// A user's file as rows that DuckDB reads in their order: which of its columns are those of the schema, and how its times are written.

import type { DuckDBConnection } from "@duckdb/node-api";
import { nearest, type Problem, UserError, unknownName } from "../core/errors.ts";
import { identifier } from "../core/sql.ts";
import { type LogKind, TIME } from "./kinds.ts";
import type { LogSource } from "./source.ts";
import { type FileColumn, type FileRequest, formatOf, type UserFile } from "./user-file.ts";

/** A user's file as rows of a log, in SQL. */
export interface Relation {
  readonly file: UserFile;
  readonly kind: LogKind;
  readonly source: LogSource;
  /** Rows in their order, with the column `agon_row`, their number from 0. */
  readonly rows: string;
  /** SQL for the columns of the schema that the file has, by the schema's name; numbers as DOUBLE, null where there is none. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns of the family: those that the file calls so, in its order, then those that are said to be. */
  readonly family: readonly string[];
  /** The file's other columns, in its order. */
  readonly further: readonly string[];
  /** Whether times are dates, and so seconds since 1970. */
  readonly dated: boolean;
}

/** How who asks for a log says which of its columns is meant. */
export interface Mapping {
  /** Where it is said. */
  readonly path: readonly string[];
  /** What is said. */
  readonly words: (name: string, own: string) => string;
}

/** In an experiment. */
const IN_YAML: Mapping = { path: ["log", "columns"], words: (name, own) => `columns: { ${name}: ${own} }` };

/** What a log asks of a file at `path`, which is CSV or Parquet. */
export const logFile = (path: string, { file: shown, where, skipBadRows }: LogSource): FileRequest => ({
  ...{ path, shown, where, skipBadRows },
  format: formatOf(path) === "parquet" ? "parquet" : "csv",
});

/** A file as a kind of log. A UserError where it lacks columns. */
export async function relationOf(
  file: UserFile,
  kind: LogKind,
  source: LogSource,
  mapping = IN_YAML,
): Promise<Relation> {
  const names = file.columns.map(({ name }) => name);
  const found = foundIn(kind, names, source, mapping, file.heading);
  const types = file.format === "csv" ? await typesOf(file, kind, found) : new Map<string, string>();
  await file.checkCondition(types);
  const typed = file.columns.map(({ name, type }) => ({ name, type: types.get(name) ?? type }));
  return { file, kind, source, rows: file.rows(types, true), ...expressions(kind, typed, found) };
}

/** Types of columns that are no texts, in CSV. */
async function typesOf(file: UserFile, kind: LogKind, { names, family }: Found): Promise<Map<string, string>> {
  const time = names.get(TIME.name) ?? TIME.name;
  const times = `SELECT ${identifier(time)} AS t FROM ${file.all()}`;
  const dated = await file.ask((connection) => isDated(connection, times));
  const timely = dated ? "TIMESTAMPTZ" : "DOUBLE";
  const types = new Map([[time, timely]]);
  for (const { name, ...column } of kind.numbers) {
    const own = names.get(name);
    if (own !== undefined && column.yesNo !== true) types.set(own, column.time === true ? timely : "DOUBLE");
  }
  for (const own of family.values()) types.set(own, "DOUBLE");
  return types;
}

interface Found {
  /** The file's names by the schema's. */
  readonly names: ReadonlyMap<string, string>;
  /** The file's names of the family's columns, by what they are called here. */
  readonly family: ReadonlyMap<string, string>;
}

/** Which columns of the file are which of the schema; a UserError names those that are missing, and the nearest that is there. */
function foundIn(
  kind: LogKind,
  columns: readonly string[],
  source: LogSource,
  { path, words }: Mapping,
  where: string,
): Found {
  const said = source.columns ?? {};
  const wanted = [
    { name: TIME.name, optional: false },
    ...namesOf(kind).map((name) => ({ name, optional: false })),
    ...kind.numbers.map(({ name, otherwise, needed }) => ({
      name,
      optional: otherwise !== undefined && needed !== true,
    })),
  ];
  const problems: Problem[] = [];
  const known = wanted.map(({ name }) => name);
  const prefix = kind.family?.name;
  const isFamily = (name: string) => prefix !== undefined && name.startsWith(prefix) && name !== prefix;
  for (const name of Object.keys(said)) {
    if (known.includes(name) || isFamily(name)) continue;
    problems.push({ ...unknownName(`column of a log of ${kind.name}`, name, known), path: [...path, name] });
  }
  const names = new Map<string, string>();
  for (const { name, optional } of wanted) {
    const own = said[name] ?? name;
    if (columns.includes(own)) {
      names.set(name, own);
      continue;
    }
    if (optional && said[name] === undefined) continue;
    const close = nearest(own, columns);
    const there = columns.slice(0, 12).join(", ");
    problems.push({
      code: "missing-column",
      what: `there is no column "${own}"${own === name ? "" : `, which \`columns\` says is the ${name}`}`,
      where,
      hint:
        close === undefined
          ? `it has ${there}; say which one is meant: ${words(name, "…")}`
          : `did you mean ${words(name, close)}?`,
    });
  }
  const used = new Set([...names.values(), ...Object.values(said)]);
  const family = new Map([
    ...columns.filter((name) => isFamily(name) && !used.has(name)).map((name) => [name, name] as const),
    ...Object.entries(said).filter(([name]) => isFamily(name)),
  ]);
  for (const [name, own] of family) {
    if (columns.includes(own)) continue;
    const close = nearest(own, columns);
    problems.push({
      code: "missing-column",
      what: `there is no column "${own}"`,
      where,
      ...(close === undefined ? {} : { hint: `did you mean ${words(name, close)}?` }),
    });
  }
  if (prefix !== undefined && family.size === 0) {
    problems.push({
      code: "missing-column",
      what: `there is no column whose name begins with "${prefix}"`,
      where,
      hint: `${kind.family?.meaning ?? ""}: ${prefix}cpu, or say which one is meant: ${words(`${prefix}cpu`, "…")}`,
    });
  }
  if (problems.length > 0) throw new UserError(problems);
  return { names, family };
}

function expressions(
  kind: LogKind,
  columns: readonly FileColumn[],
  { names, family }: Found,
): Pick<Relation, "columns" | "family" | "further" | "dated"> {
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const isDate = (name: string) => /^(TIMESTAMP|DATE)/.test(typeOf.get(name) ?? "");
  const number = (name: string, yesNo = false): string => {
    const type = typeOf.get(name) ?? "VARCHAR";
    if (type === "DOUBLE") return identifier(name);
    if (isDate(name)) return `epoch(${identifier(name)})`;
    const cast = `TRY_CAST(${identifier(name)} AS DOUBLE)`;
    if (times.has(name)) return `coalesce(${cast}, epoch(TRY_CAST(${identifier(name)} AS TIMESTAMPTZ)))`;
    if (!yesNo || type !== "VARCHAR") return cast;
    return `CASE lower(trim(${identifier(name)})) WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE ${cast} END`;
  };
  const times = new Set(
    [TIME, ...kind.numbers.filter((column) => column.time === true)].flatMap(({ name }) => names.get(name) ?? []),
  );
  const yesNo = new Set(kind.numbers.filter((column) => column.yesNo === true).map(({ name }) => name));
  const found = new Map<string, string>();
  for (const [name, own] of names) {
    found.set(
      name,
      namesOf(kind).includes(name) ? `CAST(${identifier(own)} AS VARCHAR)` : number(own, yesNo.has(name)),
    );
  }
  for (const [name, own] of family) found.set(name, number(own));
  const used = new Set([...names.values(), ...family.values()]);
  const further = columns.map(({ name }) => name).filter((name) => !used.has(name));
  return { columns: found, family: [...family.keys()], further, dated: isDate(names.get(TIME.name) ?? "") };
}

/** Whether times are dates: the first that is there is no number. */
async function isDated(connection: DuckDBConnection, times: string): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `SELECT TRY_CAST(t AS DOUBLE) IS NULL AND TRY_CAST(t AS TIMESTAMPTZ) IS NOT NULL AS dated FROM (${times} WHERE t IS NOT NULL LIMIT 1)`,
  );
  return reader.getRowObjectsJS()[0]?.dated === true;
}

function namesOf({ parts }: LogKind): readonly string[] {
  return parts === undefined ? [] : [parts.item.column, parts.party.column];
}

/** Nothing was found. */
export function emptyLog({ records }: LogKind, { file, where }: LogSource): UserError {
  return new UserError({
    code: "empty-log",
    what: `holds no ${records}`,
    where: file,
    ...(where === undefined ? {} : { hint: "no row meets the condition `where`" }),
  });
}

/** More are not counted. */
const COUNTED = 10_000;

/** A column whose names are numbered. */
interface NamedColumn {
  /** SQL of a name, null where there is none. */
  readonly sql: string;
  readonly most: number;
  /** What has at most so many names: `a log of touches has at most 256 names in the column "channel"`. */
  readonly whole: string;
  readonly hint: string;
}

/** All names of a column; a UserError where they are more than `most`. */
export async function namesIn(
  { file, rows: all }: Relation,
  { sql, most, whole, hint }: NamedColumn,
): Promise<string[]> {
  const distinct = `SELECT DISTINCT ${sql} AS name FROM (${all}) LIMIT ${COUNTED}`;
  const rows = await file.ask((connection) => connection.runAndReadAll(distinct));
  const found = rows.getRowObjectsJS().flatMap(({ name }) => (name === null ? [] : [String(name)]));
  if (found.length > most) {
    const what = `${whole}, and this one has ${found.length === COUNTED ? "10,000 or more" : found.length}`;
    throw new UserError({ code: "too-many", what, where: file.shown, hint });
  }
  // No collation of the system's: the same log gives the same numbers everywhere.
  const order = new Intl.Collator("en", { numeric: true });
  return found.sort((a, b) => order.compare(a, b) || (a < b ? -1 : 1));
}
