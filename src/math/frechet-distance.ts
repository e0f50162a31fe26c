// How far two clouds of points lie apart by their first two moments: the Fréchet distance of normals, of which FID is the one on features.

import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/** Mean [size] and covariance [size × size]. */
export interface Moments {
  readonly mean: ArrayLike<number>;
  readonly covariance: readonly ArrayLike<number>[];
}

/**
 * ‖m_a − m_b‖² + tr(A + B − 2(A^½ B A^½)^½), the squared Wasserstein distance of two normals (Dowson & Landau, 1982). Roots are taken of
 * symmetric matrices, and eigenvalues that rounding has made negative count as 0.
 */
export function frechetDistance(a: Moments, b: Moments): number {
  const [first, second] = [matrixOf(a), matrixOf(b)];
  const half = root(first);
  let distance = first.trace() + second.trace();
  for (let k = 0; k < a.mean.length; k++) distance += (a.mean[k] - b.mean[k]) ** 2;
  for (const value of spectrum(half.mmul(second).mmul(half)).realEigenvalues)
    distance -= 2 * Math.sqrt(Math.max(0, value));
  return Math.max(0, distance);
}

const matrixOf = ({ covariance }: Moments): Matrix => new Matrix(covariance.map((row) => Array.from(row)));

/** The decomposition of the symmetric part. */
const spectrum = (matrix: Matrix) =>
  new EigenvalueDecomposition(Matrix.add(matrix, matrix.transpose()).mul(0.5), { assumeSymmetric: true });

/** The symmetric root of a positive semidefinite matrix. */
function root(matrix: Matrix): Matrix {
  const { realEigenvalues, eigenvectorMatrix: vectors } = spectrum(matrix);
  const roots = realEigenvalues.map((value) => Math.sqrt(Math.max(0, value)));
  return vectors.mmul(Matrix.diag(roots)).mmul(vectors.transpose());
}

/** Mean and covariance of rows [count × size], with the divisor `count`. */
export function momentsOf(rows: ArrayLike<number>, size: number): Moments {
  const count = rows.length / size;
  const mean = new Float64Array(size);
  for (let k = 0; k < rows.length; k++) mean[k % size] += rows[k] / count;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (let from = 0; from < rows.length; from += size) {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++)
        covariance[i][j] += ((rows[from + i] - mean[i]) * (rows[from + j] - mean[j])) / count;
    }
  }
  return { mean, covariance };
}
