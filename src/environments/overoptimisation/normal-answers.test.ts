// Closed forms of normal answers against simulated ones.

import { expect, test } from "vitest";
import { normalLaw } from "../../../test/fixtures/normal-law.ts";
import { Random } from "../../core/random.ts";
import { bestOfNCurve, tiltCurveAt } from "../../evaluation/overoptimisation/pressure-curve.ts";
import {
  drawnNormalAnswers,
  drawnNormalWorld,
  goldScore,
  learnedProxy,
  linearScore,
  type NormalWorld,
  scoresOf,
} from "./normal-answers.ts";

test("a pool's tilts and best-of-n approximate the closed forms, with different curvatures per dimension", () => {
  const world: NormalWorld = { taste: Float64Array.of(1, 0.5, -0.3), curvature: Float64Array.of(0.3, 0, 0.1) };
  const weights = Float64Array.of(2, 1, 0);
  const answers = drawnNormalAnswers(100_000, new Float64Array(3), Random.of(8, "answers"));
  const pool = {
    proxy: scoresOf(answers, 3, (all, at) => linearScore(weights, all, at)),
    gold: scoresOf(answers, 3, (all, at) => goldScore(world, all, at)),
  };
  const law = normalLaw(world, weights);
  const [point] = tiltCurveAt([pool], [1]);
  expect(Math.abs(point.gold - (law.alpha - law.beta))).toBeLessThan(0.04);
  expect(Math.abs(point.proxy - law.slope)).toBeLessThan(0.06);
  const [best] = bestOfNCurve([pool], [64]);
  expect(Math.abs(best.gold - law.bestOf(64))).toBeLessThan(0.06);
  // The proxy's direction is ŵ = (2, 1, 0)/√5.
  expect(law.alpha).toBeCloseTo((Math.SQRT2 * 2.5) / Math.sqrt(5), 12);
  expect(law.beta).toBeCloseTo(2 * 0.3 * 0.8, 12);
  expect(law.bestOf(1)).toBeCloseTo(0, 12);
});

test("a proxy learned from many comparisons has the direction of the taste without curvature, and weight 0 elsewhere", () => {
  const world = drawnNormalWorld(5, 0, Random.of(8, "world"));
  expect(linearScore(world.taste, world.taste)).toBeCloseTo(1, 12);
  const score = (answers: Float64Array, at: number) => goldScore(world, answers, at);
  const proxy = learnedProxy({ pairs: 20_000, centre: new Float64Array(5), score }, 5, Random.of(8, "pairs"));
  for (const [k, weight] of proxy.entries()) expect(Math.abs(weight - world.taste[k])).toBeLessThan(0.06);
  const blind = learnedProxy({ pairs: 500, centre: new Float64Array(5), score }, 2, Random.of(8, "pairs"));
  expect([...blind.slice(2)]).toEqual([0, 0, 0]);
  expect(
    drawnNormalAnswers(1000, Float64Array.of(50, -50), Random.of(1)).every((x, k) => x > 0 === (k % 2 === 0)),
  ).toBe(true);
});
