// `agon similar`: near-duplicates of older texts in every format, pass rates by similarity, and what is wrong with a file.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { agon, root, scratch } from "./agon.ts";

const lines = (rows: readonly (readonly unknown[])[]) => `${rows.map((row) => row.join(",")).join("\n")}\n`;

async function found(files: Readonly<Record<string, string>>, ...flags: string[]) {
  const folder = scratch();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { code, stdout, stderr } = await agon(["similar", ...flags, "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const DATED = [
  ["id", "date", "text"],
  ["a", "2024-03-01", "the quick brown fox jumps"],
  ["b", "2024-02-01T10:00:00+02:00", "the quick brown fox leaps"],
  ["c", "2024-01-01", "sums of numbers in a list"],
  ["d", "2024-03-01", "the quick brown fox jumps"],
];

test("a text is compared with strictly older ones alone", async () => {
  const { nearest, older, compared, texts, duplicates } = await found({ "t.csv": lines(DATED) }, "t.csv");
  expect([older, texts, compared]).toEqual(["date", 4, 3]);
  // a and d are equal and of one day; b is older than both, and c than all.
  expect(nearest.map((one: { older: string | null }) => one.older)).toEqual(["b", "c", null, "b"]);
  expect(nearest[1].similarity).toBe(0);
  expect(duplicates.map(({ id }: { id: string }) => id)).toEqual(["a", "d"]);
});

test("CSV, JSON Lines and Parquet give the same, also under other names", async () => {
  const csv = await found({ "t.csv": lines(DATED) }, "t.csv");
  const objects = DATED.slice(1).map(([name, when, body]) => JSON.stringify({ name, when, body }));
  const own = ["--columns", "id=name", "--columns", "date=when", "--columns", "text=body"];
  const json = await found({ "t.jsonl": objects.join("\n") }, "t.jsonl", ...own);
  expect({ ...json, file: "t.csv" }).toEqual(csv);
  const folder = scratch();
  writeFileSync(join(folder, "t.csv"), lines(DATED));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const typed = `SELECT id, "date"::TIMESTAMPTZ AS "date", text FROM read_csv('${join(folder, "t.csv")}', all_varchar = true)`;
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`COPY (${typed}) TO '${join(folder, "t.parquet")}'`);
  connection.closeSync();
  const { stdout } = await agon(["similar", "t.parquet", "--json"], { cwd: folder });
  expect({ ...JSON.parse(stdout), file: "t.csv" }).toEqual(csv);
});

test("sets are compared with each other, and a younger text of the old set never counts", async () => {
  const rows = [
    ["id", "date", "set", "text"],
    ["x", 2020, "old", "one two three"],
    ["y", 2025, "old", "one two three four"],
    ["z", 2024, "new", "one two three four"],
  ];
  const { nearest, older } = await found({ "t.csv": lines(rows) }, "t.csv");
  expect([older, nearest.length, nearest[0].older]).toEqual(["set", 1, "x"]);
});

test("vectors of the user, in CSV and JSON Lines", async () => {
  const old = ["id,text,vector", 'p,x,"[1, 0]"', 'q,x,"[0, 2]"', ""].join("\n");
  const fresh = '{"id": 1, "text": "x", "vector": [3, 4]}\n{"id": 2, "text": "x", "vector": [5, 0.1]}\n';
  const { nearest, duplicates, threshold } = await found(
    { "o.csv": old, "n.jsonl": fresh },
    ...["n.jsonl", "--against", "o.csv", "--by", "vectors"],
  );
  expect(nearest[0]).toEqual({ id: "1", older: "q", similarity: expect.closeTo(0.8, 12) });
  expect([threshold, duplicates.map(({ id }: { id: string }) => id)]).toEqual([0.9, ["2"]]);
});

const shipped = (name: string) => join(root, "examples/problems", name);
const SHIPPED = ["similar", shipped("new.csv"), "--against", shipped("old.csv"), "--scores", shipped("scores.csv")];

test("the shipped problems: models that remember gain where problems are like older ones", async () => {
  const flags = [...SHIPPED, "--json", "--resamples", "200"];
  const { stdout } = await agon(flags);
  expect((await agon(flags)).stdout).toBe(stdout);
  const { scores, caveats } = JSON.parse(stdout);
  expect(Object.keys(scores).sort()).toEqual(
    "agreement file gap gapAtEqualDifficulty models problems spreadDifference terciles".split(" "),
  );
  expect(scores.terciles.map(({ problems }: { problems: number }) => problems)).toEqual([15, 15, 15]);
  expect(scores.gap.low).toBeGreaterThan(0.2);
  const of = (name: string) => scores.models.find(({ model }: { model: string }) => model === name);
  expect(of("archive").gap.low).toBeGreaterThan(0.5);
  expect(of("scholar").gap.low).toBeLessThan(0);
  expect([of("sketch").rank, of("sketch").rankAtLowSimilarity]).toEqual([3, 2]);
  expect(caveats).toEqual([]);
  const shown = await agon([...SHIPPED, "--resamples", "50", "--by", "encoder"]);
  expect(shown.stdout).toContain("agree with Kendall's tau");
  expect(shown.stdout).toMatch(/archive .*4/);
});

test("scores: attempts are averaged, problems without all models are left out and counted", async () => {
  const rows = Array.from({ length: 6 }, (_, k) => [`n${k}`, "new", `w${k} shared ${"more ".repeat(k)}`]);
  const text = lines([["id", "set", "text"], ["o", "old", "shared more words"], ...rows]);
  const scores = lines([
    ["id", "model", "passed"],
    ...rows.flatMap(([id], k) => [[id, "m", 1], [id, "m", 0], ...(k > 0 ? [[id, "l", "true"]] : [])]),
    ["o", "m", 1],
  ]);
  const result = await found({ "t.csv": text, "s.csv": scores }, "t.csv", "--scores", "s.csv", "--resamples", "0");
  expect(result.scores.problems).toBe(5);
  expect(result.scores.models.map(({ passRate }: { passRate: object }) => passRate)).toEqual([
    { mean: 1, low: null, high: null, n: 5 },
    { mean: 0.5, low: null, high: null, n: 5 },
  ]);
  expect(result.caveats.join("\n")).toMatch(/1 of 6 scored texts are left out/);
  expect(result.caveats.join("\n")).toMatch(/column difficulty/);
});

const GOOD = lines([
  ["id", "set", "text"],
  ["o", "old", "a b"],
  ["n", "new", "a c"],
]);

test.each([
  [
    "no such column",
    "id,txt,set\no,a b,old\n",
    [],
    't.csv: has no column "text"; did you mean "txt"? then say --columns text=…',
  ],
  ["an unknown name", GOOD, ["--columns", "when=id"], '--columns: no column is called "when"'],
  [
    "neither dates nor sets",
    "id,text,dates\na,b,1\n",
    [],
    'so that no text is older than another; did you mean "dates"?',
  ],
  ["an empty text", 'id,set,text\no,old,a\nn,new," "\n', [], "t.csv:3: text: is empty: a text needs a word"],
  ["an id twice", "id,set,text\no,old,a\no,new,b\n", [], 't.csv:3: id: "o" is there already, at t.csv:2'],
  ["no date", "id,date,text\na,2024-02-30,x\n", [], 't.csv:2: date: "2024-02-30" is no date; write 2026-03-01'],
  [
    "two kinds of dates",
    "id,date,text\na,2024,x\nb,2024-01-01,y\n",
    [],
    "t.csv:3: date: is a date, and the first is a number",
  ],
  ["no set", "id,set,text\na,older,x\n", [], 't.csv:2: set: is "older"; write old or new'],
  ["one set", "id,set,text\na,new,x\n", [], "t.csv: has no text in the set old"],
  [
    "vectors of two lengths",
    'id,set,text,vector\no,old,x,"[1,2]"\nn,new,x,[1]\n',
    ["--by", "vectors"],
    "t.csv:3: vector: has 1 numbers, and the first vector has 2",
  ],
  [
    "no vector",
    "id,set,text,vector\no,old,x,one\n",
    [],
    "t.csv:2: vector: is no list of numbers; write [0.12, -0.5, …]",
  ],
  ["a vector of zeros", "id,set,text,vector\no,old,x,[0]\n", [], "t.csv:2: vector: is 0 throughout"],
  ["no vectors", GOOD, ["--by", "vectors"], 't.csv: has no column "vector"; take --by bm25 or encoder'],
  ["no older text", "id,date,text\na,1,x\nb,1,y\n", [], "t.csv: no text has an older one to be compared with"],
  [
    "two ways to say what is old",
    GOOD,
    ["--against", "t.csv"],
    "t.csv: has a column set, and --against names the old texts too",
  ],
  ["no file", GOOD, ["--against", "o.csv"], "o.csv; paths start from"],
])("%s", async (_, text, flags, told) => {
  const folder = scratch();
  writeFileSync(join(folder, "t.csv"), text);
  const { code, complaint } = await agon(["similar", "t.csv", ...flags], { cwd: folder });
  expect(complaint).toContain(told);
  expect(complaint.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(2);
});

test.each([
  ["a score of no text", "id,model,passed\nm,x,1\n", 's.csv:2: no text is called "m"'],
  ["a score that is none", "id,model,passed\nn,x,yes\n", 's.csv:2: passed: is "yes"; write 1 or 0'],
  ["too few problems", "id,model,passed\nn,x,1\n", "s.csv: leaves 1 problems"],
  ["no column", "id,model,pass\nn,x,1\n", 's.csv: has no column "passed"; did you mean "pass"?'],
])("%s", async (_, scores, told) => {
  const folder = scratch();
  writeFileSync(join(folder, "t.csv"), GOOD);
  writeFileSync(join(folder, "s.csv"), scores);
  const { code, complaint } = await agon(["similar", "t.csv", "--scores", "s.csv"], { cwd: folder });
  expect(complaint).toContain(told);
  expect(code).toBe(2);
});
