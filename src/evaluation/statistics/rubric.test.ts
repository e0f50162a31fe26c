// Points add up by category and in all, constants stand apart, and an impossible award is an error.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { type Criterion, met, scoreRubric } from "./rubric.ts";

const rubric: Criterion<number>[] = [
  met("size", "positive", 2, (x) => x > 0),
  met("shape", "even", 3, (x) => x % 2 === 0),
  met("size", "large", 1, (x) => x > 100),
  { category: "shape", name: "there", most: 4, constant: true, award: () => 4 },
  { category: "shape", name: "small remainder", most: 2, award: (x) => (x % 10 < 3 ? 2 : x % 10 < 6 ? 1 : 0) },
];

test("points, categories and constants", () => {
  const score = scoreRubric(rubric, 14);
  expect([score.points, score.most]).toEqual([10, 12]);
  expect([...score.categories]).toEqual([
    ["size", { points: 2, most: 3 }],
    ["shape", { points: 8, most: 9 }],
  ]);
  expect(score.earned).toEqual({ points: 6, most: 8 });
  expect(score.criteria.map((line) => line.points)).toEqual([2, 3, 0, 4, 1]);
});

law.prop([fc.integer({ min: -200, max: 200 })])("the total is the sum of the categories and of the criteria", (x) => {
  const score = scoreRubric(rubric, x);
  const sum = (lines: Iterable<{ points: number }>) => [...lines].reduce((total, line) => total + line.points, 0);
  expect(sum(score.categories.values())).toBe(score.points);
  expect(sum(score.criteria)).toBe(score.points);
  expect(score.points - score.earned.points).toBe(4);
});

test("an award outside its bounds is an error", () => {
  const broken = (points: number): Criterion<null>[] => [{ category: "c", name: "n", most: 1, award: () => points }];
  for (const points of [-1, 1.5, Number.NaN]) expect(() => scoreRubric(broken(points), null)).toThrow('"n"');
});
