import { expect, test } from "vitest";
import { gini, jain } from "./inequality.ts";

test("equal shares, and all for one", () => {
  expect(gini([3, 3, 3])).toBe(0);
  expect(jain([3, 3, 3])).toBe(1);
  expect(gini([0, 0, 0, 8])).toBeCloseTo(0.75, 12);
  expect(jain([0, 0, 0, 8])).toBeCloseTo(0.25, 12);
});

test("is the mean difference of all pairs over twice the mean", () => {
  const amounts = [5, 1, 9, 2, 2, 7];
  const mean = amounts.reduce((a, b) => a + b) / amounts.length;
  let differences = 0;
  for (const a of amounts) for (const b of amounts) differences += Math.abs(a - b);
  expect(gini(amounts)).toBeCloseTo(differences / amounts.length ** 2 / (2 * mean), 12);
});

test("has no meaning for losses", () => {
  expect(gini([-1, 2])).toBeNaN();
});
