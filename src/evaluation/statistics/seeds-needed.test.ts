import { expect, test } from "vitest";
import { seedsNeeded } from "./seeds-needed.ts";

test("a difference of half a deviation takes the 34 pairs of the t-test's tables, and one of two deviations 5", () => {
  expect(seedsNeeded({ mean: 0.5, deviation: 1, n: 10 }, 0)).toBe(34);
  expect(seedsNeeded({ mean: -5, deviation: 10, n: 10 }, 0)).toBe(34);
  expect(seedsNeeded({ mean: 2, deviation: 1, n: 2 }, 0)).toBe(5);
});

test("more comparisons need more pairs; a wide margin needs fewer", () => {
  const few = { mean: 0.1, deviation: 1, n: 10 };
  const alone = seedsNeeded(few, 0) ?? 0;
  expect(seedsNeeded(few, 0, 10)).toBeGreaterThan(alone);
  expect(seedsNeeded(few, 1)).toBeLessThan(alone);
});

test("the result exceeds the current number of pairs, and is null without spread", () => {
  expect(seedsNeeded({ mean: 0.9, deviation: 1, n: 50 }, 0)).toBe(51);
  expect(seedsNeeded({ mean: 1, deviation: Number.NaN, n: 1 }, 0)).toBeNull();
  expect(seedsNeeded({ mean: 1, deviation: 0, n: 5 }, 0)).toBeNull();
  expect(seedsNeeded({ mean: 0, deviation: 1, n: 10 }, 0)).toBeNull();
});
