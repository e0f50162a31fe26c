// Values that are the same but for rounding have no spread; those that differ have one, however close they are to each other.

import { describe, expect, it } from "vitest";
import { pearson, slope } from "../evaluation/statistics/correlation.ts";
import { deviation, variance } from "../evaluation/statistics/moments.ts";
import { scaleOf } from "../feedback/preferences/scaled-network.ts";
import { areLevel, areOne, isNoSpread, sizeOf } from "./spread.ts";

const PAYS = [0.1, 0.2, 0.3, 0.7, 1.1, 1e-300, -1e12];
const COUNTS = [1, 2, 3, 6, 7, 16, 1000];

describe.each(PAYS)("%d again and again", (pay) => {
  it.each(COUNTS)("%d times has no spread", (count) => {
    const values = new Float64Array(count).fill(pay);
    expect(areLevel(values)).toBe(true);
    expect(variance(values, 0)).toBe(0);
    expect(deviation(values, 0)).toBe(0);
    const others = values.map((_, k) => k);
    expect([pearson(values, others), slope(values, others)]).toEqual([null, null]);
  });

  it("stays as it is in a network's scale", () => {
    const { spread } = scaleOf(
      new Float64Array(48).fill(pay),
      1,
      Array.from({ length: 48 }, (_, k) => k),
    );
    expect([...spread]).toEqual([1]);
  });
});

it("rounding is no spread, a difference is one", () => {
  expect(areLevel([0.1 + 0.2, 0.3])).toBe(true);
  expect(areLevel([1, 1 + 1e-12])).toBe(false);
  expect(areLevel([0, 1e-300])).toBe(false);
  expect(areLevel([1, Number.NaN])).toBe(false);
  expect(areLevel([1.7e12, 1.7e12 + 1])).toBe(false);
  expect(areLevel([])).toBe(true);
  expect([isNoSpread(0, 0), isNoSpread(1e-13, 1), isNoSpread(1e-11, 1)]).toEqual([true, true, false]);
});

it("results of a fit are one by the size of all", () => {
  const size = sizeOf([1500, Number.NaN, -3]);
  expect([size, areOne(1, 1 + 1e-7, size), areOne(1, 1.001, size)]).toEqual([1500, true, false]);
});
