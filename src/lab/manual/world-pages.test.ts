// What a page tells once.

import { expect, test } from "vitest";
import { sharedRows } from "./world-pages.ts";

test("rows that all lists have stand apart; rows that differ in one cell stay where they are", () => {
  const shared = sharedRows([
    [
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ],
    [
      ["c", "3"],
      ["b", "4"],
      ["a", "1"],
    ],
  ]);
  expect(shared.common).toEqual([
    ["a", "1"],
    ["c", "3"],
  ]);
  expect(shared.own).toEqual([[["b", "2"]], [["b", "4"]]]);
});

test("one list shares nothing", () => {
  expect(sharedRows([[["a"]]])).toEqual({ common: [], own: [[["a"]]] });
});
