// The Fréchet distance in closed form.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { frechetDistance, symmetricRoot } from "./frechet-distance.ts";
import { momentsOf } from "./moments.ts";

const drawn = (seed: number, count: number, size: number) => {
  const random = Random.of(seed, "rows");
  return Float64Array.from({ length: count * size }, (_, k) => random.normal() * (1 + (k % size)) + seed);
};
const line = (mean: number, deviation: number) => ({
  mean: Float64Array.of(mean),
  covariance: Float64Array.of(deviation ** 2),
});

test("of equal sets it is 0, also where a covariance is singular", () => {
  const rows = drawn(1, 50, 5);
  const copied = Float64Array.from(rows, (value, k) => (k % 5 === 4 ? rows[k - 1] : value));
  for (const one of [rows, copied]) {
    const { mean, covariance } = momentsOf(one, 5);
    expect(frechetDistance({ mean, covariance }, { mean, covariance })).toBeCloseTo(0, 6);
  }
});

test.each([
  [0, 1, 3, 1],
  [2, 0.5, 2, 4],
  [1, 2, -1, 0],
])("in one dimension (%d, %d) and (%d, %d) differ by (m₁ − m₂)² + (s₁ − s₂)²", (m1, s1, m2, s2) => {
  expect(frechetDistance(line(m1, s1), line(m2, s2))).toBeCloseTo((m1 - m2) ** 2 + (s1 - s2) ** 2, 10);
});

test("it is the same both ways, and of one point from a set the squared distance from its mean and the spread", () => {
  const [a, b] = [momentsOf(drawn(1, 60, 4), 4), momentsOf(drawn(2, 60, 4), 4)];
  expect(frechetDistance(a, b)).toBeCloseTo(frechetDistance(b, a), 8);
  const point = { mean: Float64Array.of(1, 0, -1, 2), covariance: new Float64Array(16) };
  const away = point.mean.reduce((sum, value, k) => sum + (value - a.mean[k]) ** 2, 0);
  const spread = [0, 5, 10, 15].reduce((sum, k) => sum + a.covariance[k], 0);
  expect(frechetDistance(a, point)).toBeCloseTo(away + spread, 8);
});

test("a root, squared, is the matrix", () => {
  const { covariance } = momentsOf(drawn(3, 40, 4), 4);
  const root = symmetricRoot(covariance, 4);
  for (let a = 0; a < 4; a++) {
    for (let b = 0; b < 4; b++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += root[a * 4 + k] * root[k * 4 + b];
      expect(sum).toBeCloseTo(covariance[a * 4 + b], 8);
    }
  }
});

test("it does not change as the plane is turned, and a cloud on a line is no exception", () => {
  const plane = (covariance: readonly number[]) => ({
    mean: new Float64Array(2),
    covariance: Float64Array.from(covariance),
  });
  // Of rank one, B = e₁e₁ᵀ: tr(A^½BA^½)^½ is √A₁₁.
  expect(frechetDistance(plane([2, 1, 1, 2]), plane([1, 0, 0, 0]))).toBeCloseTo(4 + 1 - 2 * Math.SQRT2, 9);
});
