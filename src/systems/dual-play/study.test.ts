// What holds without training, and with `LONG=1` what one seed shows.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { exactChecks } from "./exact-checks.ts";
import { bestDifficulty, meanWorth } from "./game.ts";
import { dualPlayStudy } from "./study.ts";

describe("the exact part", () => {
  test("holds", () => {
    const checks = exactChecks();
    expect(checks).toHaveLength(6);
    expect(checks.filter(({ pass }) => !pass)).toEqual([]);
  });

  test("the game's mean is by the binomial distribution: with two answers, worth 0, 0.8 and 0.3", () => {
    for (const p of [0, 0.3, 1]) {
      expect(meanWorth(p, 2)).toBeCloseTo(2 * p * (1 - p) * 0.8 + p * p * 0.3, 12);
    }
    // 1.6·p − 1.3·p² is largest at p = 8/13.
    expect(bestDifficulty(2, 1000)).toBeCloseTo(1 - 8 / 13, 3);
  });
});

test.skipIf(process.env.LONG !== "1")(
  "trained: without the validity gate stated answers become false, and coins teach nothing",
  { timeout: 900_000 },
  async () => {
    const { controls } = await dualPlayStudy.run(legacyContext({ seeds: 2 }));
    expect(controls.map(({ failed }) => failed)).toEqual([true, true]);
  },
);
