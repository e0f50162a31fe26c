// What holds without training, and with `LONG=1` what one seed shows.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { bestDifficulty, gameEquations, meanWorth } from "./game.ts";
import { dualPlayStudy } from "./study.ts";

describe("the exact part", () => {
  test("holds", () => {
    const claims = gameEquations(Array.from({ length: 60 }, (_, k) => 901 + k));
    expect(claims).toHaveLength(2);
    expect(unmet({ claims })).toEqual([]);
  });

  test("the game's mean is by the binomial distribution: with two answers, worth 0, 0.8 and 0.3", () => {
    for (const p of [0, 0.3, 1]) {
      expect(meanWorth(p, 2)).toBeCloseTo(2 * p * (1 - p) * 0.8 + p * p * 0.3, 12);
    }
    // 1.6·p − 1.3·p² is largest at p = 8/13.
    expect(bestDifficulty(2, 1000)).toBeCloseTo(1 - 8 / 13, 3);
  });
});

long("trained: without the validity gate stated answers become false, and coins teach nothing", async () => {
  const { controls } = await dualPlayStudy.run(studyContext({ seeds: [901, 902] }));
  // Two seeds leave intervals wide: both are judged by their means.
  const [, dropped, gained] = controls.map(({ tests: [{ figure }] }) => figure.value ?? 0);
  expect(dropped).toBeGreaterThan(0.2);
  expect(gained).toBeLessThan(0.05);
});
