// Lists of JSON objects are read as JSON Lines are: the same rows, with numbers in place of lines.

import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { readComparisons } from "./comparisons.ts";

const VOTES = [
  { model_a: "A, [1]", model_b: 'B "}"', winner: "model_a" },
  { model_a: 'B "}"', model_b: "C\\\n", winner: "tie", more: { at: [1, [2]] } },
];

const read = (name: string, content: string | Uint8Array) =>
  readComparisons({ file: name }, folderOf({ [name]: content }));

it.each<[string, string, string | Uint8Array]>([
  ["on one line", "v.json", JSON.stringify(VOTES)],
  ["over many lines", "v.json", JSON.stringify(VOTES, undefined, 2).replaceAll("\n", "\r\n")],
  ["after blank lines and a byte order mark", "v.json", `\ufeff\n ${JSON.stringify(VOTES)}\n`],
  ["packed", "v.json.gz", gzipSync(JSON.stringify(VOTES, undefined, 2))],
  ["under the name of lines", "v.jsonl", JSON.stringify(VOTES)],
  ["lines behind a byte order mark", "v.jsonl", `\ufeff${VOTES.map((vote) => JSON.stringify(vote)).join("\r\n")}`],
  [
    "packed lines behind a byte order mark",
    "v.jsonl.gz",
    gzipSync(`\ufeff${VOTES.map((vote) => JSON.stringify(vote)).join("\n")}`),
  ],
  ["lines under the name of a list", "v.json", VOTES.map((vote) => JSON.stringify(vote)).join("\n")],
])("a list %s", async (_, name, content) => {
  const { games, rows } = await read(name, content);
  expect(rows).toBe(2);
  expect(games.players).toEqual(["A, [1]", 'B "}"', "C\\"]);
});

it.each<[string, string, string]>([
  ["a row with a wrong value", '[\n{"a":"x","b":"y","winner":"up"}\n]', "v.json, row 1: winner:"],
  ["a list that was cut short", '[{"a":"x","b":"y","winner":"a"},{"a":"x', "v.json, row 2: is no JSON"],
  ["a list that was cut short between rows", '[\n{"a":"x","b":"y","winner":"a"},\n', "v.json:3: ends before the list"],
  ["text after the list", '[{"a":"x"}]\n[1]', "v.json:2: has text after the list that it begins with"],
  ["an object over many lines", '{\n"data": []}', "v.json:1: is no JSON"],
  ["an empty list", "[]", "v.json"],
  [
    "a key twice",
    '{"a":"x","b":"y","winner":"a"}\n\n{"a":"x","b":"y","winner":"a","winner":"b"}',
    'v.json:3: has the key "winner" twice',
  ],
])("%s", async (_, content, words) => {
  await expect(read("v.json", content)).rejects.toThrow(words);
});
