// Bandits obey the laws of every world, pay what they say, and know the regret.

import { describe, expect, test } from "vitest";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { estimate, wilson } from "../../evaluation/interval.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { deviation } from "../../evaluation/moments.ts";
import { adversarialBandit, totalGains } from "./adversarial.ts";
import { bernoulliBandit } from "./bernoulli.ts";
import { gaussianBandit } from "./gaussian.ts";

describe.each([
  [bernoulliBandit, {}],
  [bernoulliBandit, { means: [0.1, 0.5, 0.5, 1], horizon: 30 }],
  [bernoulliBandit, { means: [1, 0] }],
  [gaussianBandit, {}],
  [gaussianBandit, { means: [3, -2], deviation: 0, horizon: 10 }],
  [adversarialBandit, {}],
  [adversarialBandit, { gains: [[0.2, 0.4, 1]], hold: 3, horizon: 50 }],
] as const)("$id with %j", (entry, parameters) => {
  test.each(environmentLaws(() => entry.make(parameters)))("$law", ({ detail, pass }) => {
    expect(pass, detail).toBe(true);
  });
});

/** Payoffs and regrets of one arm pulled all the time. */
function pulled(entry: typeof bernoulliBandit, parameters: object, arm: number): { paid: number[]; regret: number[] } {
  const world = entry.make(parameters);
  const outcomes = new Float64Array(world.spec.channels.length);
  const random = Random.of(1, "pulled", arm);
  world.reset(random, outcomes);
  const rows = Array.from({ length: world.spec.horizon }, () => {
    world.step(Float64Array.of(arm), outcomes, random);
    return [outcomes[0], outcomes[1]];
  });
  return { paid: rows.map(([payoff]) => payoff), regret: rows.map(([, regret]) => regret) };
}

test("a Bernoulli arm pays 1 as often as it says, and its regret is the gap", () => {
  const parameters = { means: [0.9, 0.6], horizon: 20_000 };
  for (const [arm, mean] of parameters.means.entries()) {
    const { paid, regret } = pulled(bernoulliBandit, parameters, arm);
    const share = wilson(paid.filter((x) => x === 1).length, paid.length, 0.999);
    expect(share.low).toBeLessThan(mean);
    expect(share.high).toBeGreaterThan(mean);
    expect(new Set(paid)).toEqual(new Set([0, 1]));
    expect(regret.every((r) => Math.abs(r - (0.9 - mean)) < 1e-15)).toBe(true);
  }
});

test("a Gaussian arm has its mean and its deviation", () => {
  const { paid, regret } = pulled(gaussianBandit, { means: [1, -2], deviation: 3, horizon: 20_000 }, 1);
  const mean = estimate(paid, 0.999);
  expect(mean.low).toBeLessThan(-2);
  expect(mean.high).toBeGreaterThan(-2);
  // Five standard errors of a deviation, σ/√(2n).
  expect(Math.abs(deviation(paid) - 3)).toBeLessThan((5 * 3) / Math.sqrt(40_000));
  expect(regret[0]).toBe(3);
});

test("a sequence is paid row by row, round after round, and measured against the best arm of all of it", () => {
  const parameters = {
    gains: [
      [1, 0.25],
      [0, 1],
    ],
    hold: 2,
    horizon: 7,
  };
  expect(totalGains(parameters.gains, 2, 7)).toEqual([4, 3 * 0.25 + 0.25 + 3]);
  const { paid, regret } = pulled(adversarialBandit, parameters, 1);
  expect(paid).toEqual([0.25, 0.25, 1, 1, 0.25, 0.25, 1]);
  expect(regret).toEqual([0.75, 0.75, -1, -1, 0.75, 0.75, -1]);
});

test("rows of different lengths are told", () => {
  expect(() => adversarialBandit.make({ gains: [[1], [0, 1]] })).toThrow(UserError);
});
