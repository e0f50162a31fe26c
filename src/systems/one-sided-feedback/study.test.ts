// The study's exact parts, that what is broken is found, and the bounds that hold at any length; the whole study with LONG=1.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { seedsOf } from "../../study/study.ts";
import { playSeed } from "./arms.ts";
import { armClaims } from "./claims.ts";
import { exactControls, exactEquations, largestBias } from "./exact.ts";
import { oneSidedFeedback } from "./study.ts";

describe("one-sided feedback", () => {
  test.each([1, 2])("costs, estimates, panels and the store, seed %i; without the idea they are wrong", (seed) => {
    expect(unmet({ claims: exactEquations(seed, 50), controls: exactControls(seed, 50) })).toEqual([]);
    expect(largestBias(seed, 50, "missing as negative")).toBeGreaterThan(0.1);
  });

  test("every violation is at least ε apart from the fair optimum, at any length and for every learner", async () => {
    const played = await playSeed({ seed: 3, rounds: 400 });
    expect(Object.values(played).some(({ violations }) => violations.some((rate) => rate > 0))).toBe(true);
    const kept = (one: typeof played) => ({
      claims: armClaims([one], 400).claims.filter(({ kind }) => kind === "equation"),
    });
    expect(kept(played).claims).toHaveLength(2);
    expect(unmet(kept(played))).toEqual([]);
    const spoilt = { ...played, "C = 0": { ...played["C = 0"], leastGap: 0.04 } };
    expect(unmet(kept(spoilt))).toEqual([kept(played).claims[0].name]);
    expect(await playSeed({ seed: 3, rounds: 400 })).toEqual(played);
  });
});

// Minutes under the test runner: the suite keeps to what is above, `LONG=1 npx vitest run src/systems` runs this too.
describe.skipIf(process.env.LONG === undefined)("the study", () => {
  test("shows all it claims, and its controls fail", async () => {
    const result = await oneSidedFeedback.run(studyContext({ seeds: seedsOf(oneSidedFeedback, false) }));
    expect(unmet(result)).toEqual([]);
    expect(result.controls).toHaveLength(4);
  });
});
