// Results of SQL queries as plain rows: of Agon's own queries, and of users' queries, which may only read.

import type { DuckDBConnection, DuckDBResultReader, DuckDBValueConverter, Json } from "@duckdb/node-api";
import { messageOf, UserError } from "../../core/errors.ts";
import { isMoved, withOrder } from "../../core/key-order.ts";
import { loadDuckDB } from "../../logs/engine.ts";

/** A row as plain values: numbers, texts, booleans, lists and structures of them. */
export type Row = Readonly<Record<string, unknown>>;

/** Column names and rows of a result. */
export interface SqlAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Maximum rows of a result, all of which are in memory. */
const MOST_ROWS = 5_000_000;

/** Runs one of Agon's own queries and returns its rows. Throws a UserError with DuckDB's message where the query is faulty. */
export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<SqlAnswer> {
  try {
    return answerOf(await connection.runAndReadUntil(sql, MOST_ROWS + 1), await plainValues());
  } catch (error) {
    throw refusal(error);
  }
}

/** Runs a user's statement and returns its rows. Throws a UserError where there are several, or where it would do more than read. */
export async function queriedRows(connection: DuckDBConnection, sql: string): Promise<SqlAnswer> {
  // DuckDB is loaded already, since a connection is open.
  const [{ StatementType }, plain] = await Promise.all([loadDuckDB(), plainValues()]);
  if (/^[\s;]*$/.test(sql))
    throw new UserError({ code: "sql", what: "the query is empty", hint: "SELECT * FROM episodes" });
  try {
    const statements = await connection.extractStatements(sql);
    let answer: SqlAnswer | undefined;
    for (let k = 0; k < statements.count; k++) {
      const statement = await statements.prepare(k);
      const type = StatementType[statement.statementType];
      // DuckDB expands a PIVOT into statements, the first of which creates a type of its columns.
      if (type !== "SELECT" && !(type === "CREATE" && k < statements.count - 1)) {
        const hint = "write SELECT, FROM, WITH, PIVOT, DESCRIBE or SHOW";
        throw new UserError({ code: "sql", what: `a query asks, and ${type} does something else`, hint });
      }
      if (answer !== undefined && type === "SELECT") {
        const hint = "ask one at a time, or put their rows below each other: SELECT … UNION ALL SELECT …";
        throw new UserError({ code: "sql", what: "the query asks two things, of which one could be shown", hint });
      }
      const rows = answerOf(await statement.runAndReadUntil(MOST_ROWS + 1), plain);
      if (type === "SELECT") answer = rows;
    }
    return answer ?? { columns: [], rows: [] };
  } catch (error) {
    throw refusal(error);
  }
}

function answerOf(reader: DuckDBResultReader, plain: DuckDBValueConverter<Json>): SqlAnswer {
  if (reader.currentRowCount > MOST_ROWS) {
    const what = "the answer has more than 5,000,000 rows, and no more are held";
    throw new UserError({ code: "too-large", what, hint: "add LIMIT, or sum rows up: GROUP BY variant, seed" });
  }
  const columns = reader.deduplicatedColumnNames();
  // Rows are built here, since a column may have any name, also one that every object inherits.
  const rows = reader
    .convertRows(plain)
    .map((row): Row => Object.fromEntries(columns.map((name, k) => [name, row[k]])));
  if (columns.some(isMoved)) for (const row of rows) withOrder(row, columns);
  return { columns, rows };
}

function refusal(error: unknown): unknown {
  if (error instanceof UserError) return error;
  const lines = messageOf(error)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return new UserError({ code: "sql", what: `the query failed: ${lines.slice(0, 4).join(" ")}` });
}

/** Significant digits that every 64-bit float keeps. */
const KEPT_DIGITS = 15;

/** Returns a converter of DuckDB's values to JSON. Integers and decimals become numbers where no digit is lost, otherwise strings. */
async function plainValues(): Promise<DuckDBValueConverter<Json>> {
  const duckdb = await loadDuckDB();
  const { DuckDBDateValue, DuckDBDecimalValue, DuckDBIntervalValue, DuckDBStructType, JsonDuckDBValueConverter } =
    duckdb;
  return (value, type, self) => {
    if (typeof value === "number") return value;
    if (typeof value === "bigint") {
      const small = Number(value);
      return Number.isSafeInteger(small) ? small : String(value);
    }
    if (value instanceof DuckDBDecimalValue)
      return String(value.value).length > KEPT_DIGITS ? String(value) : value.toDouble();
    if (value instanceof DuckDBDateValue && !value.isFinite) return value.days > 0 ? "infinity" : "-infinity";
    if (value instanceof DuckDBIntervalValue) return String(value);
    const json = JsonDuckDBValueConverter(value, type, self);
    return type instanceof DuckDBStructType && isStructure(json) ? withOrder(json, type.entryNames) : json;
  };
}

/** Returns whether a value has named parts, and is neither a date nor bytes. */
export const isStructure = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
