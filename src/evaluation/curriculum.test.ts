// Rates, what is chosen by them, and the stages of a plan, on logs that are written by hand.

import { fc, test as law } from "@fast-check/vitest";
import { dbinom } from "lib-r-math.js";
import { describe, expect, test } from "vitest";
import { Random } from "../core/random.ts";
import {
  easyFocus,
  evenlySpread,
  groupSignal,
  groupSizeFor,
  hardFocus,
  planCurriculum,
  signalPerRollout,
} from "./curriculum.ts";
import { deviation, mean } from "./statistics/moments.ts";
import { largestUnseenRate, passRates } from "./statistics/pass-rates.ts";

/** A log of 20 tries a prompt, of which so many passed. */
const log = (...passed: number[]) => passed.map((count) => Array.from({ length: 20 }, (_, k) => k < count));
const prompts = (chosen: readonly { readonly prompt: number }[]) => chosen.map(({ prompt }) => prompt);

describe("rates", () => {
  test("are shares with their standard errors, of rows of any length", () => {
    const rates = passRates([[true, false, false, true], Uint8Array.of(0, 0), [1]]);
    expect(rates).toEqual([
      { prompt: 0, tries: 4, passed: 2, rate: 0.5, error: 0.25 },
      { prompt: 1, tries: 2, passed: 0, rate: 0, error: 0 },
      { prompt: 2, tries: 1, passed: 1, rate: 1, error: 0 },
    ]);
  });

  test("that were never seen may still be about 3/n", () => {
    expect(largestUnseenRate(64)).toBeCloseTo(0.0457, 4);
    expect((1 - largestUnseenRate(64)) ** 64).toBeCloseTo(0.05, 12);
  });
});

describe("a choice", () => {
  const rates = passRates(log(20, 3, 0, 12, 1, 19, 3));

  test("of hard prompts takes the lowest rates above 0, and ties in their order", () => {
    expect(prompts(hardFocus(rates, { count: 3 }))).toEqual([4, 1, 6]);
    expect(prompts(hardFocus(rates, { count: 99 }))).toEqual([4, 1, 6, 3, 5]);
    expect(prompts(hardFocus(rates, { count: 99, solvedAbove: 0.5 }))).toEqual([4, 1, 6]);
  });

  test("lets prompts go that were kept for too long", () => {
    const practised = new Map([
      [4, 2],
      [1, 1],
    ]);
    expect(prompts(hardFocus(rates, { count: 2, practised }))).toEqual([4, 1]);
    expect(prompts(hardFocus(rates, { count: 2, practised, retention: 2 }))).toEqual([1, 6]);
  });

  test("of easy ones takes the highest below 1", () => {
    expect(prompts(easyFocus(rates, 2))).toEqual([5, 3]);
  });

  test("of all difficulties takes equal distances, both ends included", () => {
    expect(prompts(evenlySpread(rates, 3))).toEqual([0, 1, 2]);
    expect(prompts(evenlySpread(rates, 99))).toHaveLength(7);
    expect(prompts(evenlySpread(rates, 1))).toEqual([1]);
  });
});

describe("a plan", () => {
  const matrix = log(20, 18, 15, 10, 6, 3, 2, 1, 0);

  test("spreads half of the rollouts over all prompts, and the rest over ever fewer hard ones", () => {
    const stages = planCurriculum(matrix, { rollouts: 3200, hardPrompts: [4, 2], hardGroup: 16 });
    expect(stages.map(({ prompts: chosen }) => chosen)).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
      [7, 6, 5, 4],
      [7, 6],
    ]);
    expect(stages.map(({ group, questions, rollouts }) => [group, questions, rollouts])).toEqual([
      [8, 200, 1600],
      [16, 50, 800],
      [16, 50, 800],
    ]);
    expect(stages[2].live).toBeCloseTo((groupSignal(0.05, 16) + groupSignal(0.1, 16)) / 2, 12);
  });

  test("caps how many phases a prompt is kept for, and drops phases that nothing is left for", () => {
    const options = { rollouts: 3200, hardPrompts: [4, 3, 3], hardGroup: 16 };
    const capped = planCurriculum(matrix, { ...options, retention: 1 });
    expect(capped.map(({ prompts: chosen }) => chosen).slice(1)).toEqual([
      [7, 6, 5, 4],
      [3, 2, 1],
    ]);
    expect(capped.map(({ rollouts }) => rollouts)).toEqual([1600, 800, 800]);
  });

  test("of a log without hard prompts is one stage", () => {
    const stages = planCurriculum(log(20, 0), { rollouts: 800 });
    expect(stages).toHaveLength(1);
    expect(stages[0]).toMatchObject({ rollouts: 800, live: 0 });
  });

  test("refuses prompts without tries, and budgets without a group", () => {
    expect(() => planCurriculum([[], [true]], { rollouts: 800 })).toThrow("prompt 0 of the log has no tries");
    expect(() => planCurriculum([], { rollouts: 800 })).toThrow("no prompts");
    expect(() => planCurriculum(matrix, { rollouts: 100 })).toThrow("64 answers");
  });
});

// Figures that go with arXiv 2511.06307's group sizes.
test.each([
  [0.02, 8, 0.149],
  [0.02, 64, 0.726],
  [0.005, 8, 0.039],
  [0.005, 64, 0.274],
])("pass rate %f, %i answers: %f of the groups teach", (rate, group, expected) => {
  expect(Math.abs(groupSignal(rate, group) - expected)).toBeLessThan(6e-4);
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

test("a rate that is estimated by 64 tries has the binomial's mean and deviation", () => {
  const estimates = Array.from({ length: 400 }, (_, draw) => {
    const random = Random.of(draw, "log of tries");
    return passRates([Array.from({ length: 64 }, () => random.uniform() < 0.3)])[0].rate;
  });
  expect(Math.abs(mean(estimates) - 0.3)).toBeLessThanOrEqual(0.01);
  expect(Math.abs(deviation(estimates) / Math.sqrt((0.3 * 0.7) / 64) - 1)).toBeLessThanOrEqual(0.1);
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

test("what never passes needs infinitely many answers, what always does one", () => {
  expect(groupSizeFor(0, 0.9)).toBe(Number.POSITIVE_INFINITY);
  expect(groupSizeFor(1, 0.9)).toBe(1);
  expect(groupSizeFor(0.02, 0.9)).toBe(114);
});
