// The shop's plans in closed form; `LONG=1` trains one seed.

import { describe, expect, test } from "vitest";
import { long, unmet } from "../../../test/fixtures/study.ts";
import { train } from "./arms.ts";
import { exactPart } from "./claims.ts";
import { bestPlan, heldMean, optimum, plansFor, worthOf } from "./plans.ts";
import { deafPass4 } from "./played.ts";
import { pushOnBoasts } from "./risk.ts";
import { KINDS, RISKIER, SHOP } from "./shop.ts";

describe("the exact part", () => {
  test("holds", () => {
    const found = exactPart();
    expect(found.claims).toHaveLength(2);
    expect(unmet(found)).toEqual([]);
  });

  test("has plans by hand: two searches for two wishes and an honest detail are right, one is right half of the time", () => {
    expect(plansFor("multi")).toHaveLength(3 * 7 * 3);
    const honest = (calls: number) => worthOf({ kind: "multi", calls, thinking: 0, pitch: "detail" });
    expect([0, 1, 2].map((calls) => honest(calls).correct)).toEqual([1 / 8, 1 / 2, 1]);
    expect([0, 1, 2].map((calls) => honest(calls).criteria)).toEqual([0.7, 0.9, 1].map((x) => expect.closeTo(x, 12)));
    // 1 + ½·0.7, and nothing is saved; the sum pays a saved search ⅛ more than the criterion that it costs.
    expect(honest(2).pay.layers).toBeCloseTo(1.35, 6);
    expect(honest(1).pay.sum - honest(2).pay.sum).toBeCloseTo(1 / 8 - 1 / 10, 12);
    // A boast is one criterion of five, true seven times of ten.
    const boast = worthOf({ kind: "multi", calls: 2, thinking: 3, pitch: "boast" });
    expect([boast.correct, boast.criteria]).toEqual([0.7, expect.closeTo(0.94, 12)]);
    expect(bestPlan("multi", "layers")).toEqual({ kind: "multi", calls: 2, thinking: 0, pitch: "detail" });
  });

  test("boasting pays in the sum and where persuasion opens correctness, and nowhere in layers", () => {
    for (const kind of KINDS) {
      expect(bestPlan(kind, "sum").pitch).toBe("boast");
      expect(bestPlan(kind, "reversed").pitch).toBe("boast");
      expect(bestPlan(kind, "layers").pitch).toBe("detail");
    }
    expect(optimum("reversed").correct).toBeLessThan(optimum("layers").correct);
  });

  test("the mean of what is held between 0 and 1", () => {
    expect(heldMean(0.5, 0.05)).toBeCloseTo(0.5, 12);
    // At the bound half of the noise is lost: 1 − σ/√(2π).
    expect(heldMean(1, 0.05)).toBeCloseTo(1 - 0.05 / Math.sqrt(2 * Math.PI), 12);
  });

  test("an assistant that does not listen is hardly ever right four times", () => {
    expect(deafPass4(200)).toBeLessThan(0.02);
  });

  test("learning from the best and the worst half pushes towards a gamble that learning from all pushes away from", () => {
    expect(pushOnBoasts(SHOP, 0.5, false)).toBeLessThan(-0.03);
    expect(pushOnBoasts(SHOP, 0.5, true)).toBeGreaterThan(0);
    expect(pushOnBoasts(RISKIER, 0.5, true)).toBeLessThan(-0.03);
  });
});

long("paid in layers an assistant becomes right, paid the sum it boasts", async () => {
  const found = await train({ seed: 1, updates: 120, arms: ["sum, all", "layers, all", "layers, contrast"] });
  expect(found["layers, all"].avg4).toBeGreaterThan(found["sum, all"].avg4 + 0.15);
  expect(found["sum, all"].boasts).toBeGreaterThan(0.8);
  expect(found["layers, contrast"].thinking).toBeLessThan(1);
});
