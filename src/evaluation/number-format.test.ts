// Formatting of numbers: decimals chosen by the interval, and dashes for missing values.

import { describe, expect, test } from "vitest";
import {
  brief,
  count,
  decimalsFor,
  effectSize,
  effectSizeInWords,
  MISSING,
  number,
  probability,
  shortened,
  signed,
  tick,
  withoutRounding,
  withUnit,
  words,
} from "./number-format.ts";

const bounds = (mean: number | null, low: number | null = null, high: number | null = null) => ({ mean, low, high });

describe("decimals", () => {
  test.each([
    // Half-widths 90, 0.03 and 3 keep two significant digits each.
    [[bounds(12_300, 12_210, 12_390)], 0],
    [[bounds(0.734, 0.704, 0.764)], 3],
    [[bounds(57, 54, 60)], 1],
    // The median half-width of a column decides.
    [[bounds(1, 0.999, 1.001), bounds(1, 0.5, 1.5), bounds(1, 0.4, 1.6)], 2],
    // Without intervals: four significant digits; whole numbers stay whole.
    [[bounds(0.012345)], 5],
    [[bounds(100), bounds(7)], 0],
    // An interval as narrow as rounding is none.
    [[bounds(0.1 + 0.2, 0.3 - 1e-16, 0.3 + 1e-16)], 4],
    // Never more than six significant digits in all.
    [[bounds(20_556, 20_555.95, 20_556.05)], 1],
    // An interval that six digits do not show is none.
    [[bounds(0.999_999_8, 0.999_999_6, 1)], 4],
    [[bounds(0.999_999_8, 0.999_999_6, 1), bounds(0.0018, 0, 0.0059)], 4],
    [[bounds(null)], 0],
  ])("of %j are %i", (column, decimals) => {
    expect(decimalsFor(column)).toBe(decimals);
  });
});

test("rounding errors are 0 beside values of their measure", () => {
  const [noise, clean, missing] = withoutRounding([bounds(2e-10, 0, 8e-10), bounds(4, 3, 5), bounds(null)]);
  expect([noise, clean, missing]).toEqual([bounds(0, 0, 0), bounds(4, 3, 5), bounds(null)]);
  expect(withoutRounding([bounds(2e-10)])).toEqual([bounds(2e-10)]);
  expect(withoutRounding([bounds(2e-10)], [bounds(-4)])).toEqual([bounds(0)]);
});

test("a unit follows a label that does not end with it", () => {
  expect([withUnit("revenue", "money"), withUnit("joint value", "value"), withUnit("clicks", "clicks")]).toEqual([
    ...["revenue (money)", "joint value", "clicks"],
  ]);
  expect([withUnit("trust", ""), withUnit("goals reached", "goals")]).toEqual(["trust", "goals reached"]);
  expect(withUnit("share of the best purchases", "share of the optimum")).toBe("share of the best purchases");
});

test("numbers have digit groups, the minus sign U+2212 and the requested decimals", () => {
  expect(number(20_556.4, 0)).toBe("20\u202f556");
  expect(number(-0.5, 2)).toBe("−0.50");
  expect(number(-0.0001, 2)).toBe("0.00");
  expect(number(1.5e12)).toBe("1.50 × 10¹²");
  expect(number(-2.5e-9, 8)).toBe("−2.50 × 10⁻⁹");
  expect(signed(3, 0)).toBe("+3");
  expect(signed(0, 0)).toBe("0");
});

test("a missing value is a dash, never zero", () => {
  for (const nothing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(number(nothing)).toBe(MISSING);
    expect(signed(nothing)).toBe(MISSING);
    expect(probability(nothing)).toBe(MISSING);
    expect(effectSize(nothing)).toBe(MISSING);
  }
});

test("an effect size that only says that values hardly vary is not spelt out", () => {
  expect([1.234, -0.5, 548_538.57, -101].map((d) => effectSizeInWords(d))).toEqual([
    "d = 1.23",
    "d = −0.50",
    "d > 100",
    "d < −100",
  ]);
});

test("probabilities are never zero", () => {
  expect([0, 0.0009, 0.0123, 0.5].map(probability)).toEqual(["< 0.001", "< 0.001", "0.012", "0.50"]);
});

test("a number that stands alone has no zeros at its end", () => {
  expect([0.16, -0.2, 1.5719, 12, 1234.56, 0, null].map((value) => brief(value))).toEqual([
    ...["0.16", "−0.2", "1.572", "12", "1\u202f235", "0", "–"],
  ]);
  expect([0.83333, 1, 12.345].map((value) => brief(value, 3))).toEqual(["0.833", "1", "12.3"]);
  expect(brief(0.0000057)).toBe("0.0000057");
});

test("tick labels have the decimals of their spacing, also for a single tick", () => {
  expect([0, 0.05, 0.1].map((value) => tick(value, [0, 0.05, 0.1]))).toEqual(["0.00", "0.05", "0.10"]);
  expect([0, 2.5, 5].map((value) => tick(value, [0, 2.5, 5]))).toEqual(["0.0", "2.5", "5.0"]);
  expect([1.5, 1.75, 2].map((value) => tick(value, [1.5, 1.75, 2]))).toEqual(["1.50", "1.75", "2.00"]);
  expect([0.1, 0.3, 0.5].map((value) => tick(value, [0.1, 0.30000000000000004, 0.5]))).toEqual(["0.1", "0.3", "0.5"]);
  expect(tick(1500, [1000, 1500])).toBe("1\u202f500");
  expect(tick(0.01, [0.01])).toBe("0.01");
});

test("words, counts and long names", () => {
  expect(words("joint.value")).toBe("joint value");
  expect(words("reputationDamage")).toBe("reputation damage");
  expect([count(1, "seed"), count(10, "seed")]).toEqual(["1 seed", "10 seeds"]);
  expect(shortened("cooperative at level 0.70", 15)).toBe("coopera…el 0.70");
  expect(shortened("private", 15)).toBe("private");
});
