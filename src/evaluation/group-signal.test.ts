import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { creditOfSuccess, groupSignal, groupSizeFor, signalPerRollout } from "./group-signal.ts";

// Figures that go with arXiv 2511.06307's group sizes.
test.each([
  [0.02, 8, 0.149],
  [0.02, 64, 0.726],
  [0.005, 8, 0.039],
  [0.005, 64, 0.274],
])("pass rate %f, %i answers: %f of the groups teach", (rate, group, expected) => {
  expect(Math.abs(groupSignal(rate, group) - expected)).toBeLessThan(6e-4);
});

test("two answers differ with chance 2p(1 − p); a lone one, and what always or never passes, teach nothing", () => {
  expect(groupSignal(0.3, 2)).toBeCloseTo(0.42, 14);
  for (const [rate, group] of [
    [0.3, 1],
    [0, 8],
    [1, 8],
  ]) {
    expect(groupSignal(rate, group)).toBeCloseTo(0, 14);
  }
});

const rates = fc.double({ min: 0.001, max: 0.999, noNaN: true });

law.prop([rates, fc.integer({ min: 2, max: 100 })])(
  "rises with the group and is the same for passes and failures; from pairs on, an answer's share of it does not rise",
  (rate, group) => {
    expect(groupSignal(rate, group + 1)).toBeGreaterThanOrEqual(groupSignal(rate, group));
    expect(groupSignal(1 - rate, group)).toBeCloseTo(groupSignal(rate, group), 12);
    expect(signalPerRollout(rate, group + 1)).toBeLessThanOrEqual(signalPerRollout(rate, group) + 1e-12);
  },
);

law.prop([rates, fc.double({ min: 0.01, max: 0.99, noNaN: true })])(
  "so many answers are enough for a success, and one fewer are not",
  (rate, chance) => {
    const group = groupSizeFor(rate, chance);
    expect(1 - (1 - rate) ** group).toBeGreaterThanOrEqual(chance - 1e-9);
    if (group > 1) expect(1 - (1 - rate) ** (group - 1)).toBeLessThan(chance + 1e-9);
  },
);

test("what never passes needs infinitely many answers, what always does one; a rare success is credited much", () => {
  expect(groupSizeFor(0, 0.9)).toBe(Number.POSITIVE_INFINITY);
  expect(groupSizeFor(1, 0.9)).toBe(1);
  expect(groupSizeFor(0.02, 0.9)).toBe(114);
  expect(creditOfSuccess(1 / 8)).toBeCloseTo(Math.sqrt(7), 12);
  expect(creditOfSuccess(1 / 64)).toBeCloseTo(Math.sqrt(63), 12);
});
