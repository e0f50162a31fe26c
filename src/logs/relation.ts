// A user's file as rows that DuckDB reads in their order: which of its columns are those of the schema, and how its times are written.

import type { DuckDBConnection } from "@duckdb/node-api";
import { nearest, type Problem, UserError, unknownName } from "../core/errors.ts";
import { identifier, quoted, quotedFile } from "../core/sql.ts";
import { csvShape } from "./csv-shape.ts";
import { asking, parquetColumns } from "./engine.ts";
import { type LogKind, TIME } from "./kinds.ts";
import type { LogSource } from "./source.ts";

/** A file, and what is asked of it. */
interface AskedFile {
  readonly connection: DuckDBConnection;
  readonly kind: LogKind;
  readonly source: LogSource;
  /** Where it lies. */
  readonly file: string;
}

/** A file that can be read, as SQL. */
export interface Relation extends AskedFile {
  readonly format: "csv" | "parquet";
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

/** A column with its type in the file. */
interface FileColumn {
  readonly name: string;
  readonly type: string;
}

/** Opens a file for a kind of log. A UserError where it is neither CSV nor Parquet, or lacks columns. */
export async function relationOf(asked: AskedFile, mapping = IN_YAML): Promise<Relation> {
  return /\.(parquet|pq)$/i.test(asked.file) ? parquetRelation(asked, mapping) : csvRelation(asked, mapping);
}

async function csvRelation(asked: AskedFile, mapping: Mapping): Promise<Relation> {
  const { connection, kind, file, source } = asked;
  const { delimiter, columns } = await csvShape(file, source.file);
  const found = foundIn(kind, columns, source, mapping, `${source.file}:1`);
  const call = (types: ReadonlyMap<string, string>, rejects: string) => {
    const named = columns.map((name) => `${quoted(name)}: ${quoted(types.get(name) ?? "VARCHAR")}`).join(", ");
    return `read_csv(${quotedFile(file)}, auto_detect = false, header = true, delim = ${quoted(delimiter)}, quote = '"', escape = '"', columns = {${named}}, ${rejects})`;
  };
  const time = found.names.get(TIME.name) ?? TIME.name;
  const times = `SELECT ${identifier(time)} AS t FROM ${call(new Map(), "ignore_errors = true")}`;
  const dated = await asking(source, () => isDated(connection, times));
  const timely = dated ? "TIMESTAMPTZ" : "DOUBLE";
  const types = new Map([[time, timely]]);
  for (const { name, ...column } of kind.numbers) {
    const own = found.names.get(name);
    if (own !== undefined && column.yesNo !== true) types.set(own, column.time === true ? timely : "DOUBLE");
  }
  for (const own of found.family.values()) types.set(own, "DOUBLE");
  const inner = `SELECT *, row_number() OVER () - 1 AS agon_row FROM ${call(types, "store_rejects = true")}`;
  const typed = columns.map((name) => ({ name, type: types.get(name) ?? "VARCHAR" }));
  return { ...asked, format: "csv", rows: filtered(inner, source), ...expressions(kind, typed, found) };
}

async function parquetRelation(asked: AskedFile, mapping: Mapping): Promise<Relation> {
  const { connection, kind, file, source } = asked;
  const columns: readonly FileColumn[] = await parquetColumns(connection, file, source.file);
  const names = columns.map(({ name }) => name);
  const found = foundIn(kind, names, source, mapping, source.file);
  const inner = `SELECT * EXCLUDE (file_row_number), file_row_number AS agon_row FROM read_parquet(${quotedFile(file)}, file_row_number = true)`;
  return { ...asked, format: "parquet", rows: filtered(inner, source), ...expressions(kind, columns, found) };
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

function filtered(rows: string, { where }: LogSource): string {
  return where === undefined ? rows : `SELECT * FROM (${rows}) WHERE (${where}\n)`;
}

function namesOf({ parts }: LogKind): readonly string[] {
  return parts === undefined ? [] : [parts.item.column, parts.party.column];
}
