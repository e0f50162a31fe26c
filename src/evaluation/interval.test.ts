import { expect, test } from "vitest";
import { estimate, wilson } from "./interval.ts";

test("Student's interval of ten values", () => {
  // Mean 5.5, sd 3.02765; t(0.975, 9) = 2.262157.
  const { mean, low, high, n } = estimate([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(mean).toBe(5.5);
  expect(n).toBe(10);
  expect(low).toBeCloseTo(5.5 - (2.262157 * 3.02765) / Math.sqrt(10), 5);
  expect(high).toBeCloseTo(5.5 + (2.262157 * 3.02765) / Math.sqrt(10), 5);
});

test("no data, no mean; one value, no interval", () => {
  expect(estimate([])).toEqual({ mean: null, low: null, high: null, n: 0 });
  expect(estimate([4])).toEqual({ mean: 4, low: null, high: null, n: 1 });
});

test("Wilson's interval", () => {
  // Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611.
  const many = wilson(81, 263);
  expect(many.low).toBeCloseTo(0.2553, 4);
  expect(many.high).toBeCloseTo(0.3662, 4);
  expect(wilson(0, 20).high).toBeCloseTo(0.1611, 4);
  expect(wilson(0, 0).mean).toBeNull();
});
