// One-way ANOVA against R's printed analysis of its PlantGrowth data, and where it has no answer.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { oneWayAnova } from "./anova.ts";

test("PlantGrowth", () => {
  // R: anova(lm(weight ~ group, PlantGrowth)) prints F 4.8461 on 2 and 27 degrees of freedom, p 0.01591.
  const { f, p, betweenDegrees, withinDegrees } = oneWayAnova([
    [4.17, 5.58, 5.18, 6.11, 4.5, 4.61, 5.17, 4.53, 5.33, 5.14],
    [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
    [6.31, 5.12, 5.54, 5.5, 5.37, 5.29, 4.92, 6.15, 5.8, 5.26],
  ]);
  expect(f).toBeCloseTo(4.8461, 4);
  expect(p).toBeCloseTo(0.01591, 5);
  expect([betweenDegrees, withinDegrees]).toEqual([2, 27]);
});

test("two groups: F is the square of the pooled t", () => {
  // Means 2 and 5, pooled variance (2 + 8)/4 = 2.5, t = 3/√(2.5·(2/3)).
  const { f } = oneWayAnova(matrix("1 2 3 | 3 5 7"));
  expect(f).toBeCloseTo(9 / (2.5 * (2 / 3)), 12);
});

test("no answer without groups, spread or repetition", () => {
  for (const groups of [[], [[1, 2, 3]], [[1], [2]], matrix("1 1 | 2 2")]) {
    expect(oneWayAnova(groups)).toMatchObject({ f: null, p: null });
  }
});

test("equal means give F = 0", () => {
  const { f, p } = oneWayAnova([[1, 3], [0, 4], []]);
  expect(f).toBe(0);
  expect(p).toBe(1);
});
