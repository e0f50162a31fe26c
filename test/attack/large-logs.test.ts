// Logs that are too large for what they are: a line without an end, and small files that say they have any number of rows. Each is told
// before it fills the memory, and none is left out without a word. Needs `npm run build` before.

import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { JourneyRows } from "../../src/logs/journey-rows.ts";
import { dataSetAt } from "../../src/logs/minari.ts";
import { readTable } from "../../src/logs/table.ts";
import { withFile } from "../../src/logs/user-file.ts";
import { withRows } from "../../src/logs/user-rows.ts";
import { agon, scratch } from "../cli/agon.ts";

/** A Parquet file that DuckDB makes of a query. */
async function parquet(file: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`COPY (${sql}) TO '${file}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}

/** A file of CSV with a line of 33 MB. */
function longLine(folder: string, before: string, after: string): void {
  const file = openSync(join(folder, "long.csv"), "w");
  for (const part of [before, "x".repeat(33e6), after]) writeSync(file, part);
  closeSync(file);
}

test.each([
  ["in the middle", "time,value\n1,1\n", "\n3,3\n", 3],
  ["at the end", "time,value\n1,1\n2,2\n", "", 4],
  ["in quotes", 'time,value\n1,"', '"\n2,2\n', 2],
])("a line of 33 MB %s is told with its number", async (_, before, after, line) => {
  const folder = scratch();
  longLine(folder, before, after);
  const read = withFile({ path: join(folder, "long.csv"), shown: "long.csv" }, async () => "read");
  await expect(read).rejects.toThrow(`long.csv:${line}: is a line of more than 16 MB`);
});

test("nor is it a bad row that is left out", async () => {
  const folder = scratch();
  longLine(folder, "time,price,chance\n1,1,1\n", "\n3,1,1\n");
  const { code, complaint } = await agon("log check long.csv --as impressions --skip-bad-rows", { cwd: folder });
  expect([code, complaint]).toEqual([2, expect.stringContaining("long.csv:3: is a line of more than 16 MB")]);
});

test("a packed line of 33 MB is told too, and one of 1 MB is read", async () => {
  const folder = scratch();
  const read = async (length: number) => {
    writeFileSync(join(folder, "p.csv.gz"), gzipSync(`time,note\n1,a\n2,${"x".repeat(length)}\n`));
    return (await readTable({ path: join(folder, "p.csv.gz"), shown: "p.csv.gz" })).rows.length;
  };
  expect(await read(1e6)).toBe(2);
  await expect(read(33e6)).rejects.toThrow("p.csv.gz:3: is a line of more than 16 MB");
});

test("a small file of twenty million games and one is told before it is read", async () => {
  const folder = scratch();
  await parquet(
    join(folder, "games.parquet"),
    "SELECT 1::TINYINT AS model_a, 2::TINYINT AS model_b, 1::TINYINT AS winner FROM range(20000001)",
  );
  const { code, complaint } = await agon("rate games.parquet", { cwd: folder });
  const sentence =
    "agon: games.parquet: has 20,000,001 rows, and at most 20,000,000 are read; give a file with fewer rows";
  expect([code, complaint]).toEqual([2, expect.stringContaining(sentence)]);
});

test("a condition leaves what can be read, and rows of texts are counted as they come", async () => {
  const folder = scratch();
  await parquet(join(folder, "r.parquet"), "SELECT range AS k FROM range(100)");
  writeFileSync(join(folder, "r.csv"), `k\n${"1\n".repeat(100)}`);
  const rows = (file: string, where: string | undefined) =>
    withFile(
      { path: join(folder, file), shown: file, mostRows: 50, ...(where === undefined ? {} : { where }) },
      async () => "read",
    );
  await expect(rows("r.parquet", undefined)).rejects.toThrow("r.parquet: has 100 rows, and at most 50 are read");
  await expect(rows("r.parquet", "k < 60")).rejects.toThrow("r.parquet: has 60 rows, and at most 50 are read");
  await expect(rows("r.parquet", "nope < 60")).rejects.toThrow('no column is called "nope"');
  expect(await rows("r.parquet", "k < 50")).toBe("read");
  const counted = withRows({ file: "r.csv" }, { directory: folder, mostRows: 50 }, async (opened) => {
    const { piecesOf } = await import("../../src/logs/row-pieces.ts");
    const columns = [{ name: "k", sql: "k::DOUBLE" }];
    let count = 0;
    for await (const piece of await piecesOf(opened.file, { columns, from: `(${opened.rows(true)})` }, {}))
      count += piece.rows;
    return count;
  });
  await expect(counted).rejects.toThrow("r.csv: has more than 50 rows, and no more are read");
});

test("one long text that stands in every row of a small table is not held a thousand times", async () => {
  const folder = scratch();
  const file = join(folder, "t.parquet");
  await parquet(file, "SELECT repeat('x', 1000000) AS text FROM range(1000)");
  await expect(readTable({ path: file, shown: "t.parquet" })).rejects.toThrow(
    /t\.parquet: (has more than 268 million characters|takes more than half a gigabyte)/,
  );
});

test("lines of JSON that would not fit into the memory are not read", async () => {
  const file = join(scratch(), "t.jsonl");
  writeFileSync(file, '{"a":1}\n');
  truncateSync(file, 2 ** 28 + 1);
  await expect(readTable({ path: file, shown: "t.jsonl" })).rejects.toThrow("t.jsonl: has more than 256 MB");
});

test("a journey of more than a million rows is held no further", () => {
  const rows = new JourneyRows(["a"], [], false);
  const columns = [0, 7, 7, 1, 0, 1, Number.NaN, 0].map((value) => Float64Array.of(value));
  for (let k = 0; k < 1_000_002; k++) rows.add(columns, 0);
  expect(rows.wrong.count).toBe(2);
  expect(rows.wrong.first[0]).toMatchObject({ column: "journey", what: expect.stringContaining("a million rows") });
});

test("a data set that says it has a thousand million episodes is told", () => {
  const folder = scratch();
  writeFileSync(join(folder, "metadata.json"), JSON.stringify({ total_episodes: 1e9, data_format: "parquet" }));
  expect(() => dataSetAt(folder, "d")).toThrow(/d cannot be read: total_episodes: /);
});

test("long texts that a small file repeats are told before they fill the memory", async () => {
  const folder = scratch();
  const texts = "'p' AS prompt, repeat('a', 1000000) AS chosen, repeat('b', 1000000) AS rejected";
  await parquet(join(folder, "p.parquet"), `SELECT ${texts} FROM range(1000)`);
  writeFileSync(join(folder, "j.yaml"), "judge: { rubric: { list items: 1 } }\npairs: p.parquet\n");
  for (const words of ["preferences p.parquet", "judge j.yaml"]) {
    const { code, complaint } = await agon(words, { cwd: folder });
    expect([code, complaint]).toEqual([2, expect.stringContaining("has more than 268 million characters")]);
  }
});

test("a table of a hundred thousand columns is told at once", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "w.csv"), `${Array.from({ length: 100_000 }, (_, k) => `c${k}`).join(",")}\n`);
  const { code, complaint } = await agon("rate w.csv", { cwd: folder });
  expect([code, complaint]).toEqual([2, "agon: w.csv:1: has 100,000 columns, and at most 10,000 are read\n"]);
});
