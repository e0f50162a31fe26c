// From a record of inputs and outputs to a linear system that answers alike: ridge regression on the past, the Hankel matrix of what
// it finds, its singular values, and the shift from one column to the next (Ho & Kalman, 1966; Lale et al., 2020).

import { CholeskyDecomposition, Matrix, pseudoInverse, SingularValueDecomposition } from "ml-matrix";
import type { LinearSystem } from "./linear-system.ts";

/** Recorded inputs and outputs, row by row. */
export interface SystemRecord {
  /** [rounds × inputs] */
  readonly inputs: Float64Array;
  /** [rounds × outputs], seen before the state moved. */
  readonly outputs: Float64Array;
  readonly inputSize: number;
  readonly outputSize: number;
}

export interface IdentificationOptions {
  /** n: states of the system that is found. */
  readonly order: number;
  /** H: rounds of the past that an output is explained by. At least 2, and enough for `order` directions. */
  readonly lag: number;
  /** λ of the ridge. Default 1e-8. */
  readonly ridge?: number;
  /**
   * By past inputs alone, which is the more exact where inputs were chosen without regard to outputs; or by past outputs as well, for
   * inputs that answered them. Default inputs.
   */
  readonly by?: "inputs" | "both";
}

/** A system up to a change of its state's coordinates. */
export interface IdentifiedSystem extends LinearSystem {
  /** Of the Hankel matrix, largest first: where they fall off is the order. */
  readonly singularValues: readonly number[];
}

/**
 * y_t ≈ D·u_t + Σ_{i=1..H} (G_i·u_{t−i} + F_i·y_{t−i}). With the predictor x̂' = (A − LC)x̂ + (B − LD)u + Ly, F_i = C(A − LC)^{i−1}L and
 * G_i = C(A − LC)^{i−1}(B − LD); by inputs alone L = 0. The Hankel matrix of (F, G) is observability times controllability, from
 * which C, L, B − LD and, by the shift, A − LC are read. Throws where the record or the past is too short for the order.
 */
export function identifySystem(record: SystemRecord, options: IdentificationOptions): IdentifiedSystem {
  const { inputs, inputSize: p, outputSize: m } = record;
  const { order, lag, by = "inputs" } = options;
  const rounds = inputs.length / p;
  const past = by === "both" ? m + p : p;
  const rows = Math.floor(lag / 2);
  const columns = lag - rows;
  if (order > Math.min(rows * m, columns * past)) throw new Error(`${lag} rounds of past hold no ${order} states`);
  if (rounds - lag < p + lag * past) throw new Error(`${rounds} rounds are too few for ${lag} rounds of past`);
  const coefficients = regress(record, options);
  // Blocks [m × past], one for each round of the past.
  const block = (i: number, row: number, column: number) => coefficients.get(p + i * past + column, row);
  const hankel = (shift: number) => {
    const matrix = new Matrix(rows * m, columns * past);
    for (let i = 0; i < rows * m; i++) {
      for (let j = 0; j < columns * past; j++) {
        const at = Math.floor(i / m) + Math.floor(j / past) + shift;
        matrix.set(i, j, block(at, i % m, j % past));
      }
    }
    return matrix;
  };
  const { leftSingularVectors, rightSingularVectors, diagonal } = new SingularValueDecomposition(hankel(0), {
    autoTranspose: true,
  });
  const roots = Matrix.diag(diagonal.slice(0, order).map(Math.sqrt));
  const observability = leftSingularVectors.subMatrix(0, rows * m - 1, 0, order - 1).mmul(roots);
  const controllability = roots.mmul(rightSingularVectors.subMatrix(0, columns * past - 1, 0, order - 1).transpose());
  const shifted = pseudoInverse(observability).mmul(hankel(1)).mmul(pseudoInverse(controllability));
  const C = observability.subMatrix(0, m - 1, 0, order - 1);
  const D = coefficients.subMatrix(0, p - 1, 0, m - 1).transpose();
  const driven = controllability.subMatrix(0, order - 1, 0, p - 1);
  const system = (A: Matrix, B: Matrix): IdentifiedSystem => ({
    A: A.to2DArray(),
    B: B.to2DArray(),
    C: C.to2DArray(),
    D: D.to2DArray(),
    singularValues: diagonal,
  });
  if (by === "inputs") return system(shifted, driven);
  const L = controllability.subMatrix(0, order - 1, p, p + m - 1);
  return system(Matrix.add(shifted, L.mmul(C)), Matrix.add(driven, L.mmul(D)));
}

/** Ridge regression of an output on u_t and the past, newest first; [p + H·past × m]. The past shows inputs, then outputs. */
function regress({ inputs, outputs, inputSize: p, outputSize: m }: SystemRecord, options: IdentificationOptions) {
  const { lag, ridge = 1e-8, by = "inputs" } = options;
  const rounds = inputs.length / p;
  const past = by === "both" ? m + p : p;
  const width = p + lag * past;
  const row = new Float64Array(width);
  const squares = new Float64Array(width * width);
  const products = new Float64Array(width * m);
  for (let t = lag; t < rounds; t++) {
    for (let k = 0; k < p; k++) row[k] = inputs[t * p + k];
    for (let i = 1; i <= lag; i++) {
      const at = p + (i - 1) * past;
      for (let k = 0; k < p; k++) row[at + k] = inputs[(t - i) * p + k];
      for (let k = p; k < past; k++) row[at + k] = outputs[(t - i) * m + k - p];
    }
    for (let i = 0; i < width; i++) {
      for (let j = 0; j <= i; j++) squares[i * width + j] += row[i] * row[j];
      for (let k = 0; k < m; k++) products[i * m + k] += row[i] * outputs[t * m + k];
    }
  }
  const matrix = new Matrix(width, width);
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      matrix.set(i, j, squares[i * width + j] + (i === j ? ridge : 0));
      matrix.set(j, i, matrix.get(i, j));
    }
  }
  return new CholeskyDecomposition(matrix).solve(Matrix.from1DArray(width, m, products));
}
