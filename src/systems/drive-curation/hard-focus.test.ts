// What is chosen by pass rates, and what groups teach, against the binomial.

import { fc, test as law } from "@fast-check/vitest";
import { dbinom } from "lib-r-math.js";
import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { passRates } from "../../evaluation/statistics/pass-rates.ts";
import { easyFocus, groupSignal, groupSizeFor, hardFocus, signalPerRollout } from "./hard-focus.ts";

/** A log of 20 tries a prompt, of which so many passed. */
const log = (...passed: number[]) => passed.map((count) => Array.from({ length: 20 }, (_, k) => k < count));
const prompts = (chosen: readonly { readonly prompt: number }[]) => chosen.map(({ prompt }) => prompt);

describe("a choice", () => {
  const rates = passRates(log(20, 3, 0, 12, 1, 19, 3));

  test("of hard prompts takes the lowest rates above 0, and ties in their order", () => {
    expect(prompts(hardFocus(rates, { count: 3 }))).toEqual([4, 1, 6]);
    expect(prompts(hardFocus(rates, { count: 99 }))).toEqual([4, 1, 6, 3, 5]);
    expect(prompts(hardFocus(rates, { count: 99, solvedAbove: 0.5 }))).toEqual([4, 1, 6]);
  });

  test("lets prompts go that were kept for too long", () => {
    const practised = new Map([4, 1].map((prompt, k) => [prompt, 2 - k]));
    expect(prompts(hardFocus(rates, { count: 2, practised }))).toEqual([4, 1]);
    expect(prompts(hardFocus(rates, { count: 2, practised, retention: 2 }))).toEqual([1, 6]);
  });

  test("of easy ones takes the highest below 1", () => {
    expect(prompts(easyFocus(rates, 2))).toEqual([5, 3]);
  });
});

test("a group teaches as often as the binomial's sum says, and as drawn groups do", () => {
  for (const rate of [0.005, 0.02, 0.1, 0.5, 0.9]) {
    for (const group of [2, 8, 64]) {
      const signal = groupSignal(rate, group);
      const mixed = Array.from({ length: group - 1 }, (_, k) => dbinom(k + 1, group, rate));
      expect(Math.abs(signal - mixed.reduce((a, b) => a + b, 0))).toBeLessThanOrEqual(1e-12);
      const random = Random.of(1, "groups", group, rate);
      let live = 0;
      for (let drawn = 0; drawn < 100_000; drawn++) {
        const first = random.uniform() < rate;
        let alike = true;
        // The first answer that differs settles it; the others need not be drawn.
        for (let k = 1; alike && k < group; k++) alike = random.uniform() < rate === first;
        if (!alike) live += 1;
      }
      expect(Math.abs(signal - live / 100_000)).toBeLessThanOrEqual(0.01);
    }
  }
});

test("two answers differ with chance 2p(1 − p); a lone one, and what always or never passes, teach nothing", () => {
  expect(groupSignal(0.3, 2)).toBeCloseTo(0.42, 14);
  const none = [groupSignal(0.3, 1), groupSignal(0, 8), groupSignal(1, 8)];
  for (const signal of none) expect(signal).toBeCloseTo(0, 14);
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

test("what never passes needs infinitely many answers, what always does one", () => {
  expect(groupSizeFor(0, 0.9)).toBe(Number.POSITIVE_INFINITY);
  expect(groupSizeFor(1, 0.9)).toBe(1);
  expect(groupSizeFor(0.02, 0.9)).toBe(114);
});
