// Moves along a learnt reward: what they promise and gain is that of the closed form, and labels decide how long both agree.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { normalLaw } from "../../../test/fixtures/normal-law.ts";
import { Random } from "../../core/random.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { rounds } from "./rounds.ts";

test.each([
  { horizon: 3 },
  { horizon: 4, dimensions: 5, seen: 2, labels: "fresh", comparisons: 50 },
  { horizon: 4, dimensions: 3, seen: 3, labels: "its own", comparisons: 1, curvature: 0 },
])("overoptimisation/rounds with %j satisfies every law", (parameters) => {
  expect(environmentLaws(() => rounds.make(parameters)).filter(({ pass }) => !pass)).toEqual([]);
});

test("a reward sees no more features than there are", () => {
  expect(() => rounds.make({ dimensions: 3, seen: 4 })).toThrow("must not exceed dimensions");
});

/** Sums of an episode's channels by name, where each round goes as far as `distance` of the seven. */
function played(parameters: object, distance: number, seed = 4): Record<string, number> {
  const world = rounds.make(parameters);
  const { channels, horizon } = world.spec;
  const { outcomes, step } = byHand(world, Random.of(seed, "environment"));
  const sums = channels.map(() => 0);
  for (let round = 0; round < horizon; round++) {
    step(distance);
    for (const k of sums.keys()) sums[k] += outcomes[k];
  }
  return Object.fromEntries(channels.map(({ name }, k) => [name, sums[k]]));
}

/** Means of a channel over worlds. */
const mean = (channel: string, parameters: object, distance: number): number =>
  Array.from({ length: 12 }, (_, seed) => played(parameters, distance, 50 + seed)[channel]).reduce(
    (sum, x) => sum + x / 12,
    0,
  );

describe("an optimiser", () => {
  test.each([4, 16])("of a reward that sees %i of 16 features gains d(α − βd) and is promised a line", (seen) => {
    const world = rounds.make({ seen });
    const { outcomes, step } = byHand(world, Random.of(9, "environment"));
    const taste = world.state.views.taste.slice();
    const learnt = world.state.views.learnt.slice();
    const law = normalLaw({ taste, curvature: new Float64Array(16).fill(0.2) }, learnt);
    let [promised, gained] = [0, 0];
    for (const round of [1, 2, 3, 4, 5]) {
      step(3);
      promised += outcomes[0];
      gained += outcomes[1];
      const d = 0.75 * round;
      expect(gained).toBeCloseTo(d * (law.alpha - law.beta * d), 9);
      expect(promised).toBeCloseTo(law.slope * d, 9);
      expect(learnt.slice(seen).every((weight) => weight === 0)).toBe(true);
    }
  });

  test("is at a KL of the square of its distance, and where it stands still nothing changes", () => {
    const { divergence, moved } = played({ horizon: 4 }, 4);
    expect(divergence).toBeCloseTo(16, 9);
    expect(moved).toBe(4);
    expect(Object.values(played({}, 0))).toEqual([0, 0, 0, 0, 0]);
  });

  test("gains more by fresh labels than by those of the reward itself, and than by none", () => {
    const [fresh, own, none] = ["fresh", "its own", "none"].map((labels) => mean("gold", { labels }, 3));
    expect(fresh).toBeGreaterThan(none);
    expect(fresh).toBeGreaterThan(own);
  });

  test("loses by going far where worth has a peak, and never where it has none", () => {
    const far = (curvature: number) => mean("gold", { curvature, horizon: 8 }, 6);
    expect(far(0.2)).toBeLessThan(0);
    expect(far(0)).toBeGreaterThan(mean("gold", { curvature: 0, horizon: 8 }, 3));
  });
});
