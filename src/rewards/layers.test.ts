// Pay in layers: what is paid where, and that the order decides.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { pays, problemOf } from "../../test/fixtures/outcomes.ts";
import { layers } from "./gate.ts";
import { rewardPlan, rewards } from "./index.ts";

const stack = [
  { channel: "payoff", opens: 1 },
  { channel: "trust", weight: 0.5, opens: 0.6 },
  { channel: "utility", weight: 0.25 },
];

test.each([
  // Below the first gate, above it, above both; bounds are included.
  matrix("0.75 1 | 0.9 0.5 | 1 1 | 0.75 1.25"),
  matrix("1 2 | 0.6 0.59 | 1 1 | 1.55 2.295"),
  matrix("1 0 | 1 1 | -2 4 | 1 0"),
])("of %j, %j and %j: %j", (payoff, trust, utility, expected) => {
  const paid = pays(layers(stack), { payoff, trust, utility });
  for (const [k, one] of expected.entries()) expect(paid[k]).toBeCloseTo(one, 12);
  const declared = rewardPlan({ layers: stack }, rewards);
  expect(pays(declared, { payoff, trust, utility })).toEqual(paid);
});

test("in another order others are paid", () => {
  const values = { payoff: [0.5, 1], trust: [0.9, 0.1], utility: [1, 1] };
  expect(pays(layers(stack), values)).toEqual([0.5, 1.05]);
  const [payoff, trust, utility] = stack;
  const reversed = pays(layers([trust, payoff, utility]), values);
  expect(reversed[0]).toBeCloseTo(0.95, 12);
  expect(reversed[1]).toBeCloseTo(0.05, 12);
});

const share = fc.double({ min: 0, max: 1, noNaN: true });

law.prop([fc.integer({ min: 1, max: 12 }), share, share, share, share, fc.nat()])(
  "with the first gate at 1, a right answer is never paid less than one that misses one of m criteria, at any other layers",
  (m, persuasion, economy, otherPersuasion, otherEconomy, missed) => {
    const met = m - 1 - (missed % m);
    const values = { payoff: [1, met / m], trust: [persuasion, otherPersuasion], utility: [economy, otherEconomy] };
    const [right, wrong] = pays(layers(stack), values);
    expect(right - wrong).toBeGreaterThanOrEqual(1 / m - 1e-12);
  },
);

law.prop([fc.integer({ min: 1, max: 12 })])("in the plain sum it may be paid less, as soon as w₂ + w₃ > w₁/m", (m) => {
  const weights = { payoff: 1, trust: 0.5, utility: 0.25 };
  const [right, wrong] = pays(rewardPlan({ weights }, rewards), {
    payoff: [1, 1 - 1 / m],
    trust: [0, 1],
    utility: [0, 1],
  });
  expect(right < wrong).toBe(0.75 > 1 / m + 1e-12);
});

test("no layers, and a channel that is not there, are refused", () => {
  expect(problemOf(() => layers([]))).toMatchObject({ code: "no-layers" });
  expect(problemOf(() => pays(layers([{ channel: "payoff" }, { channel: "trst" }]), {}))).toMatchObject({
    hint: 'did you mean "trust"?',
  });
  expect(() => rewardPlan({ layers: [] }, rewards)).toThrow();
  expect(() => rewardPlan({ layers: [{ channel: "payoff", opns: 1 }] }, rewards)).toThrow("opns");
});
