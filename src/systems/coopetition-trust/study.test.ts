// The study as a whole, and the pieces that its checks stand on.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { TRUST_DEFAULTS } from "../../environments/coopetition/trust.ts";
import { caseHistory, caseVariants, scoreHistory } from "./alliance.ts";
import { payTotals } from "./conduct.ts";
import { coopetitionTrust } from "./study.ts";
import { measureTrust, sweepTrust, trustGrid } from "./sweep.ts";

test("every figure comes out and every control fails", async () => {
  const result = await coopetitionTrust.run(studyContext());
  expect(unmet(result)).toEqual([]);
  expect(result.claims.length).toBeGreaterThan(30);
  expect(result.controls).toHaveLength(5);
});

describe("sweep", () => {
  test("κ would change nothing: the measures do not hear it", () => {
    const measured = [0.5, 1.5].map((sensitivity) => measureTrust({ ...TRUST_DEFAULTS, sensitivity }, "gap"));
    expect(measured[0]).toEqual(measured[1]);
  });

  test("dependency is (1 + 0.8ξ)/(1 + 0.2ξ) exactly", () => {
    // TR-2 eq. 8: erosion is proportional to 1 + ξD.
    const expected = trustGrid.amplification.map((xi) => (1 + 0.8 * xi) / (1 + 0.2 * xi));
    sweepTrust("product").forEach(({ dependency }, k) => {
      expect(dependency).toBeCloseTo(expected[k % 5], 12);
    });
  });

  test("the gap rule never recovers faster than the product rule", () => {
    // λ+·s·(1−R−T) ≤ λ+·s·(1−T)(1−R) for T, R in [0, 1].
    const product = sweepTrust("product");
    const gap = sweepTrust("gap");
    gap.forEach(({ hysteresis35 }, k) => {
      expect(hysteresis35).toBeLessThanOrEqual(product[k].hysteresis35);
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
  // Coopetition-Gym v1, TrustDilemma-v0 under script C.
  const { withOldTrust } = payTotals();
  expect(Math.abs(withOldTrust - 3055.07) / 3055.07).toBeLessThan(1e-5);
});
