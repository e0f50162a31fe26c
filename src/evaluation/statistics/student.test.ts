import { pt } from "lib-r-math.js";
import { expect, test } from "vitest";
import { twoSidedP } from "./paired.ts";

test.each([
  // R 4.3: 2 * pt(-t, df)
  [2.228, 10, 0.05001177],
  [2, 624, 0.04593321],
])("t = %d with %d degrees of freedom", (t, df, p) => {
  expect(twoSidedP(t, df)).toBeCloseTo(p, 7);
  expect(twoSidedP(-t, df)).toBe(twoSidedP(t, df));
});

test("the tail no longer underflows to zero as in the library, and decreases smoothly", () => {
  expect(pt(-8, 624)).toBe(0);
  const logs = Array.from({ length: 60 }, (_, k) => Math.log(twoSidedP(3 + k / 4, 624)));
  for (let k = 2; k < logs.length; k++) {
    const slope = logs[k] - logs[k - 1];
    expect(slope).toBeLessThan(0);
    // The logarithm of the tail is concave: its slope decreases a little with each step.
    expect(Math.abs(slope - (logs[k - 1] - logs[k - 2]))).toBeLessThan(0.1);
  }
});
