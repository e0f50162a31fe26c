// Curves in characters.

import { expect, test } from "vitest";
import { sparkline } from "./output.ts";

test.each<[string, number[], number, string]>([
  ["from the least to the largest", [0, 1, 2, 3, 4, 5, 6, 7], 8, "▁▂▃▄▅▆▇█"],
  ["negative values too", [-2, 5, -9], 8, "▅█▁"],
  ["nothing to tell apart", [3, 3, 3], 8, "▁▁▁"],
  ["more values than columns: means of stretches", [0, 2, 4, 6, 8, 10, 12, 14], 4, "▁▃▆█"],
  ["no values", [], 8, ""],
])("%s", (_, values, width, expected) => {
  expect(sparkline(values, width)).toBe(expected);
});
