// The study's exact parts, that what is broken is found, and the bounds that hold at any length; the whole study with LONG=1.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { playSeed } from "./arms.ts";
import { ARMS, armChecks } from "./checks.ts";
import { exactChecks, exactControls, largestBias } from "./exact-checks.ts";
import { oneSidedFeedback } from "./study.ts";

const failing = (checks: readonly { name: string; pass: boolean }[]) =>
  checks.filter(({ pass }) => !pass).map(({ name }) => name);

describe("one-sided feedback", () => {
  test.each([1, 2])("costs, estimates, panels and the store, seed %i; without the idea they are wrong", (seed) => {
    expect(failing(exactChecks(seed, 50))).toEqual([]);
    expect(exactControls(seed, 50).filter(({ failed }) => !failed)).toEqual([]);
    expect(largestBias(seed, 50, "missing as negative")).toBeGreaterThan(0.1);
  });

  test("every violation is at least ε apart from the fair optimum, at any length and for every learner", async () => {
    const played = await playSeed({ seed: 3, rounds: 400, arms: ARMS });
    expect(played.some(({ violations }) => violations.some((rate) => rate > 0))).toBe(true);
    const { checks } = armChecks(played);
    const kept = checks.filter(({ name }) => name.includes("π*") || name.includes("never") || name.includes("ε·Σ"));
    expect(kept).toHaveLength(2);
    expect(failing(kept)).toEqual([]);
    const spoilt = played.map((one) => (one.name === "C = 0" ? { ...one, leastGap: 0.04 } : one));
    expect(failing(armChecks(spoilt).checks)).toContain(kept[0].name);
    expect(await playSeed({ seed: 3, rounds: 400, arms: ARMS })).toEqual(played);
  });
});

// Minutes under the test runner: the suite keeps to what is above, `LONG=1 npx vitest run src/studies` runs this too.
describe.skipIf(process.env.LONG === undefined)("the study", () => {
  test("shows all it claims, and its controls fail", async () => {
    const { checks, controls } = await oneSidedFeedback.run(legacyContext());
    expect(failing(checks)).toEqual([]);
    expect(controls.filter(({ failed }) => !failed)).toEqual([]);
    expect(controls).toHaveLength(4);
  });
});
