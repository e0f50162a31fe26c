// Terms of a formula: what it adds and subtracts, through brackets, and nothing within functions, strings or products.

import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { termsOf } from "./linear-terms.ts";

const engine = await DuckDBInstance.create(":memory:");
const connection = await engine.connect();

test.each([
  ["0.7 * correct + 0.3 * fmt", ["0.7 * correct", "0.3 * fmt"]],
  ["a - (b - c) - 2", ["a", "-(b)", "c"]],
  ["-a + greatest(b + c, 0)", ["-(a)", "greatest((b + c), 0)"]],
  ["0.5 * (a + b)", ["0.5 * (a + b)"]],
  ["a + \"./x.py:f - g\" + length(b || ' + ')", ["a", '"./x.py:f - g"', "length((b || ' + '))"]],
  ["case when a + b > 1 then a - b else 0 end", [expect.stringContaining("CASE")]],
])("%s", async (formula, terms) => {
  expect(await termsOf(connection, formula)).toEqual(terms);
});

test("terms add up to the formula", async () => {
  const formula = "a - (0.5 * b - (c - 2 * a)) / 2 + 1 - (b + c)";
  const terms = await termsOf(connection, formula);
  const sql = `SELECT ${formula} - (${terms.map((term) => `(${term})`).join(" + ")}) FROM (VALUES (1, 2.5, 7), (3, 1, -4)) AS t(a, b, c)`;
  const rows = (await connection.runAndReadAll(sql)).getRowsJS();
  expect(new Set(rows.map(([left]) => Number(left)))).toEqual(new Set([1]));
});
