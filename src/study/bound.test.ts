// Bounds and verdicts at their ends: where an interval lies beside a threshold.

import { describe, expect, test } from "vitest";
import * as bounds from "./bound.ts";
import { cellText, type Figure, inWords } from "./figure.ts";
import { all, statusOf } from "./verdict.ts";

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
    [bounds.atLeast(0.3), interval(null, null), "undecided"],
  ] as const)("%o, %o: %s", (bound, figure, verdict) => expect(verdictOf(figure, bound)).toBe(verdict));

  test("one without an interval decides nothing, whatever its value", () => {
    expect(verdictOf({ value: 0.9, low: null, high: null, n: 1 }, bounds.atLeast(0.3))).toBe("undecided");
    expect(verdictOf({ value: Number.NaN, low: 0, high: 1, n: 2 }, bounds.above(0))).toBe("undecided");
  });
});

test("an exact figure is judged by its value, and one that is no number fails", () => {
  expect(verdictOf({ value: 0.3 }, bounds.atLeast(0.3))).toBe("holds");
  expect(verdictOf({ value: 0.3 }, bounds.above(0.3))).toBe("fails");
  expect(verdictOf({ value: Number.NaN }, bounds.atLeast(0))).toBe("fails");
});

test("thresholds are told as they were written", () => {
  expect(bounds.atLeast(0.03).words).toBe("≥ 0.03");
  expect(bounds.atMost(1e-9).words).toBe("≤ 1e−9");
  expect(bounds.within(-0.05, 0.05).words).toBe("within ±0.05");
});

test("all is logic of three values", () => {
  expect(all(["holds", "undecided", "fails"])).toBe("fails");
  expect(all(["holds", "undecided"])).toBe("undecided");
  expect(all([])).toBe("holds");
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

test("figures in words", () => {
  expect(inWords({ value: 3 })).toBe("3");
  expect(inWords({ value: 0.123456 })).toBe("0.1235");
  expect(inWords({ value: 2, low: -0.484, high: 4.484, n: 3 })).toBe("2.0\u00a0[−0.5,\u00a04.5] (n = 3)");
  expect(inWords({ value: 2, low: 1, high: 3, effectSize: 2 })).toContain("d = 2.0");
  expect([cellText(null), cellText({ value: 1 })]).toEqual(["–", "1"]);
});
