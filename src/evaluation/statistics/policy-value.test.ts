import { expect, test } from "vitest";
import { madeBids, OTHER, payoff } from "../../../test/fixtures/own-bids.ts";
import { type Estimate, estimate } from "./interval.ts";
import { mean } from "./moments.ts";
import { policyValue } from "./policy-value.ts";
import { effectiveSample } from "./weights.ts";

/** A simulated log of bids; the evaluated policy always bids 1.6, and `model` predicts the reward of a bid. */
function logged(count: number, seed: number, model: (bid: number) => number, propensity = 1) {
  const log = madeBids(count, seed);
  return {
    rewards: log.map(({ won, value, price }) => (won ? value - price : 0)),
    weights: log.map(({ bid, propensity: drawn }) => (bid === OTHER ? 1 / (propensity * drawn) : 0)),
    model: { made: log.map(({ bid }) => model(bid)), other: log.map(() => model(OTHER)) },
  };
}

const width = ({ low, high }: Estimate) => (high ?? 0) - (low ?? 0);
const holds = ({ low, high }: Estimate, value: number) => low !== null && high !== null && low < value && value < high;

test("four decisions computed by hand", () => {
  const estimates = policyValue({
    rewards: [1, 0, 2, 5],
    weights: [2, 0, 4, 0],
    model: { made: [1, 1, 1, 1], other: [2, 2, 3, 3] },
  });
  expect(estimates.ips.mean).toBeCloseTo((2 + 8) / 4, 12);
  expect(estimates.selfNormalised.mean).toBeCloseTo(10 / 6, 12);
  expect(estimates.model).toBeCloseTo(2.5, 12);
  // Doubly robust values: 2, 2, 3 + 4·1, 3.
  expect(estimates.doublyRobust).toEqual(estimate([2, 2, 7, 3]));
  expect(estimates.gain).toEqual(estimate([1, 2, 5, -2]));
  expect(estimates.logged.mean).toBe(2);
  expect(estimates.meanWeight.mean).toBe(1.5);
  expect(estimates.effectiveSample).toBeCloseTo(36 / 20, 12);
  expect(effectiveSample([3, 3, 3])).toBeCloseTo(3, 12);
});

test("a log without overlap with the other policy gives no estimate", () => {
  const {
    ips,
    selfNormalised,
    doublyRobust,
    gain,
    model,
    effectiveSample: size,
  } = policyValue({ rewards: [1, 2], weights: [0, 0], model: { made: [1, 1], other: [2, 2] } });
  for (const value of [ips, selfNormalised, doublyRobust, gain]) expect(value?.mean).toBeNull();
  expect([size, model]).toEqual([0, 2]);
  expect(() => policyValue({ rewards: [1], weights: [1, 2] })).toThrow("1 rewards beside 2 numbers");
});

test("estimates are unbiased, intervals cover the value, and a good model narrows them", () => {
  const truth = payoff(OTHER);
  const trials = 400;
  const held = { ips: 0, selfNormalised: 0, doublyRobust: 0 };
  const sums = { ips: 0, selfNormalised: 0, doublyRobust: 0 };
  let narrower = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { ips, selfNormalised, doublyRobust = ips } = policyValue(logged(400, 3000 + trial, payoff));
    for (const [name, value] of Object.entries({ ips, selfNormalised, doublyRobust })) {
      if (name !== "ips" && name !== "selfNormalised" && name !== "doublyRobust") continue;
      sums[name] += (value.mean ?? 0) / trials;
      if (holds(value, truth)) held[name] += 1 / trials;
    }
    if (width(doublyRobust) < width(ips)) narrower += 1;
  }
  for (const name of ["ips", "selfNormalised", "doublyRobust"] as const) {
    expect(Math.abs(sums[name] - truth)).toBeLessThan(0.03);
    expect(held[name]).toBeGreaterThan(0.92);
    expect(held[name]).toBeLessThan(0.98);
  }
  expect(narrower).toBeGreaterThan(0.97 * trials);
});

test("doubly robust estimates are unbiased with right weights or a right model, and biased without both", () => {
  const truth = payoff(OTHER);
  const wrong = (bid: number) => 0.5 * payoff(bid) + 0.3;
  const averaged = (model: (bid: number) => number, propensity: number) =>
    mean(
      Array.from({ length: 30 }, (_, trial) => {
        const { doublyRobust } = policyValue(logged(2000, 5000 + trial, model, propensity));
        return doublyRobust?.mean ?? Number.NaN;
      }),
    );
  expect(Math.abs(averaged(wrong, 1) - truth)).toBeLessThan(0.03);
  expect(Math.abs(averaged(payoff, 2) - truth)).toBeLessThan(0.03);
  const { ips } = policyValue(logged(20_000, 1, payoff, 2));
  expect(Math.abs((ips.mean ?? 0) - truth)).toBeGreaterThan(0.3);
  expect(Math.abs(averaged((bid) => payoff(bid) + 0.5, 2) - truth)).toBeGreaterThan(0.15);
});
