// EPIC against its own theorems and against canonical rewards worked out by hand.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { canonicalReward, epicDistance, type TransitionReward } from "./reward-distance.ts";

const coverage = { states: 5, actions: 3, discount: 0.9 };

function randomReward(seed: number): TransitionReward {
  const random = Random.of(seed, "epic test");
  const table = Float64Array.from({ length: 5 * 3 * 5 }, () => random.normal());
  return (s, a, t) => table[(s * 3 + a) * 5 + t];
}

const shaped =
  (reward: TransitionReward, phi: readonly number[], scale = 1): TransitionReward =>
  (s, a, t) =>
    scale * reward(s, a, t) + 0.9 * phi[t] - phi[s];

const potentials = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 5, maxLength: 5 });
const seeds = fc.nat(10_000);

law.prop([seeds, potentials, fc.double({ min: 0.01, max: 100, noNaN: true })], { numRuns: 100 })(
  "scale and shaping are no distance, the opposite is 1",
  (seed, phi, scale) => {
    const reward = randomReward(seed);
    expect(epicDistance(reward, shaped(reward, phi, scale), coverage)).toBeLessThan(1e-9);
    expect(epicDistance(reward, shaped(reward, phi, -1), coverage)).toBeCloseTo(1, 9);
  },
);

law.prop([seeds, seeds, seeds], { numRuns: 100 })("it is symmetric and obeys the triangle", (a, b, c) => {
  const [x, y, z] = [a, b, c].map(randomReward);
  const between = (one: TransitionReward, other: TransitionReward) => epicDistance(one, other, coverage) ?? Number.NaN;
  expect(between(x, y)).toBeCloseTo(between(y, x), 12);
  expect(between(x, z)).toBeLessThanOrEqual(between(x, y) + between(y, z) + 1e-9);
});

test("the canonical form of shaping is zero, and of a reward of one triple is what the definition says", () => {
  const phi = [3, -1, 4, 1, -5];
  for (const value of canonicalReward((s, _, t) => 0.9 * phi[t] - phi[s], coverage)) expect(value).toBeCloseTo(0, 12);
  // R = 1 at (1, 0, 2): E R(1, A, S') = 1/15, E R(S, A, S') = 1/75.
  const one = canonicalReward((s, a, t) => (s === 1 && a === 0 && t === 2 ? 1 : 0), coverage);
  const at = (s: number, a: number, t: number) => one[(s * 3 + a) * 5 + t];
  expect(at(1, 0, 2)).toBeCloseTo(1 - 1 / 15 - 0.9 / 75, 12);
  expect(at(0, 2, 1)).toBeCloseTo(0.9 / 15 - 0.9 / 75, 12);
  expect(at(0, 0, 0)).toBeCloseTo(-0.9 / 75, 12);
});

test("it is √((1 − ρ)/2)", () => {
  const [x, y] = [randomReward(1), randomReward(2)];
  const correlation = pearson(canonicalReward(x, coverage), canonicalReward(y, coverage)) ?? Number.NaN;
  expect(epicDistance(x, y, coverage)).toBeCloseTo(Math.sqrt((1 - correlation) / 2), 12);
});

test("beside a reward that is nothing but shaping there is no distance", () => {
  const phi = [3, -1, 4, 1, -5];
  expect(epicDistance(randomReward(1), (s, _, t) => 0.9 * phi[t] - phi[s], coverage)).toBeNull();
});
