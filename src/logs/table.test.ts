// User tables: fields are read unchanged, rows have line numbers, and errors are reported in words.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, onTestFinished, test } from "vitest";
import { placeIn, readTable } from "./table.ts";
import { prepareTable, tableAtHand } from "./table-shelf.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-table-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads a file with this name and content. */
async function read(name: string, content: string | Buffer) {
  const folder = scratch();
  writeFileSync(join(folder, name), content);
  return readTable({ path: join(folder, name), shown: name, overflow: join(folder, "overflow") });
}

test("CSV fields are unchanged: blanks, quotes, line breaks, any character; an empty field is a text", async () => {
  const { columns, rows, lines } = await read(
    "a.csv",
    'question,answer\n"Où est\r\nTokyo? 東京","x ""y"" z"\n\n💩, é \n"a\nb",\nnull,""\n',
  );
  expect(columns).toEqual(["question", "answer"]);
  expect(rows).toEqual([
    { question: "Où est\r\nTokyo? 東京", answer: 'x "y" z' },
    { question: "💩", answer: " é " },
    { question: "a\nb", answer: "" },
    { question: "null", answer: "" },
  ]);
  expect(lines).toEqual([2, 5, 6, 8]);
  expect((await read("a.tsv", "a b\tc\r\n1\t2\r\n")).rows).toEqual([{ "a b": "1", c: "2" }]);
});

test("empty lines before the names, and a line that names the delimiter, are no rows", async () => {
  for (const before of ["\n\n", "sep=;\r\n\n", "\ufeffsep=;\n\n"]) {
    const { columns, rows, lines } = await read("a.csv", `${before}q;a\n"1,2";x\n\n3;y\n`);
    expect([columns, rows, lines]).toEqual([
      ["q", "a"],
      [
        { q: "1,2", a: "x" },
        { q: "3", a: "y" },
      ],
      [4, 6],
    ]);
  }
  await expect(read("a.csv", "sep=;\nq;a\n1;2\n1;2;3\n")).rejects.toThrow("a.csv:4: 3 fields where 2 columns");
});

test("mixed line endings in a CSV are accepted, and line numbers stay correct", async () => {
  const mixed = 'q,a\r\n1,"x\r\ny"\n2,z\r\n3,w\n';
  const { rows, lines } = await read("m.csv", mixed);
  expect(rows).toEqual([
    { q: "1", a: "x\r\ny" },
    { q: "2", a: "z" },
    { q: "3", a: "w" },
  ]);
  expect(lines).toEqual([2, 4, 5]);
  expect((await read("m.tsv", mixed.replaceAll(",", "\t"))).rows).toEqual(rows);
});

test("JSON Lines may contain any data, and a row may lack columns", async () => {
  const { columns, rows, lines } = await read(
    "a.jsonl",
    '{"q":"\\u6771\\u4eac 💩","n":1.5,"l":["a",null]}\r\n\n{"q":"x","o":{"k":true}}',
  );
  expect(columns).toEqual(["q", "n", "l", "o"]);
  expect(rows).toEqual([
    { q: "東京 💩", n: 1.5, l: ["a", null] },
    { q: "x", o: { k: true } },
  ]);
  expect(lines).toEqual([1, 3]);
});

test("a list of JSON is a table, however it is laid out, and its rows have numbers", async () => {
  const rows = [
    { q: "東京 [1]", l: ["a", null] },
    { q: 'x "y"\n', o: { k: true } },
  ];
  for (const [name, text] of [
    ["a.json", JSON.stringify(rows)],
    ["a.json", `\n${JSON.stringify(rows, undefined, 2)}\n`],
    ["a.jsonl", JSON.stringify(rows)],
  ] as const) {
    const table = await read(name, text);
    expect(table).toEqual({ columns: ["q", "l", "o"], rows, lines: [1, 2], isByRow: true });
    expect(placeIn(name, table, 1)).toBe(`${name}, row 2`);
  }
  const lines = await read("a.json", rows.map((row) => JSON.stringify(row)).join("\n"));
  expect(lines).toMatchObject({ rows, lines: [1, 2], isByRow: false });
});

