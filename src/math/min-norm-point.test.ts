import { expect, it } from "vitest";
import { Random } from "../core/random.ts";
import { minNormWeights } from "./min-norm-point.ts";

const unit = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const gramOf = (vectors: readonly (readonly number[])[]) => vectors.map((a) => vectors.map((b) => dot(a, b)));
const pointOf = (vectors: readonly (readonly number[])[], weights: Float64Array) =>
  vectors[0].map((_, k) => vectors.reduce((sum, vector, i) => sum + weights[i] * vector[k], 0));

it.each([
  { angles: [0, 90], weights: [0.5, 0.5], norm: Math.SQRT1_2 },
  { angles: [0, 60, 150], weights: [0.5, 0, 0.5], norm: Math.cos((75 * Math.PI) / 180) },
  { angles: [0, 90, 180], weights: [0.5, 0, 0.5], norm: 0 },
  { angles: [40], weights: [1], norm: 1 },
])("unit vectors at $angles degrees have the weights $weights", ({ angles, weights, norm }) => {
  const vectors = angles.map(unit);
  const found = minNormWeights(gramOf(vectors));
  for (const [k, weight] of weights.entries()) expect(found[k]).toBeCloseTo(weight, 12);
  expect(Math.hypot(...pointOf(vectors, found))).toBeCloseTo(norm, 12);
});

it("{0, 60, 150} degrees: no vector opposes the point, and one is without weight", () => {
  const vectors = [0, 60, 150].map(unit);
  const point = pointOf(vectors, minNormWeights(gramOf(vectors)));
  const products = vectors.map((vector) => dot(vector, point));
  for (const [k, product] of [0.067, 0.25, 0.067].entries()) expect(products[k]).toBeCloseTo(product, 4);
});

it("two unit vectors have equal weights at any angle, and so have copies of one vector", () => {
  for (const angle of [1e-6, 1, 37, 120, 179.9]) {
    for (const weight of minNormWeights(gramOf([unit(0), unit(angle)]))) expect(weight).toBeCloseTo(0.5, 9);
  }
  for (const weight of minNormWeights(gramOf([unit(10), unit(10), unit(10), unit(10)])))
    expect(weight).toBeCloseTo(0.25, 12);
});

it("no vector has less than the point's square along the point, as a nearest point has it", () => {
  const random = Random.of(5);
  for (let round = 0; round < 200; round++) {
    const [count, size] = [2 + random.integer(7), 2 + random.integer(9)];
    const vectors = Array.from({ length: count }, () => {
      const vector = Array.from({ length: size }, () => random.normal());
      return vector.map((x) => x / Math.hypot(...vector));
    });
    const weights = minNormWeights(gramOf(vectors));
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
    const point = pointOf(vectors, weights);
    const square = dot(point, point);
    for (const vector of vectors) expect(dot(vector, point)).toBeGreaterThan(square - 1e-11);
  }
});
