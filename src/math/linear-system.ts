// Linear systems x' = Ax + Bu, y = Cx + Du: how fast they forget, how much they may swell before, and where they settle.

import { EigenvalueDecomposition, Matrix, SingularValueDecomposition } from "ml-matrix";
import { factorised } from "./linear-solve.ts";

export type Rows = readonly (readonly number[])[];

/** n states, p inputs, m outputs: A [n × n], B [n × p], C [m × n], D [m × p]. */
export interface LinearSystem {
  readonly A: Rows;
  readonly B: Rows;
  readonly C: Rows;
  readonly D: Rows;
}

/** ρ(A): the largest modulus of an eigenvalue, which may be complex. */
export function spectralRadius(A: Rows): number {
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(matrixOf(A));
  return Math.max(...realEigenvalues.map((real, k) => Math.hypot(real, imaginaryEigenvalues[k])));
}

/** ‖A‖₂, the largest singular value. */
export function spectralNorm(A: Rows): number {
  return normOf(matrixOf(A));
}

/**
 * Φ(A) = sup_k ‖A^k‖₂/ρ(A)^k over k = 0 … `most`: 1 where A is normal, above 1 where it swells before it fades, without bound where A
 * has no full set of eigenvectors (then this is its value up to `most`). 1 for A = 0. Throws where only A's powers are 0.
 */
export function growthConstant(A: Rows, most = 1000): number {
  const radius = spectralRadius(A);
  const matrix = matrixOf(A);
  if (!(radius > 1e-12)) {
    if (normOf(matrix) === 0) return 1;
    throw new Error("a matrix without eigenvalues beside 0 has no growth constant");
  }
  const scaled = Matrix.mul(matrix, 1 / radius);
  let power = Matrix.eye(matrix.rows, matrix.rows);
  let largest = 1;
  for (let k = 1; k <= most; k++) {
    power = power.mmul(scaled);
    largest = Math.max(largest, normOf(power));
  }
  return largest;
}

/** D + C(I − A)⁻¹B [m × p]: the outputs to which an input that is kept up leads. Throws where A has the eigenvalue 1. */
export function steadyGain({ A, B, C, D }: LinearSystem): number[][] {
  const n = A.length;
  const resting = Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return (i === j ? 1 : 0) - A[i][j];
  });
  const solve = factorised(resting, n);
  const states = D[0].map((_, input) => solve(B.map((row) => row[input])));
  return D.map((direct, output) =>
    direct.map((d, input) => C[output].reduce((sum, c, i) => sum + c * states[input][i], d)),
  );
}

/** Sums of columns: how much an input counts where all outputs add up. */
export function columnSums(rows: Rows): Float64Array {
  return Float64Array.from(rows[0], (_, k) => rows.reduce((sum, row) => sum + row[k], 0));
}

function matrixOf(rows: Rows): Matrix {
  return new Matrix(rows.map((row) => [...row]));
}

function normOf(matrix: Matrix): number {
  const { diagonal } = new SingularValueDecomposition(matrix, {
    computeLeftSingularVectors: false,
    computeRightSingularVectors: false,
    autoTranspose: true,
  });
  return Math.max(...diagonal);
}
