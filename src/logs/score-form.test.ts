// A score of three digits after a full stop is told to be read as a decimal, where others make thousands as likely.

import { expect, it } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { readComparisons } from "./comparisons.ts";

it.each<[string, readonly string[], boolean]>([
  ["three digits beside whole numbers", ["1.234", "900", "-5"], true],
  ["digits of several lengths", ["1.234", "900", "1.5"], false],
  ["three digits everywhere", ["1.234", "0.900"], false],
  ["below one", ["0.875", "1"], false],
  ["whole numbers", ["1234", "900"], false],
])("%s", async (_, scores, isNoted) => {
  const csv = ["game,player,score", ...scores.map((score, k) => `1,p${k},${score}`)].join("\n");
  const { notes } = await readComparisons({ file: "s.csv" }, folderOf({ "s.csv": csv }));
  expect(notes.some((note) => note.includes("1.234 are read with a decimal point"))).toBe(isNoted);
});
