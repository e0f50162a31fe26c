// `agon similar`: near-duplicates of older texts in every format, pass rates by similarity, and what is wrong with a file.

import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, documentOf, root } from "./agon.ts";
import { csv, folderWith, jsonLines, rowsOf, writeParquet } from "./files.ts";
import { refusedFiles } from "./mistakes.ts";

const compare = (files: Readonly<Record<string, string>>, flags: string) =>
  documentOf(`similar ${flags}`, { cwd: folderWith(files) });

const DATED = [
  ["id", "date", "text"],
  ["a", "2024-03-01", "the quick brown fox jumps"],
  ["b", "2024-02-01T10:00:00+02:00", "the quick brown fox leaps"],
  ["c", "2024-01-01", "sums of numbers in a list"],
  ["d", "2024-03-01", "the quick brown fox jumps"],
];

test("a text is compared with strictly older ones alone", async () => {
  const { nearest, older, compared, texts, duplicates } = await compare({ "t.csv": csv(...DATED) }, "t.csv");
  expect([older, texts, compared]).toEqual(["date", 4, 3]);
  // a and d are equal and of one day; b is older than both, and c than all.
  const olderOf = (all: typeof nearest) => all.map((one: { older: string | null }) => one.older);
  expect(olderOf(nearest)).toEqual(["b", "c", null, "b"]);
  expect(olderOf((await compare({ "t.csv": csv(...DATED) }, "t.csv --by encoder")).nearest)).toEqual(olderOf(nearest));
  expect(nearest[1].similarity).toBe(0);
  expect(duplicates.map(({ id }: { id: string }) => id)).toEqual(["a", "d"]);
});

test("CSV, JSON Lines and Parquet give the same, also under other names", async () => {
  const plain = await compare({ "t.csv": csv(...DATED) }, "t.csv");
  const objects = DATED.slice(1).map(([name, when, body]) => ({ name, when, body }));
  const own = "--columns id=name --columns date=when --columns text=body";
  const json = await compare({ "t.jsonl": jsonLines(objects) }, `t.jsonl ${own}`);
  expect({ ...json, file: "t.csv" }).toEqual(plain);
  const cwd = folderWith({ "t.csv": csv(...DATED) });
  const read = `read_csv('${join(cwd, "t.csv")}', all_varchar = true)`;
  await writeParquet(join(cwd, "t.parquet"), `SELECT id, "date"::TIMESTAMPTZ AS "date", text FROM ${read}`);
  expect({ ...(await documentOf("similar t.parquet", { cwd })), file: "t.csv" }).toEqual(plain);
});

test("sets are compared with each other, and a younger text of the old set never counts", async () => {
  const rows = [
    ["id", "date", "set", "text"],
    ["x", 2020, "old", "one two three"],
    ["y", 2025, "old", "one two three four"],
    ["z", 2024, "new", "one two three four"],
  ];
  const { nearest, older } = await compare({ "t.csv": csv(...rows) }, "t.csv");
  expect([older, nearest.length, nearest[0].older]).toEqual(["set", 1, "x"]);
});

test("vectors of the user, in CSV and JSON Lines", async () => {
  const old = ["id,text,vector", 'p,x,"[1, 0]"', 'q,x,"[0, 2]"', ""].join("\n");
  const fresh = '{"id": 1, "text": "x", "vector": [3, 4]}\n{"id": 2, "text": "x", "vector": [5, 0.1]}\n';
  const { nearest, duplicates, threshold } = await compare(
    { "o.csv": old, "n.jsonl": fresh },
    "n.jsonl --against o.csv --by vectors",
  );
  expect(nearest[0]).toEqual({ id: "1", older: "q", similarity: expect.closeTo(0.8, 12) });
  expect([threshold, duplicates.map(({ id }: { id: string }) => id)]).toEqual([0.9, ["2"]]);
});

const shipped = (name: string) => join(root, "examples/problems", name);
const SHIPPED = `similar ${shipped("new.csv")} --against ${shipped("old.csv")} --scores ${shipped("scores.csv")}`;

test("the shipped problems: models that remember gain where problems are like older ones", async () => {
  const { stdout } = await agon(`${SHIPPED} --json --resamples 100`);
  expect((await agon(`${SHIPPED} --json --resamples 100`)).stdout).toBe(stdout);
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
  const shown = await agon(`${SHIPPED} --resamples 5`);
  expect(shown.stdout).toContain("agree with Kendall's tau");
  expect(shown.stdout).toMatch(/archive .*4/);
});

test("scores: attempts are averaged, problems without all models are left out and counted", async () => {
  const rows = Array.from({ length: 6 }, (_, k) => [`n${k}`, "new", `w${k} shared ${"more ".repeat(k)}`]);
  const text = csv(["id", "set", "text"], ["o", "old", "shared more words"], ...rows);
  const scores = csv(
    ["id", "model", "passed"],
    ...rows.flatMap(([id], k) => [[id, "m", 1], [id, "m", 0], ...(k > 0 ? [[id, "l", "true"]] : [])]),
    ["o", "m", 1],
  );
  const result = await compare({ "t.csv": text, "s.csv": scores }, "t.csv --scores s.csv --resamples 0");
  expect(result.scores.problems).toBe(5);
  expect(result.scores.models.map(({ passRate }: { passRate: object }) => passRate)).toEqual([
    { mean: 1, low: null, high: null, n: 5 },
    { mean: 0.5, low: null, high: null, n: 5 },
  ]);
  expect(result.caveats.join("\n")).toMatch(/1 of 6 scored texts are left out/);
  expect(result.caveats.join("\n")).toMatch(/column difficulty/);
});

const GOOD = "id,set,text / o,old,a b / n,new,a c";
const BAD = rowsOf(`
  no such column | id,txt,set / o,a b,old
  an unknown name | ${GOOD} | --columns when=id
  neither dates nor sets | id,text,dates / a,b,1
  an empty text | id,set,text / o,old,a / n,new," "
  an id twice | id,set,text / o,old,a / o,new,b
  no date | id,date,text / a,2024-02-30,x
  two kinds of dates | id,date,text / a,2024,x / b,2024-01-01,y
  no set | id,set,text / a,older,x
  one set | id,set,text / a,new,x
  vectors of two lengths | id,set,text,vector / o,old,x,"[1,2]" / n,new,x,[1] | --by vectors
  no vector | id,set,text,vector / o,old,x,one
  a vector of zeros | id,set,text,vector / o,old,x,[0]
  no vectors | ${GOOD} | --by vectors
  no older text | id,date,text / a,1,x / b,1,y
  two ways to say what is old | ${GOOD} | --against t.csv
  no file | ${GOOD} | --against o.csv
`);
refusedFiles("agon-similar", "similar t.csv", "t.csv", BAD);

const SCORES = rowsOf(`
  a score of no text | id,model,passed / m,x,1
  a score that is none | id,model,passed / n,x,yes
  too few problems | id,model,passed / n,x,1
  no column | id,model,pass / n,x,1
`);
const [[good]] = rowsOf(GOOD);
refusedFiles("agon-similar-scores", "similar t.csv --scores s.csv", "s.csv", SCORES, { "t.csv": good });
