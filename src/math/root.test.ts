// Roots known in closed form or to many digits, and the law that a bracket always yields its root.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { root } from "./root.ts";

describe("known roots", () => {
  test("Wallis's cubic x³ − 2x − 5", () => {
    // Root 2.09455148154232659… (OEIS A007493).
    expect(root((x) => x ** 3 - 2 * x - 5, 2, 3)).toBeCloseTo(2.0945514815423265, 14);
  });

  test("Dottie number: cos x = x", () => {
    // 0.73908513321516064… (OEIS A003957).
    expect(root((x) => Math.cos(x) - x, 0, 1)).toBeCloseTo(0.7390851332151607, 14);
  });

  test("a steep and a flat function", () => {
    expect(root((x) => Math.exp(40 * x) - 2, -1, 3)).toBeCloseTo(Math.log(2) / 40, 13);
    // A ninefold root is only as sharp as rounding of f lets it be.
    expect(root((x) => (x - 0.3) ** 9, -1, 2)).toBeCloseTo(0.3, 12);
  });

  test("a root at an end", () => {
    expect(root((x) => x - 2, 2, 5)).toBe(2);
    expect(root((x) => x - 5, 2, 5)).toBe(5);
  });
});

law.prop([
  fc.double({ min: -50, max: 50, noNaN: true }),
  fc.double({ min: 0.01, max: 20, noNaN: true }),
  fc.double({ min: 0, max: 5, noNaN: true }),
])("a monotone function's root is found from any bracket", (at, slope, cubic) => {
  const f = (x: number) => slope * (x - at) + cubic * (x - at) ** 3;
  expect(Math.abs(root(f, -60, 70) - at)).toBeLessThan(1e-12);
});

test("interpolation saves evaluations that bisection would need", () => {
  let evaluations = 0;
  root(
    (x) => {
      evaluations++;
      return Math.log(x) - 1;
    },
    0.01,
    100,
  );
  // Bisection needs log2(100 / 1e-13) ≈ 50.
  expect(evaluations).toBeLessThan(20);
});

test("without a sign change there is an error", () => {
  expect(() => root((x) => x * x + 1, -1, 1)).toThrow("no sign change");
  expect(() => root(() => Number.NaN, -1, 1)).toThrow("no sign change");
  expect(() => root((x) => x - 0.1234, -1, 1e9, { maxEvaluations: 1 })).toThrow("within 1 evaluations");
});
