// The series against direct solves.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { factorised, neumannSeries } from "./linear-solve.ts";

/** −(BᵀB/n + I/20): symmetric and negative definite, with eigenvalues that are easy to bound by the trace. */
function negativeDefinite(n: number): Float64Array {
  const random = Random.of(3, "neumann test");
  const b = Float64Array.from({ length: n * n }, () => random.normal());
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [i, k] = [Math.floor(at / n), at % n];
    let sum = i === k ? 0.05 : 0;
    for (let m = 0; m < n; m++) sum += (b[m * n + i] * b[m * n + k]) / n;
    return -sum;
  });
}

const n = 6;
const h = negativeDefinite(n);
const product = (x: Float64Array) =>
  Float64Array.from({ length: n }, (_, i) => x.reduce((sum, value, k) => sum + h[i * n + k] * value, 0));
const b = Float64Array.from({ length: n }, (_, i) => Math.sin(1 + i));
const exact = factorised(
  h.map((x) => -x),
  n,
)(b);
const error = (step: number, terms: number) =>
  Math.hypot(...neumannSeries(product, b, step, terms).map((x, k) => x - exact[k])) / Math.hypot(...exact);

test("the error falls with every term and vanishes", () => {
  const errors = [0, 1, 3, 10, 30, 100, 300].map((terms) => error(0.15, terms));
  for (let k = 1; k < errors.length; k++) expect(errors[k]).toBeLessThan(errors[k - 1]);
  expect(error(0.15, 6000)).toBeLessThan(1e-10);
});

test("a step beyond 2/‖H‖ diverges", () => {
  expect(error(10, 200)).toBeGreaterThan(1e10);
});

test("in one dimension it is a geometric sum", () => {
  // η·Σ (1 − 0.5η)^i b with η = 1: 1 + 1/2 + 1/4 + 1/8.
  const half = (x: Float64Array) => Float64Array.of(-0.5 * x[0]);
  expect(neumannSeries(half, [1], 1, 3)[0]).toBe(1.875);
});

test("factorised solves, again and again, and refuses singular matrices", () => {
  const solve = factorised(Float64Array.of(2, 1, 1, 3), 2);
  expect(Array.from(solve([3, 4]))).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
  expect(Array.from(solve([2, 1]))).toEqual([expect.closeTo(1, 14), expect.closeTo(0, 14)]);
  expect(() => factorised(Float64Array.of(1, 2, 2, 4), 2)).toThrow("singular");
});
