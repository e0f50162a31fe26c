// The propositions as the study checks them, and with `LONG=1` what training makes of a tie.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { halfBound, uniqueOptimum, unreachable } from "./one-choice.ts";
import { exactChecks, policyCliff } from "./study.ts";

describe("the propositions", () => {
  test("hold", () => {
    const checks = exactChecks(legacyContext(), 500);
    expect(checks.filter((check) => !check.pass)).toEqual([]);
    expect(checks.length).toBeGreaterThan(35);
  });

  test("have controls that fail", () => {
    expect([uniqueOptimum(), unreachable(), halfBound()].map(({ failed }) => failed)).toEqual([true, true, true]);
  });

  test("stop when they are told to", () => {
    expect(() => exactChecks(legacyContext({ signal: AbortSignal.abort() }), 500)).toThrow();
  });
});

test.skipIf(process.env.LONG !== "1")(
  "a hundredth of a point turns a trained writer round",
  { timeout: 600_000 },
  async () => {
    const { checks, controls } = await policyCliff.run(legacyContext({ seeds: 2 }));
    const apart = checks.find(({ name }) => name.includes("share of brackets with +0.01 less that with −0.01"));
    expect(apart?.pass).toBe(true);
    expect(controls.map(({ failed }) => failed)).toEqual([true, true, true, true]);
  },
);
