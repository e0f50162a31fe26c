// Bounds and verdicts at their ends: where an interval lies beside a threshold.

import { describe, expect, test } from "vitest";
import * as bounds from "./bound.ts";
import { difference, exact, type Figure, geometricRatio, inWords, percent, sampled, share } from "./figure.ts";
import { all, any, statusOf } from "./verdict.ts";

const { verdictOf } = bounds;
const interval = (low: number | null, high: number | null): Figure => ({ value: 0.5, low, high, n: 5 });

describe("a sampled figure is judged by its whole interval", () => {
  test.each([
    [bounds.atLeast(0.3), interval(0.3, 0.7), "holds"],
    [bounds.atLeast(0.3), interval(0.2, 0.7), "undecided"],
    [bounds.atLeast(0.3), interval(0.1, 0.29), "fails"],
    [bounds.above(0.3), interval(0.3, 0.7), "undecided"],
    [bounds.above(0.3), interval(0.1, 0.3), "fails"],
    [bounds.atMost(0.3), interval(0.1, 0.3), "holds"],
    [bounds.below(0.3), interval(0.3, 0.4), "fails"],
    [bounds.within(-0.1, 0.1), interval(-0.1, 0.1), "holds"],
    [bounds.within(-0.1, 0.1), interval(-0.2, 0.2), "undecided"],
    [bounds.within(-0.1, 0.1), interval(0.11, 0.2), "fails"],
    [bounds.agreeingWith(0.5), interval(0.4, 0.6), "holds"],
    [bounds.agreeingWith(0.7), interval(0.4, 0.6), "fails"],
    [bounds.atLeast(0.3), interval(null, null), "undecided"],
  ] as const)("%o, %o: %s", (bound, figure, verdict) => expect(verdictOf(figure, bound)).toBe(verdict));

  test("one seed decides nothing, whatever its value", () => {
    expect(verdictOf(sampled([0.9]), bounds.atLeast(0.3))).toBe("undecided");
    expect(verdictOf(difference([0.9], [0.1]), bounds.above(0))).toBe("undecided");
  });
});

test("a sampled figure that is no number is undecided, so that a control of it has not failed", () => {
  const figure = difference([Number.NaN, 0.5], [0.1, 0.2]);
  expect(verdictOf(figure, bounds.above(0))).toBe("undecided");
});

test("an exact figure is judged by its value, and one that is no number fails", () => {
  expect(verdictOf(exact(0.3), bounds.atLeast(0.3))).toBe("holds");
  expect(verdictOf(exact(0.3), bounds.above(0.3))).toBe("fails");
  expect(verdictOf(exact(Number.NaN), bounds.atLeast(0))).toBe("fails");
  expect(verdictOf(exact(1 + 1e-6), bounds.near(1, 1e-5))).toBe("holds");
  expect(verdictOf(exact(1.1), bounds.nearly(1, 0.05))).toBe("fails");
});

test("thresholds are told as they were written", () => {
  expect(bounds.atLeast(0.03).words).toBe("≥ 0.03");
  expect(bounds.atMost(1e-9).words).toBe("≤ 1e−9");
  expect(bounds.within(-0.05, 0.05).words).toBe("within ±0.05");
  expect(bounds.nearly(200, 0.1).words).toBe("200 (± 10 %)");
  expect(bounds.near(0.5452574127, 1e-9).words).toBe("0.5452574127 ± 1e−9");
  expect(bounds.near(49, 0)).toEqual(bounds.equalTo(49));
});

test("all and any are logic of three values", () => {
  expect(all(["holds", "undecided", "fails"])).toBe("fails");
  expect(all(["holds", "undecided"])).toBe("undecided");
  expect(any(["fails", "undecided", "holds"])).toBe("holds");
  expect(any(["fails", "undecided"])).toBe("undecided");
  expect([all([]), any([])]).toEqual(["holds", "fails"]);
});

test("a study is shown where all headline claims hold and none is left out, and in part where one holds", () => {
  expect(statusOf(["holds", "holds"])).toBe("shown");
  expect(statusOf(["holds", "holds"], 1)).toBe("partly shown");
  expect(statusOf(["holds", "fails"])).toBe("partly shown");
  expect(statusOf(["undecided", "holds"])).toBe("partly shown");
  expect(statusOf(["fails", "undecided"])).toBe("contradicted here");
  expect(statusOf([])).toBe("unmarked");
  expect(statusOf(["undecided"], 1)).toBe("not shown here");
});

test("a geometric ratio is the mean factor, with the interval of its logarithm", () => {
  const { value, low, high, n } = geometricRatio([2, 8, 4], [1, 1, 2]);
  expect(value).toBeCloseTo(32 ** (1 / 3), 12);
  expect(Math.sqrt((low ?? 0) * (high ?? 0))).toBeCloseTo(32 ** (1 / 3), 9);
  expect(n).toBe(3);
  expect(geometricRatio([2], [1])).toMatchObject({ low: null, high: null });
});

test("figures in words", () => {
  expect(inWords(exact(3))).toBe("3");
  expect(inWords(exact(0.123456))).toBe("0.1235");
  expect(inWords(sampled([1, 2, 3]))).toBe("2.0\u00a0[−0.5,\u00a04.5] (n = 3)");
  expect(inWords(percent(exact(0.25)))).toBe("25 %");
  expect(inWords(difference([2, 3, 4], [1, 1, 1]))).toContain("d = 2.0");
  // Wilson's interval stays a share.
  expect(share(5, 5).high).toBe(1);
});
