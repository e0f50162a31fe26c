// The study as it is run, the Apache rubric by hand, and the sweep's smaller parts.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import type { LoyaltyWeights } from "../../environments/coopetition/team-production.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { apacheScore } from "./apache.ts";
import { equilibriumTotal, learnedTotal } from "./learners.ts";
import { equilibria } from "./study.ts";
import { loyaltySweep, VALIDATION_WEIGHTS } from "./targets.ts";

test("every published figure is met by the reading it belongs to, and every control fails", async () => {
  const result = await equilibria(studyContext());
  expect(unmet(result)).toEqual([]);
  expect(result.claims).toHaveLength(26);
  expect(result.claims.flatMap(({ tests }) => tests).length).toBeGreaterThan(50);
  expect(result.controls).toHaveLength(2);
});

describe("the Apache rubric", () => {
  const points = (efforts: readonly number[]) => [...apacheScore(efforts).categories.values()].map((p) => p.points);

  test("gives all points for four falling efforts in their bands", () => {
    expect(points([45, 30, 15, 10])).toEqual([15, 15, 15, 15]);
  });

  test("takes points for place, band and trend", () => {
    // Validity 3 each; places off by 3, 1, 1, 3; shares 0.1, 0.2, 0.3, 0.4; first not the highest, then three large rises.
    expect(points([5, 10, 15, 20])).toEqual([3 + 0 + 1 + 2, 3 + 3 + 1 + 0, 3 + 3 + 4 + 0, 3 + 0 + 4 + 0]);
  });

  test("takes equal efforts as equal", () => {
    const rounded = 0.01 + 1e-18;
    expect(points([0.01, 0.01, rounded, 0.01])).toEqual([3 + 4 + 1 + 4, 3 + 3 + 1 + 2, 3 + 1 + 1 + 2, 3 + 0 + 4 + 2]);
  });

  test("takes validity points from an effort that is not a number", () => {
    expect(apacheScore([45, 30, 15, Number.NaN]).categories.get("evolution")?.points).toBeLessThan(12);
  });
});

describe("the sweep", () => {
  test("either mechanism alone differentiates less than both", () => {
    const differentiation = (weights?: LoyaltyWeights) =>
      mean(loyaltySweep("sum", weights).map((setting) => setting.differentiation));
    const both = differentiation();
    const care = differentiation({ benefit: 0.8, relief: 0 });
    const relief = differentiation({ benefit: 0, relief: 0.3 });
    expect(care).toBeLessThan(both);
    expect(relief).toBeLessThan(care);
    expect(relief).toBeGreaterThan(1);
  });

  test("synergy is 1 where a mechanism is missing", () => {
    const synergy = loyaltySweep("sum", { benefit: 0.8, relief: 0 }).map((setting) => setting.synergy);
    expect(Math.max(...synergy)).toBeCloseTo(1, 9);
    expect(Math.min(...synergy)).toBeCloseTo(1, 9);
  });
});

test("learners of effort give about the equilibrium's total, all they can where they are loyal, and are the same for a seed", () => {
  expect(equilibriumTotal(0)).toBeCloseTo(136.96, 2);
  expect(equilibriumTotal(0.9)).toBe(200);
  const rounds = 60_000;
  const total = learnedTotal(0, VALIDATION_WEIGHTS, 901, rounds);
  expect(Math.abs(total / equilibriumTotal(0) - 1)).toBeLessThan(0.2);
  expect(learnedTotal(0.9, VALIDATION_WEIGHTS, 901, rounds)).toBeGreaterThan(total + 20);
  expect(learnedTotal(0.9, { benefit: 0, relief: 0 }, 901, rounds)).toBe(total);
});
