// Points of the plane: densities, moments and what is right, against draws of the painter.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { episodeRunner } from "../../play/episode.ts";
import { pointMixture, points } from "./points.ts";

const settings = { captions: 2, modes: 8, deviation: 0.12, ratio: 3 };

/** Outcomes of a point: density, right, side. */
function outcomesOf(at: readonly [number, number], parameters: object = {}): number[] {
  const runner = episodeRunner(points.make(parameters));
  runner.begin(Random.of(1, "points"));
  runner.episode.actions.set(at);
  runner.step();
  return Array.from(runner.episode.outcomes);
}

test("the density integrates to 1 over the plane", () => {
  const step = 0.1;
  let total = 0;
  for (let x = -2.5; x <= 2.5; x += step) {
    for (let y = -2.5; y <= 2.5; y += step) total += Math.exp(outcomesOf([x, y], { deviation: 0.2 })[0]) * step * step;
  }
  expect(total).toBeCloseTo(1, 3);
});

test("the first centre of a ring is drawn as much more often than the last as the ratio says, and shares sum to 1", () => {
  const { weights, fits, count } = pointMixture(settings);
  const shares = new Float64Array(count);
  weights(Float32Array.of(0, 1), 0, shares);
  expect(shares.slice(0, 8).every((one) => one === 0)).toBe(true);
  expect(shares[8] / shares[15]).toBeCloseTo(3, 9);
  expect(shares[9] / shares[10]).toBeCloseTo(shares[8] / shares[9], 9);
  expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  for (let id = 0; id < count; id++) expect(fits(Float32Array.of(0, 1), 0, id)).toBe(id >= 8);
});

test("of the painter's points .989 are right, and a far one is neither right nor dense", () => {
  const world = points.make({});
  const runner = episodeRunner(world);
  const painter = world.spec.oracles?.painter?.play(0);
  let right = 0;
  for (let k = 0; k < 2000; k++) {
    runner.begin(Random.of(k, "painter"));
    painter?.reset(Random.of(k, "hand"));
    painter?.act(runner.episode.look(), runner.episode.actions);
    runner.step();
    right += runner.episode.outcomes[1] / 2000;
  }
  expect(Math.abs(right - (1 - Math.exp(-4.5)))).toBeLessThan(0.008);
  const [density, isRight, side] = outcomesOf([4, 4]);
  expect(density).toBeGreaterThanOrEqual(world.spec.channels[0].low);
  expect([isRight, side]).toEqual([0, 4]);
});

test("the scene shows all centres and, once it is drawn, the point", () => {
  const world = points.make({ captions: 3, modes: 5 });
  const runner = episodeRunner(world);
  runner.begin(Random.of(1, "points"));
  const before = world.scene?.(undefined);
  runner.episode.actions.set([9, 0]);
  runner.step();
  const after = world.scene?.(undefined);
  expect([before?.shapes.length, after?.shapes.length]).toEqual([16, 17]);
  expect(after?.caption).toMatch(/^A point at 4, 0 to ring/);
});
