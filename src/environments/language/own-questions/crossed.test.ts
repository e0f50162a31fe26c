// Questions crossed with levels of factors.

import { expect, test } from "vitest";
import type { DataTable } from "../../../logs/table.ts";
import { crossed } from "./crossed.ts";

const TABLE: DataTable = {
  columns: ["question"],
  rows: [{ question: "a" }, { question: "b" }],
  lines: [2, 3],
  isByRow: false,
};

test("each row is asked at each combination, of which the last factor changes fastest", () => {
  const { table, times } = crossed(TABLE, { pay: [1, 10], cue: ["no", "yes"] });
  expect(times).toBe(4);
  expect(table.columns).toEqual(["question", "pay", "cue"]);
  expect(table.rows.map(({ question, pay, cue }) => `${question} ${pay} ${cue}`)).toEqual(
    ["a", "b"].flatMap((question) => [1, 10].flatMap((pay) => ["no", "yes"].map((cue) => `${question} ${pay} ${cue}`))),
  );
  expect(table.lines).toEqual([2, 2, 2, 2, 3, 3, 3, 3]);
  // Every cell creates its own environment, and questions are kept by table.
  expect(crossed(TABLE, { pay: [1, 10], cue: ["no", "yes"] }).table).toBe(table);
});

test("without factors the rows are as they were", () => {
  expect(crossed(TABLE, {})).toEqual({ table: TABLE, times: 1 });
});

test.each<[string, Record<string, (string | number)[]>, object]>([
  ["a factor called as a column", { question: ["c"] }, { path: ["cross", "question"], code: "same-column" }],
  [
    "too many trials",
    { a: [...Array(1000).keys()], b: [...Array(1000).keys()] },
    { what: "1,000,000 combinations of 2 rows are too many" },
  ],
])("%s is refused", (_, factors, problem) => {
  expect(() => crossed(TABLE, factors)).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining(problem)] }),
  );
});
