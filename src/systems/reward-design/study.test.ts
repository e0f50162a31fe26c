// The study as a whole: what comes out, and what honestly does not.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { statusOf } from "../../study/legacy.ts";
import { rewardDesign } from "./study.ts";

describe("study", () => {
  test("checks, controls, and the four that do not come out", async () => {
    const result = await rewardDesign.run(legacyContext());
    expect(result.controls.filter((control) => !control.failed)).toEqual([]);
    expect(result.controls).toHaveLength(3);
    const failing = result.checks.filter((check) => !check.pass).map((check) => check.name);
    expect(failing).toEqual([
      // 52% at the median of 20 seeds: exploration noise at α = 0.5 and slips make this first passage late in every arm.
      "four rooms: median episodes until the greedy choice is optimal on its way from the start, no move slipping, design B=5",
      // Invariance alone leaves the reward open; the corner that the solver ends in happens to teach well here.
      "four rooms: area under the return from 5 first policies, adaptive against invariance only",
      // Self-supervised shaping is slow, not stuck: a single lucky episode is remembered in φ for good.
      "chain: shaping only, return of the last tenth",
      "chain with distractor: shaping only, return of the last tenth",
    ]);
    expect(result.checks.length).toBeGreaterThan(20);
    expect(statusOf(result)).toBe("partly");
  });

  test("it stops when asked to", async () => {
    await expect(rewardDesign.run(legacyContext({ signal: AbortSignal.abort() }))).rejects.toThrow();
  });
});
