// The Fréchet distance of two sets by their moments: the squared distance of transport between normal distributions that have them (Dowson &
// Landau, 1982; Heusel et al., arXiv 1706.08500).

import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import type { Moments } from "../core/outcome-prior.ts";

/** The symmetric root of a symmetric matrix [d × d] without negative eigenvalues; those that rounding made negative count as 0. */
export function symmetricRoot(matrix: ArrayLike<number>, size: number): Float64Array {
  const { realEigenvalues, eigenvectorMatrix } = decomposed(matrix, size);
  const root = new Float64Array(size * size);
  for (const [k, value] of realEigenvalues.entries()) {
    const scale = Math.sqrt(Math.max(0, value));
    for (let a = 0; a < size; a++) {
      const part = scale * eigenvectorMatrix.get(a, k);
      for (let b = 0; b < size; b++) root[a * size + b] += part * eigenvectorMatrix.get(b, k);
    }
  }
  return root;
}

/**
 * Returns the distance of moments from `reference`: ‖m − m_r‖² + Tr(S + S_r − 2(S_r^½·S·S_r^½)^½), in squared units of the numbers. It is
 * 0 where moments are equal; a set of one has S = 0. The root of S_r is computed once.
 */
export function frechetFrom({ mean, covariance }: Moments): (other: Moments) => number {
  const size = mean.length;
  const root = symmetricRoot(covariance, size);
  const half = new Float64Array(size * size);
  const whole = new Float64Array(size * size);
  return (other) => {
    let distance = 0;
    for (let k = 0; k < size; k++) {
      distance += (other.mean[k] - mean[k]) ** 2 + other.covariance[k * size + k] + covariance[k * size + k];
    }
    multiply(root, other.covariance, size, half);
    multiply(half, root, size, whole);
    for (const value of decomposed(whole, size).realEigenvalues) distance -= 2 * Math.sqrt(Math.max(0, value));
    return Math.max(0, distance);
  };
}

/** The distance of two sets by their moments. */
export const frechetDistance = (one: Moments, other: Moments): number => frechetFrom(one)(other);

function decomposed(matrix: ArrayLike<number>, size: number): EigenvalueDecomposition {
  const given = new Matrix(size, size);
  // Rounding makes products a little asymmetric.
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) given.set(a, b, (matrix[a * size + b] + matrix[b * size + a]) / 2);
  }
  return new EigenvalueDecomposition(given, { assumeSymmetric: true });
}

function multiply(a: ArrayLike<number>, b: ArrayLike<number>, size: number, into: Float64Array): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[i * size + k] * b[k * size + j];
      into[i * size + j] = sum;
    }
  }
}
