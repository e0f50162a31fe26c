// The study as a whole, and the pieces that its checks stand on.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { TRUST_DEFAULTS } from "../../environments/coopetition/trust.ts";
import { statusOf } from "../../study/legacy.ts";
import { caseHistory, caseVariants } from "./renault-nissan-case.ts";
import { coopetitionTrust } from "./study.ts";
import { scoreHistory } from "./trust-case-checks.ts";
import { payTotals } from "./trust-conduct.ts";
import { measureTrust, sweepTrust, trustGrid } from "./trust-sweep.ts";

describe("study", () => {
  test("every figure comes out and every control fails", async () => {
    const result = await coopetitionTrust.run(legacyContext());
    expect(result.checks.filter((check) => !check.pass)).toEqual([]);
    expect(result.controls.filter((control) => !control.failed)).toEqual([]);
    expect(result.checks.length).toBeGreaterThan(40);
    expect(statusOf(result)).toBe("reproduced");
  });

  test("it stops when asked to", () => {
    expect(() => coopetitionTrust.run(legacyContext({ signal: AbortSignal.abort() }))).toThrow();
  });
});

describe("sweep", () => {
  test("κ would change nothing: the measures do not hear it", () => {
    const rule = { building: "gap", alwaysDecay: false } as const;
    const measured = [0.5, 1.5].map((sensitivity) => measureTrust({ ...TRUST_DEFAULTS, sensitivity }, rule));
    expect(measured[0]).toEqual(measured[1]);
  });

  test("dependency is (1 + 0.8ξ)/(1 + 0.2ξ) exactly", () => {
    // TR-2 eq. 8: erosion is proportional to 1 + ξD.
    const { dependency } = sweepTrust({ building: "product", alwaysDecay: false });
    const expected = trustGrid.amplification.map((xi) => (1 + 0.8 * xi) / (1 + 0.2 * xi));
    dependency.forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k % 5], 12);
    });
  });

  test("the gap rule never recovers faster than the product rule", () => {
    // λ+·s·(1−R−T) ≤ λ+·s·(1−T)(1−R) for T, R in [0, 1].
    const product = sweepTrust({ building: "product", alwaysDecay: false });
    const gap = sweepTrust({ building: "gap", alwaysDecay: false });
    gap.hysteresis35.forEach((value, k) => {
      expect(value).toBeLessThanOrEqual(product.hysteresis35[k]);
    });
  });
});

describe("Renault-Nissan", () => {
  test("seventy-nine steps in five phases", () => {
    const { phases, meanTrust } = caseHistory(caseVariants.old);
    expect(phases.map((phase) => phase.end)).toEqual([12, 52, 56, 71, 79]);
    expect(meanTrust.length).toBe(80);
    // Diagonal entries 1 and 0.55 and both initial trusts.
    expect(meanTrust[0]).toBeCloseTo((1 + 0.5 + 1 + 0.55) / 4, 15);
  });

  test("ten points come without evidence", () => {
    const score = scoreHistory(caseHistory(caseVariants.new));
    expect(score.points - score.earned.points).toBe(10);
    expect(score.most).toBe(60);
  });

  test("turned round, trust moves against the signals in every phase", () => {
    const score = scoreHistory(caseHistory(caseVariants.new, (signal) => -signal));
    expect(score.categories.get("behaviour")?.points).toBe(0);
  });
});

test("pay with the trust of before the step is what an independent run of the old order gives", () => {
  // Coopetition-Gym v1, TrustDilemma-v0 under script C: 2972.145 with new trust, 3055.07 with old.
  const { paid, withOldTrust } = payTotals();
  expect(Math.abs(paid - 2972.145) / 2972.145).toBeLessThan(1e-5);
  expect(Math.abs(withOldTrust - 3055.07) / 3055.07).toBeLessThan(1e-5);
});
