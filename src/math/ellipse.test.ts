// Inverses that are kept up to date, against direct ones.

import { inverse, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { ellipse } from "./ellipse.ts";

test("kept up to date one vector at a time, the inverse is the inverse", () => {
  const [dimension, ridge] = [7, 0.1];
  const random = Random.of(1, "ellipse test");
  const shape = ellipse(dimension, ridge);
  const covariance = Matrix.eye(dimension, dimension, ridge);
  for (let step = 0; step < 200; step++) {
    const phi = Array.from({ length: dimension }, () => random.normal());
    const column = Matrix.columnVector(phi);
    const direct = column.transpose().mmul(inverse(covariance)).mmul(column).get(0, 0);
    expect(Math.abs(shape.add(phi) / direct - 1)).toBeLessThan(1e-8);
    covariance.add(column.mmul(column.transpose()));
  }
  const direct = inverse(covariance).to1DArray();
  shape.inverse.forEach((value, k) => {
    expect(Math.abs(value - direct[k])).toBeLessThan(1e-8);
  });
  shape.clear();
  expect(Array.from(shape.inverse)).toEqual(Matrix.eye(dimension, dimension, 1 / ridge).to1DArray());
});

test("what fades leaves the ridge: the inverse of γC + (1 − γ)λI + φφᵀ, step by step", () => {
  const [dimension, ridge, gamma] = [4, 0.3, 0.9];
  const random = Random.of(3, "ellipse test");
  const shape = ellipse(dimension, ridge);
  let direct = Matrix.eye(dimension, dimension, ridge);
  for (let step = 0; step < 300; step++) {
    const phi = Array.from({ length: dimension }, () => random.normal());
    const column = Matrix.columnVector(phi);
    shape.fade(gamma);
    shape.add([99, ...phi], 1);
    direct = direct.mul(gamma).add(Matrix.eye(dimension, dimension, (1 - gamma) * ridge));
    direct.add(column.mmul(column.transpose()));
  }
  for (const [k, value] of inverse(direct).to1DArray().entries()) expect(shape.inverse[k]).toBeCloseTo(value, 10);
  expect(shape.square([7, 1, 0, 0, 0], 1)).toBe(shape.inverse[0]);
});

test("a hundred thousand vectors later it is still the inverse", () => {
  const random = Random.of(4, "ellipse test");
  const shape = ellipse(3, 1);
  const direct = Matrix.eye(3, 3, 1);
  const vertices = matrix("1 0.5 0 | 0 1 0.5 | 0.5 0 1");
  for (let step = 0; step < 100_000; step++) {
    // One direction is rare, as with a learner that has made up its mind.
    const phi = vertices[random.uniform() < 0.999 ? 0 : random.integer(3)];
    shape.add(phi);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) direct.set(i, j, direct.get(i, j) + phi[i] * phi[j]);
  }
  const exact = inverse(direct).to1DArray();
  for (const [k, value] of exact.entries()) expect(Math.abs(shape.inverse[k] / value - 1)).toBeLessThan(1e-9);
});
