// The Fréchet distance against closed forms of normals.

import { expect, test } from "vitest";
import { frechetDistance, momentsOf } from "./frechet-distance.ts";

test("equal normals lie at 0; shifted ones at the squared shift; wider ones at the squared difference of deviations", () => {
  const at = (mean: number[], a: number, b: number) => ({
    mean,
    covariance: [
      [a, 0],
      [0, b],
    ],
  });
  expect(frechetDistance(at([1, 2], 2, 3), at([1, 2], 2, 3))).toBeCloseTo(0, 9);
  expect(frechetDistance(at([1, 2], 2, 3), at([4, 6], 2, 3))).toBeCloseTo(25, 9);
  expect(frechetDistance(at([0, 0], 4, 9), at([0, 0], 1, 1))).toBeCloseTo(1 + 4, 9);
});

test("it does not change with the order of the two, nor as the plane is turned, and a cloud on a line is no exception", () => {
  const a = {
    mean: [0, 0],
    covariance: [
      [2, 1],
      [1, 2],
    ],
  };
  const b = {
    mean: [0, 0],
    covariance: [
      [1, 0],
      [0, 0],
    ],
  };
  // Turned by 45°: eigenvalues 3 and 1 of the first along the diagonals; tr(A^½BA^½)^½ = √(first entry of A) as B has rank one.
  expect(frechetDistance(a, b)).toBeCloseTo(4 + 1 - 2 * Math.SQRT2, 9);
  expect(frechetDistance(b, a)).toBeCloseTo(frechetDistance(a, b), 9);
});

test("moments of rows are their mean and their mean product of deviations", () => {
  const { mean, covariance } = momentsOf([0, 0, 2, 4, 4, 2], 2);
  expect(Array.from(mean)).toEqual([2, 2]);
  expect(covariance[0][0]).toBeCloseTo(8 / 3, 12);
  expect(covariance[0][1]).toBeCloseTo(4 / 3, 12);
  expect(covariance[1][0]).toBe(covariance[0][1]);
});
