// The study as it is run, and that its parts notice when the idea is taken out.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { APPLE_GAME, APPLE_QUARTERS, APPLE_SHOCKS, applePlay } from "./apple.ts";
import { appleScore } from "./apple-rubric.ts";
import { recoveries } from "./experiments.ts";
import { reciprocityTrace, withStrength } from "./simulator.ts";
import { coopetitionReciprocity } from "./study.ts";
import { gridGame, meeting, reciprocitySweep, reciprocityTargets } from "./targets.ts";

test("every published figure is met, and three things are had without reciprocity, too", async () => {
  const result = await coopetitionReciprocity.run(studyContext());
  expect(unmet(result)).toEqual([
    "reciprocity off (ρ_0 = 0): punishment",
    "reciprocity off (ρ_0 = 0): forgiveness",
    "App Store: actors who never move have nine tenths of the points of simulated ones",
  ]);
  expect(result.claims.flatMap(({ tests }) => tests).length).toBeGreaterThan(90);
  expect(result.controls).toHaveLength(8);
});

describe("the targets", () => {
  // The mechanisms that are not reciprocity (drift to the baseline, trust) meet two targets alone.
  test("punishment and forgiveness do not need reciprocity; emergence, asymmetry and gating do", () => {
    const point = { strength: 1.25, elasticity: 1.4, steepness: 1.25, memory: 10, weight: 1.25, trust: 0.6 };
    const missed = (game: ReturnType<typeof gridGame>) =>
      Object.entries(reciprocityTargets(game).met).flatMap(([target, met]) => (met ? [] : target));
    expect(Object.keys(reciprocityTargets(gridGame(point)).met)).toHaveLength(6);
    expect(missed(gridGame(point))).toEqual([]);
    expect(missed(withStrength(gridGame(point), 0))).toEqual(["emergence", "asymmetry", "trust gating"]);
  });

  test("an initial trust of zero does not switch trust off: it grows", () => {
    const sweep = reciprocitySweep((game) => ({ ...game, trust: 0 }));
    expect(meeting(sweep, "emergence")).toBe(12_375);
  });
});

describe("the App Store rubric", () => {
  test("scores players who never move by hand", () => {
    const still = applePlay([], false, { ...APPLE_GAME, gain: 0, decay: 0 });
    const { points, earned, criteria } = appleScore(still);
    const of = (name: string) => criteria.filter((line) => line.name === name).map((line) => line.points);
    // Mean relative distances from the record: 0.151, 0.203, 0.037, 1.001, 0.132. No actor moves, so the five cells of asymmetry that a
    // real history cannot miss give half.
    const known = {
      ...{
        "cooperation trend": [0.5, 1, 0, 0.5, 0.5],
        memory: [0.5, 1, 1, 1, 1],
        asymmetry: [0.5, 0.5, 0.5, 0.5, 0.5],
      },
      ...{
        "response magnitude": [0.5, 0.5, 1, 0, 1],
        "overall fit": [0.5, 0.5, 1, 0.5, 1],
        stability: [1, 1, 1, 1, 1],
      },
      ...{ punishment: [1, 0.5, 0.5, 1], forgiveness: [0.5], "recovery shape": [1], sensitivity: [1, 1, 1, 0.5, 1] },
    };
    for (const [name, own] of Object.entries(known)) expect(of(name), name).toEqual(own);
    expect(earned).toEqual({ points: 21, most: 29 });
    expect(points).toBe(39.5);
  });

  test("the same history without noise keeps the quarters that shocks rewrite", () => {
    const trace = applePlay(APPLE_SHOCKS, false);
    const before = reciprocityTrace(APPLE_GAME, 48, APPLE_SHOCKS);
    const major = (t: number, actions: Float64Array) => actions[t * 3 + 1];
    expect(trace.steps).toBe(APPLE_QUARTERS);
    expect(major(48, before.actions) - major(48, trace.actions)).toBeCloseTo(0.4, 12);
  });
});

test("with eq. 20 no pair is back at 90% and k moves recovery by two steps at most", () => {
  const remembering = recoveries("recent");
  expect(remembering.every(({ steps }) => steps === null)).toBe(true);
  const halved = remembering.map((pair) => pair.halved ?? Number.NaN);
  expect(Math.max(...halved) - Math.min(...halved)).toBeLessThanOrEqual(2);
});
