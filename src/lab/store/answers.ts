// Answers to SQL as plain rows: of Agon's own queries, and of a user's, which ask and change nothing.

import type { DuckDBConnection, DuckDBResultReader } from "@duckdb/node-api";
import { messageOf, UserError } from "../../core/errors.ts";

/** A row as plain values; 64-bit integers come as numbers where they fit. */
export type Row = Readonly<Record<string, unknown>>;

/** Names of columns, and rows. */
export interface SqlAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Rows of an answer, all of which are held. */
const MOST_ROWS = 5_000_000;

/** The answer to one of Agon's own queries. A UserError holds what DuckDB says of a faulty one. */
export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<SqlAnswer> {
  try {
    return answerOf(await connection.runAndReadUntil(sql, MOST_ROWS + 1));
  } catch (error) {
    throw refusal(error);
  }
}

/** What a user's statements are: those that ask, and the type that a PIVOT makes of its columns first. */
const ASKING = ["SELECT", "CREATE"];

/** The answer to the last of a user's statements. A UserError where one of them would do more than ask. */
export async function askedRows(connection: DuckDBConnection, sql: string): Promise<SqlAnswer> {
  // Loaded by then: a connection is open.
  const { StatementType } = await import("@duckdb/node-api");
  if (/^[\s;]*$/.test(sql))
    throw new UserError({ code: "sql", what: "the query is empty", hint: "SELECT * FROM episodes" });
  try {
    const statements = await connection.extractStatements(sql);
    let answer: SqlAnswer = { columns: [], rows: [] };
    for (let k = 0; k < statements.count; k++) {
      const statement = await statements.prepare(k);
      const type = StatementType[statement.statementType];
      if (!ASKING.includes(type)) {
        const hint = "write SELECT, FROM, WITH, PIVOT, DESCRIBE or SHOW";
        throw new UserError({ code: "sql", what: `a query asks, and ${type} does something else`, hint });
      }
      answer = answerOf(await statement.runAndReadUntil(MOST_ROWS + 1));
    }
    return answer;
  } catch (error) {
    throw refusal(error);
  }
}

function answerOf(reader: DuckDBResultReader): SqlAnswer {
  if (reader.currentRowCount > MOST_ROWS) {
    const what = "the answer has more than 5,000,000 rows, and no more are held";
    throw new UserError({ code: "too-large", what, hint: "add LIMIT, or sum rows up: GROUP BY variant, seed" });
  }
  const columns = reader.deduplicatedColumnNames();
  // Made here: a column may have any name, that of a part of every object too.
  const rows = reader.getRowsJS().map((row) => Object.fromEntries(columns.map((name, k) => [name, plain(row[k])])));
  return { columns, rows };
}

function refusal(error: unknown): unknown {
  if (error instanceof UserError) return error;
  const lines = messageOf(error)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return new UserError({ code: "sql", what: `the query failed: ${lines.slice(0, 4).join(" ")}` });
}

/** A value without integers of 64 bits, within lists and structures too: numbers where they fit, and else texts. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") {
    const small = Number(value);
    return Number.isSafeInteger(small) ? small : String(value);
  }
  if (Array.isArray(value)) return value.map(plain);
  if (!isStructure(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

/** Whether a value has named parts, and is neither a date nor bytes. */
export const isStructure = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
