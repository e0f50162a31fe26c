// Softmax and the logarithm of a sum of exponentials, beside figures by hand and at their limits.

import { expect, test } from "vitest";
import { logSumExp, softmax, softmaxRow } from "./softmax.ts";

test("shares are in proportion to exponentials, and stay finite for any size", () => {
  expect([...softmax(Float64Array.of(0, Math.log(3)))]).toEqual([expect.closeTo(0.25), expect.closeTo(0.75)]);
  expect(softmax([1e300, 1e300])).toEqual([0.5, 0.5]);
  expect(softmax([Number.NEGATIVE_INFINITY, -1e300])).toEqual([0, 1]);
});

test("a row leaves the other places as they were, and a low temperature picks the largest", () => {
  const into = new Float64Array(5).fill(9);
  softmaxRow([7, 1, 2, 3, 7], into, 1, 3, 0.5);
  const weights = [2, 4, 6].map(Math.exp);
  const total = weights.reduce((a, b) => a + b, 0);
  expect([...into]).toEqual([9, ...weights.map((one) => expect.closeTo(one / total, 14)), 9]);
  softmaxRow([7, 1, 2, 3, 7], into, 1, 3, 1e-3);
  expect([...into]).toEqual([9, 0, 0, 1, 9]);
});

test("the logarithm of a sum of exponentials", () => {
  expect(logSumExp([Math.log(2), Math.log(3)])).toBeCloseTo(Math.log(5), 14);
  expect(logSumExp([1000, 1000])).toBe(1000 + Math.log(2));
  expect(logSumExp([50, 0, 0, 50], 1, 2)).toBe(Math.log(2));
  expect(logSumExp([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBe(Number.NEGATIVE_INFINITY);
});
