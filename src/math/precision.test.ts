// Factors against ml-matrix, draws against the distribution that they claim.

import { CholeskyDecomposition, inverse, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { choleskyInPlace } from "./cholesky.ts";
import { precision } from "./precision.ts";

/** λI + Σ w·xxᵀ with random x, and the same matrix written out. */
function drawn(seed: number, n: number, rows: number, ridge: number) {
  const random = Random.of(seed, "precision");
  const s = precision(n, ridge);
  const matrix = Matrix.identity(n).mul(ridge);
  for (let k = 0; k < rows; k++) {
    const x = Array.from({ length: n }, () => (random.uniform() < 0.3 ? 0 : random.normal()));
    const weight = k % 2 === 0 ? 1 : 0.3;
    s.add(x, weight);
    matrix.add(Matrix.columnVector(x).mmul(Matrix.rowVector(x)).mul(weight));
  }
  return { s, matrix, random };
}

test("the factor that is kept up to date is the one of the sum", () => {
  for (let seed = 0; seed < 5; seed++) {
    const n = 3 + 2 * seed;
    const { s, matrix } = drawn(seed, n, 3 * n, 0.5);
    const { lowerTriangularMatrix } = new CholeskyDecomposition(matrix);
    const fresh = Float64Array.from(matrix.to1DArray());
    choleskyInPlace(fresh, n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) {
        expect(s.factor[i * n + j]).toBeCloseTo(lowerTriangularMatrix.get(i, j), 11);
        expect(fresh[i * n + j]).toBeCloseTo(lowerTriangularMatrix.get(i, j), 11);
      }
  }
});

test("norms and solutions are those of the inverse", () => {
  const n = 7;
  const { s, matrix, random } = drawn(9, n, 20, 1);
  const inverted = inverse(matrix);
  const x = Float64Array.from({ length: n }, () => random.normal());
  const expected = inverted.mmul(Matrix.columnVector(Array.from(x))).to1DArray();
  expect(s.norm(x) ** 2).toBeCloseTo(
    expected.reduce((sum, value, k) => sum + value * x[k], 0),
    11,
  );
  const solved = x.slice();
  s.solve(solved);
  expected.forEach((value, k) => {
    expect(solved[k]).toBeCloseTo(value, 11);
  });
});

test("draws have mean S⁻¹b and covariance σ²S⁻¹", () => {
  const n = 3;
  const { s, matrix } = drawn(4, n, 6, 1);
  const inverted = inverse(matrix);
  const b = [1, -2, 0.5];
  const centre = inverted.mmul(Matrix.columnVector(b)).to1DArray();
  const random = Random.of(1, "draws");
  const count = 100_000;
  const deviation = 0.7;
  const moments = new Float64Array(n * n);
  const means = new Float64Array(n);
  for (let k = 0; k < count; k++) {
    const draw = Float64Array.from(b);
    s.draw(draw, deviation, random);
    for (let i = 0; i < n; i++) {
      means[i] += draw[i] / count;
      for (let j = 0; j < n; j++) moments[i * n + j] += ((draw[i] - centre[i]) * (draw[j] - centre[j])) / count;
    }
  }
  const scale = deviation ** 2 * Math.max(...inverted.to1DArray().map(Math.abs));
  for (let i = 0; i < n; i++) {
    expect(Math.abs(means[i] - centre[i])).toBeLessThan(5 * Math.sqrt(scale / count));
    for (let j = 0; j < n; j++)
      expect(Math.abs(moments[i * n + j] - deviation ** 2 * inverted.get(i, j))).toBeLessThan(0.03 * scale);
  }
});

test("no deviation draws nothing; a matrix that is not positive definite is refused", () => {
  const { s } = drawn(2, 4, 8, 1);
  const [one, other] = [Random.of(1, "a"), Random.of(1, "a")];
  s.draw(new Float64Array(4).fill(1), 0, one);
  expect(one.uniform()).toBe(other.uniform());
  expect(() => choleskyInPlace(Float64Array.of(1, 2, 2, 1), 2)).toThrow("not positive definite");
});
