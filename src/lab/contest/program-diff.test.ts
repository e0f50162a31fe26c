// Differences of programs: as `diff` counts them, as `patch` reads them, and without end for none.

import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { programDiff, unifiedDiff } from "./program-diff.ts";

const lines = (...all: readonly string[]) => `${all.join("\n")}\n`;
const OLD = lines("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");
const NEW = lines("a", "B", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m");

test("hunks have three lines about each change, and count what was added and removed", () => {
  const { added, removed, hunks } = programDiff(OLD, NEW);
  expect([added, removed]).toEqual([2, 1]);
  expect(hunks).toEqual([
    { oldStart: 1, newStart: 1, lines: [" a", "-b", "+B", " c", " d", " e"] },
    { oldStart: 10, newStart: 10, lines: [" j", " k", " l", "+m"] },
  ]);
  expect(programDiff(OLD, OLD)).toEqual({ added: 0, removed: 0, hunks: [] });
});

test("a unified diff makes the new program of the old one", () => {
  for (const [before, after] of [
    [OLD, NEW],
    ["", NEW],
    [OLD, ""],
    ["no end of line", "another"],
  ]) {
    const text = unifiedDiff(before, after, ["mine/round-0", "mine/round-1"]);
    expect(text.split("\n").slice(0, 2)).toEqual(["--- mine/round-0", "+++ mine/round-1"]);
    expect(applyPatch(before, text)).toBe(after);
  }
  expect(unifiedDiff(OLD, OLD, ["a", "b"])).toBe("");
});

test("programs that have little in common changed as a whole", () => {
  const many = (word: string) => lines(...Array.from({ length: 5_000 }, (_, k) => `${word} ${k}`));
  const { added, removed, hunks } = programDiff(many("one"), many("other"));
  expect([added, removed, hunks.length]).toEqual([5_000, 5_000, 1]);
  expect(applyPatch(many("one"), unifiedDiff(many("one"), many("other"), ["a", "b"]))).toBe(many("other"));
});
