// What a page tells once.

import { expect, test } from "vitest";
import { sharedRows } from "./world-pages.ts";

test("rows that all lists have stand apart; rows that differ in one cell stay where they are", () => {
  const rows = (text: string) => text.split(" ").map((row) => row.split("="));
  expect(sharedRows([rows("a=1 b=2 c=3"), rows("c=3 b=4 a=1")])).toEqual({
    common: rows("a=1 c=3"),
    own: [rows("b=2"), rows("b=4")],
  });
});

test("one list shares nothing", () => {
  expect(sharedRows([[["a"]]])).toEqual({ common: [], own: [[["a"]]] });
});
