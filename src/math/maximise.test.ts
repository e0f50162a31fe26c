// The grid finds the hill and the golden section its top: against known maxima, and against a search by brute force.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { maximise } from "./maximise.ts";

test.each<[string, (x: number) => number, number, number, number]>([
  ["a parabola", (x) => -((x - 0.3) ** 2), 0, 1, 0.3],
  ["a peak that the grid misses", (x) => -Math.abs(x - Math.PI), 0, 10, Math.PI],
  ["the higher of two hills", (x) => Math.exp(-((x - 2) ** 2)) + 1.5 * Math.exp(-((x - 7.77) ** 2)), 0, 10, 7.77],
  ["the lower end", (x) => -x, -4, 9, -4],
  ["the upper end", (x) => x ** 3, -4, 9, 9],
  ["θ·ln(1+x) − x at θ − 1", (x) => 20 * Math.log(1 + x) - x, 0, 100, 19],
])("%s", (_, f, low, high, top) => {
  const { at, value } = maximise(f, low, high, 21, 1e-8);
  expect(Math.abs(at - top)).toBeLessThan(1e-6);
  expect(value).toBe(f(at));
});

test("a jump: what is best on the grid is not lost", () => {
  const f = (x: number) => (x >= 0.5 ? 1 - x : -1);
  const { at, value } = maximise(f, 0, 1, 11, 1e-9);
  expect(at).toBeCloseTo(0.5, 12);
  expect(value).toBe(0.5);
});

test("where everything is the same, the smallest", () => {
  expect(maximise(() => 3, -2, 8, 21, 1e-6)).toEqual({ at: -2, value: 3 });
});

describe("limits", () => {
  test("a tolerance finer than doubles still ends", () => {
    let calls = 0;
    const f = (x: number) => {
      calls += 1;
      return -((x - 1e6) ** 2);
    };
    const { at } = maximise(f, 0, 3e6, 5, 0);
    expect(at).toBeCloseTo(1e6, 0);
    expect(calls).toBeLessThan(500);
  });

  test("an interval of one point", () => {
    expect(maximise((x) => x, 5, 5, 3, 1e-6)).toEqual({ at: 5, value: 5 });
  });

  test("the fewest levels", () => {
    expect(maximise((x) => -((x - 0.4) ** 2), 0, 1, 2, 1e-9).at).toBeCloseTo(0.4, 7);
  });
});

const coefficient = fc.double({ min: -3, max: 3, noNaN: true });
law.prop([coefficient, coefficient, coefficient, coefficient], { numRuns: 200 })(
  "never worse than any point of its grid, inside the interval, and evaluated there",
  (a, b, c, d) => {
    const f = (x: number) => a * Math.sin(5 * x) + b * Math.cos(3 * x) + c * x + d * x * x;
    const seen = new Set<number>();
    const { at, value } = maximise(
      (x) => {
        seen.add(x);
        expect(x).toBeGreaterThanOrEqual(-1);
        expect(x).toBeLessThanOrEqual(2);
        return f(x);
      },
      -1,
      2,
      31,
      1e-6,
    );
    expect(seen.has(at)).toBe(true);
    expect(value).toBe(f(at));
    const over = (count: number) => Math.max(...Array.from({ length: count + 1 }, (_, k) => f(-1 + (3 * k) / count)));
    expect(value).toBeGreaterThanOrEqual(over(30) - 1e-9);
    // |f″| ≤ 108, so a maximum lies at most 108·(h/2)²/2 = 0.135 above the nearest point of the grid, whose step is h = 0.1.
    expect(value).toBeGreaterThanOrEqual(over(3000) - 0.135);
  },
);
