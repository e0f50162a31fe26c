// Three parts of values, also where many are equal.

import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { terciles } from "./terciles.ts";

test("three parts of nearly equal size, with equal values together", () => {
  expect(terciles([0.9, 0.1, 0.5, 0.4, 0.2, 0.8])).toEqual(matrix("1 4 | 3 2 | 5 0"));
  // Half of the problems have similarity 0 to every older text.
  expect(terciles([0, 0, 0, 0, 0.3, 0.3, 0.5, 0.6])).toEqual(matrix("0 1 2 3 | 4 5 | 6 7"));
  expect(terciles([1, 1, 1, 1, 0, 0.5])?.map(({ length }) => length)).toEqual([1, 1, 4]);
  expect(terciles([0, 0, 1, 1])).toBeUndefined();
  expect(terciles([])).toBeUndefined();
});
