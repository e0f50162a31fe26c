// What is exact, how figures are judged, and with `LONG=1` two seeds of the writers.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { exactChecks, independentSteps } from "./exact-checks.ts";
import { verlRank } from "./study.ts";
import { verdict } from "./writing-checks.ts";

describe("effective rank, its curve and the shaping", () => {
  test("do what they must", () => {
    const checks = exactChecks();
    expect(checks.filter((check) => !check.pass)).toEqual([]);
    expect(checks.length).toBeGreaterThan(15);
  });

  test("tie rank and velocity by arithmetic alone, the more the longer the curve", () => {
    // Two points: the velocity is the second step, one of two that are alike.
    expect(independentSteps(2)).toBeCloseTo(Math.SQRT1_2, 12);
    expect(independentSteps(2000)).toBeCloseTo(1 / 4 / Math.sqrt(2 / 27), 3);
  });
});

test.each([
  [0.02, 0, "reproduced"],
  [0.02, -0.001, "neutral"],
  [0.009, 0.1, "neutral"],
  [-0.02, 0, "neutral"],
  [-0.03, 0, "contradicted"],
  [0.03, -0.01, "contradicted"],
])("a difference of %d in pass@1 and %d in pass@16 is called %s", (one, sixteen, expected) => {
  expect(verdict(one, sixteen)).toBe(expected);
});

test.skipIf(process.env.LONG !== "1")("what must fail fails on two seeds", async () => {
  const { checks, controls } = await verlRank.run(legacyContext({ seeds: 2 }));
  expect(checks.find(({ name }) => name.includes("greatest probability"))?.pass).toBe(true);
  expect(controls.filter(({ name }) => !name.includes("by lot")).map(({ failed }) => failed)).toEqual([true, true]);
});
