// Rubrics: criteria in proportion, side constraints, and channels that are not there.

import { expect, test } from "vitest";
import { rubric } from "./rubric.ts";

const channels = [{ name: "view" }, { name: "broken" }];
const criteria = [
  { channel: "view", worst: 0, best: 6, weight: 3 },
  { channel: "broken", worst: 4, best: 0, weight: 1 },
];

test("criteria count in proportion between their ends, and no further", () => {
  const value = rubric(criteria, channels);
  expect(value([6, 0])).toBe(1);
  expect(value([0, 9])).toBe(0);
  expect(value([3, 1])).toBeCloseTo((1.5 + 0.75) / 4, 12);
  expect(value([12, 2])).toBeCloseTo(3.5 / 4, 12);
});

test("a channel that the world has not is refused", () => {
  expect(() => rubric(criteria, [{ name: "view" }])).toThrow("a rubric asks for broken, which the world has not");
});
