// MT19937 against the C++ standard's own check value and against what numpy.random.seed(42) is known to give.

import { expect, test } from "vitest";
import { mt19937 } from "./mt19937.ts";

test("the 10,000th output of seed 5489 is the C++ standard's", () => {
  // ISO C++ [rand.predef]: the 10,000th invocation of a default-constructed mt19937 gives 4123659995.
  const stream = mt19937(5489);
  for (let k = 1; k < 5000; k++) stream.uniform();
  const bits = stream.uniform() * 2 ** 53;
  expect(bits % 2 ** 26).toBe(4123659995 >>> 6);
});

test("uniforms are NumPy's legacy stream", () => {
  // numpy.random.seed(42); numpy.random.rand(4), as printed in NumPy tutorials.
  const stream = mt19937(42);
  for (const expected of [0.3745401188, 0.9507143064, 0.7319939418, 0.5986584842]) {
    expect(stream.uniform()).toBeCloseTo(expected, 10);
  }
});

test("normals are NumPy's legacy stream", () => {
  // numpy.random.seed(42); numpy.random.randn(5), as printed in NumPy and pandas tutorials.
  const stream = mt19937(42);
  for (const expected of [0.496714153, -0.1382643012, 0.6476885381, 1.5230298564, -0.2341533747]) {
    expect(stream.normal()).toBeCloseTo(expected, 10);
  }
});

test("bounds, mean and deviation shift and scale the same stream", () => {
  const plain = mt19937(7);
  const scaled = mt19937(7);
  for (let k = 0; k < 100; k++) expect(scaled.uniform(-3, 5)).toBeCloseTo(-3 + 8 * plain.uniform(), 12);
  for (let k = 0; k < 100; k++) expect(scaled.normal(2, 0.5)).toBeCloseTo(2 + 0.5 * plain.normal(), 12);
});

test("a seed that is no 32-bit integer is refused", () => {
  for (const seed of [-1, 0.5, 2 ** 32, Number.NaN]) expect(() => mt19937(seed)).toThrow("integer seed");
});
