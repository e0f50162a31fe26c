// Dense linear systems through ml-matrix.

import { Matrix, solve } from "ml-matrix";

/** x with A·x = b by LU decomposition; `a` is [n × n] row-major, `b` [n]. Throws where A is singular to working precision. */
export function linearSolve(a: Float64Array, b: ArrayLike<number>): Float64Array {
  const n = b.length;
  const matrix = Matrix.from1DArray(n, n, a);
  const solution = solve(matrix, Matrix.columnVector(Array.from(b))).to1DArray();
  if (!solution.every(Number.isFinite)) throw new Error("the linear system is singular");
  return Float64Array.from(solution);
}
