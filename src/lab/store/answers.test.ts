// Plain rows show DuckDB's values as DuckDB itself formats them.

import { expect, test } from "vitest";
import { orderedJson } from "../../core/key-order.ts";
import { openEngine, type SqlEngine } from "../../logs/engine.ts";
import { queriedRows, rowsOf } from "./answers.ts";

const engine = (): Promise<SqlEngine> => openEngine({ overflow: "", memory: "300MB", threads: 1 });

/** Types whose values have no parts. For timestamps outside of JavaScript's range the library's last digits differ from DuckDB's. */
const WHOLE = "SELECT * EXCLUDE (timestamp_tz, geometry) FROM test_all_types()";
const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";
/** DuckDB's text for numbers that JSON cannot represent. */
const WORDS: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Infinity, "-inf": -Infinity };

test("values of every DuckDB type are formatted as DuckDB formats them", async () => {
  const { connection, close } = await engine();
  try {
    const { columns, rows } = await queriedRows(connection, WHOLE);
    const texts = await queriedRows(connection, `SELECT COLUMNS(*)::VARCHAR FROM (${WHOLE})`);
    expect(columns.length).toBeGreaterThan(45);
    let compared = 0;
    for (const [k, row] of rows.entries())
      for (const name of columns) {
        const [value, text] = [row[name], texts.rows[k][name]];
        if (!isPlain(value)) continue;
        compared += 1;
        if (typeof value === "number" && typeof text === "string")
          expect(name === "float" ? Math.fround(value) : value, name).toBe(
            WORDS[text] ?? (name === "float" ? Math.fround(Number(text)) : Number(text)),
          );
        else expect(value === null ? null : String(value), name).toBe(text);
      }
    expect(compared).toBeGreaterThan(90);
    // Conversion to JSON loses nothing and fails for no value.
    expect(JSON.parse(JSON.stringify(rows[1]))).toMatchObject({ bigint: "9223372036854775807", bit: "10101" });
  } finally {
    close();
  }
});

const VALUES = [
  ["42::BIGINT", 42],
  ["9007199254740993", "9007199254740993"],
  ["0.1::DECIMAL(18,3)", 0.1],
  ["123456789012.345678::DECIMAL(18,6)", "123456789012.345678"],
  ["INTERVAL 36 HOUR", "36:00:00"],
  ["TIME '24:00:00'", "24:00:00"],
  ["'-infinity'::DATE", "-infinity"],
  ["{'n': [1, 9007199254740993]}", { n: [1, "9007199254740993"] }],
  ["MAP {'a': 0.25}", [{ key: "a", value: 0.25 }]],
  ["'0110'::BIT", "0110"],
  ["'\\xAA'::BLOB", "\\xAA"],
] as const;

test.each(VALUES)("%s", async (sql, value) => {
  const { connection, close } = await engine();
  try {
    expect((await rowsOf(connection, `SELECT ${sql} AS v`)).rows).toEqual([{ v: value }]);
  } finally {
    close();
  }
});

test("of two questions in a query neither is left out in silence", async () => {
  const { connection, close } = await engine();
  try {
    await expect(queriedRows(connection, "SELECT 1; SELECT 2")).rejects.toThrow("asks two things");
    expect((await queriedRows(connection, "SELECT 1 AS n;")).rows).toEqual([{ n: 1 }]);
  } finally {
    close();
  }
});

test("the last statement of a query must be a SELECT or PIVOT", async () => {
  const { connection, close } = await engine();
  try {
    await expect(queriedRows(connection, "CREATE TABLE t (n INTEGER)")).rejects.toThrow("CREATE does something else");
    const pivot = "PIVOT (SELECT 'a' AS name, 1 AS n) ON name USING sum(n)";
    expect((await queriedRows(connection, pivot)).rows).toEqual([{ a: 1 }]);
  } finally {
    close();
  }
});

test("fields of a structure keep their order, also where they are called by whole numbers", async () => {
  const { connection, close } = await engine();
  try {
    const { rows } = await rowsOf(
      connection,
      "SELECT [{'2024': {'b': 1, '7': 2}, '30': 3}] AS v, to_json(v)::VARCHAR AS text",
    );
    expect(orderedJson(rows[0].v)).toBe(rows[0].text);
  } finally {
    close();
  }
});
