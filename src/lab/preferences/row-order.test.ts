// All that a file of preferences teaches is the same in any order of its rows.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { madePreferences } from "../../../test/fixtures/made-preferences.ts";
import { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { preferenceFigures, readPreferences } from "./preference-file.ts";
import { contentOrder, moved, ranks, renumbered } from "./row-order.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agon-order-"));
  return () => rmSync(folder, { recursive: true });
});

async function learnt(rows: readonly object[]) {
  const file = join(folder, "pairs.jsonl");
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return preferenceFigures(await readPreferences({ file }));
}

const MADE = madePreferences({
  prompts: 220,
  answers: 2,
  annotators: ["ann", "bob", "cyd"],
  taste: { length: 1 },
  seed: 4,
});

test.each([
  ["with prompts and annotators", MADE],
  ["without prompts", MADE.map(({ prompt: _, annotator: __, ...pair }) => pair)],
])("%s", async (_, rows) => {
  const before = await learnt(rows);
  expect(before.models.length).toBeGreaterThan(4);
  const other = rows.slice();
  shuffle(other, Random.of(1));
  expect(await learnt(other)).toEqual(before);
});

test("rows are ordered by what they say and not by the numbers of their names", () => {
  const row = { prompt: 0, first: 0, second: 1, annotator: 0, result: 1, isTest: 0 };
  const rows = [
    row,
    { ...row, result: 0 },
    { ...row, annotator: -1 },
    { ...row, prompt: 1 },
    { ...row, first: 1, second: 0 },
  ];
  const names = { prompts: ["m", "k"], texts: ["0 y", "0 x"], annotators: ["ann"] };
  expect(contentOrder(rows, names)).toEqual([3, 4, 2, 1, 0]);
  expect(ranks(["c", "a", "b"])).toEqual(Int32Array.of(2, 0, 1));
  expect(renumbered([3, -1, 1, 3], 4)).toEqual(Int32Array.of(-1, 1, -1, 0));
  expect(moved(["a", "b", "c", "d"], Int32Array.of(-1, 1, -1, 0))).toEqual(["d", "b"]);
});
