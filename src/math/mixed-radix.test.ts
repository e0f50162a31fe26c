import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { mixedRadix } from "./mixed-radix.ts";

test("rows are numbered in order, each once, and a digit is exchanged alone", () => {
  const rows = mixedRadix([2, 3, 2]);
  expect(rows.count).toBe(12);
  const all = Array.from({ length: rows.count }, (_, k) => rows.digits(k));
  expect(all.slice(0, 4)).toEqual(matrix("0 0 0 | 0 0 1 | 0 1 0 | 0 1 1"));
  for (const [k, digits] of all.entries()) {
    expect(rows.index(digits)).toBe(k);
    expect(rows.digits(rows.replaced(k, 1, 2))).toEqual(digits.with(1, 2));
  }
  expect(mixedRadix([]).count).toBe(1);
});
