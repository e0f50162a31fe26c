// The exponent of a power law, its interval, and undefined cases.

import { expect, test } from "vitest";
import { powerLaw } from "./correlation.ts";

test("an exact power law", () => {
  const x = [1, 2, 4, 8, 16];
  const { exponent, low, high } = powerLaw(
    x,
    x.map((v) => 3 * v ** -0.5),
  );
  expect(exponent).toBeCloseTo(-0.5, 12);
  expect(low).toBeCloseTo(-0.5, 6);
  expect(high).toBeCloseTo(-0.5, 6);
});

test("Kepler's third law from six planets", () => {
  // Distances in astronomical units and periods in years, as tables give them: T = a^1.5.
  const a = [0.387, 0.723, 1, 1.524, 5.203, 9.537];
  const T = [0.2408, 0.6152, 1, 1.8808, 11.862, 29.457];
  const { exponent, low, high } = powerLaw(a, T);
  expect(exponent).toBeCloseTo(1.5, 3);
  expect(low ?? 0).toBeLessThan(1.5);
  expect(high ?? 0).toBeGreaterThan(1.499);
});

test("the interval is the regression's", () => {
  // ln x = 0, 1, 2, 3 and ln y = 0, 1, 1, 2: slope 0.6, residual variance 0.1, standard error √(0.1/5), t(0.975, 2) = 4.302653.
  const { exponent, low, high } = powerLaw([0, 1, 2, 3].map(Math.exp), [0, 1, 1, 2].map(Math.exp));
  expect(exponent).toBeCloseTo(0.6, 12);
  expect(low).toBeCloseTo(0.6 - 4.302653 * Math.sqrt(0.02), 5);
  expect(high).toBeCloseTo(0.6 + 4.302653 * Math.sqrt(0.02), 5);
});

test("null without variation, and an error without logarithms", () => {
  expect(powerLaw([1, 1, 1], [1, 2, 3]).exponent).toBeNull();
  expect(powerLaw([1, 2], [1, 2])).toMatchObject({ exponent: 1, low: null });
  expect(() => powerLaw([1, 2], [0, 1])).toThrow("0 has no logarithm");
});