test("lists in Parquet stay lists, and wide numbers keep all digits", async () => {
  const folder = scratch();
  const file = join(folder, "a.parquet");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT '東京' AS q, ['a', 'b'] AS l, 9007199254740993 AS wide, 2::INTEGER AS n, DATE '2020-01-02' AS d, 0.10::DECIMAL(4, 2) AS p) TO '${file}'`,
  );
  connection.closeSync();
  instance.closeSync();
  const table = await readTable({ path: file, shown: "a.parquet", overflow: join(folder, "overflow") });
  expect(table.rows).toEqual([
    { q: "東京", l: ["a", "b"], wide: "9007199254740993", n: 2, d: "2020-01-02", p: "0.10" },
  ]);
  expect(placeIn("a.parquet", table, 0)).toBe("a.parquet, row 1");
});

test.each<[string, string | Buffer, string]>([
  ["a.csv", "q,a\n1,2\n1,2,3\n", "a.csv:3: 3 fields where 2 columns are named"],
  ["a.csv", "q,a\n1,2\n\n1\n", "a.csv:4: 1 fields where 2 columns are named"],
  ["a.csv", 'q,a\n1,2\n"1,2\n', "a.csv:3: a quote that is not closed"],
  ["a.csv", "q,q\n1,2\n", 'a.csv:1: two columns are called "q"'],
  ["a.csv", "q,a\n", "a.csv: holds no row"],
  ["a.csv", "q,a\r1,2\r", "a.csv:1: ends its lines with CR alone; let lines end with LF"],
  [
    "a.csv",
    Buffer.from("q,a\n1,caf\xe9\n", "latin1"),
    "a.csv:2: a: holds bytes that are no UTF-8; convert the file: iconv -f WINDOWS-1252 -t UTF-8",
  ],
  ["a.jsonl", '{"q":1}\n{"q":\n', "a.jsonl:2: is no JSON: "],
  ["a.jsonl", '{"q":1}\n[1]\n"x"\n', "a.jsonl:2: [1] is no JSON object"],
  [
    "a.jsonl",
    Buffer.from('{"q":"\xe9"}', "latin1"),
    "a.jsonl: holds bytes that are no UTF-8; convert the file: iconv -f WINDOWS-1252 -t UTF-8",
  ],
  [
    "a.jsonl",
    Buffer.from('\ufeff{"q":1}', "utf16le"),
    "a.jsonl: is text in UTF-16; convert the file: iconv -f UTF-16 -t UTF-8",
  ],
  [
    "a.jsonl",
    Buffer.from('{"q":1}', "utf16le"),
    "a.jsonl: is text in UTF-16LE; convert the file: iconv -f UTF-16LE -t UTF-8",
  ],
  ["a.jsonl", "\n", "a.jsonl: holds no row"],
  ["a.parquet", "q,a\n", "a.parquet: cannot be read as Parquet"],
  ["a.xlsx", "", "a.xlsx has no ending that says what it holds; CSV is called .csv"],
])("%s %j is rejected", async (name, content, words) => {
  await expect(read(name, content)).rejects.toThrow(words);
});

test("a table is stored under its content hash, and stays available after the file has changed", async () => {
  const folder = scratch();
  const place = { directory: folder, cache: join(folder, "kept") };
  mkdirSync(place.cache);
  const file = "a.csv";
  writeFileSync(join(folder, file), "q\n1\n");
  const first = await prepareTable({ file }, place);
  writeFileSync(join(folder, file), "q\n2\n");
  const second = await prepareTable({ file }, place);
  expect(second).not.toBe(first);
  expect(await prepareTable({ file, content: first }, place)).toBe(first);
  expect(tableAtHand({ file, content: first }).rows).toEqual([{ q: "1" }]);
  expect(tableAtHand({ file, content: second }).rows).toEqual([{ q: "2" }]);
  await expect(prepareTable({ file, content: "0123456789abcdef" }, place)).rejects.toThrow(
    "does not hold what it held",
  );
  await expect(prepareTable({ file: "b.csv" }, place)).rejects.toThrow(/file: there is no file .*b\.csv; paths start/);
  expect(() => tableAtHand({ file, content: "fedcba9876543210" })).toThrow("was not read yet");
});
