// Dense linear systems through ml-matrix: one matrix, one or many right-hand sides, by an LU decomposition that is done once.

import { LuDecomposition, Matrix } from "ml-matrix";

/** A solver b → A⁻¹b of the matrix `a`, [n × n] row-major. Throws where A is singular to working precision. */
export function factorised(a: Float64Array, n: number): (b: ArrayLike<number>) => Float64Array {
  const decomposition = new LuDecomposition(Matrix.from1DArray(n, n, a));
  if (decomposition.isSingular()) throw new Error("the linear system is singular");
  return (b) => {
    const x = Float64Array.from(decomposition.solve(Matrix.columnVector(Array.from(b))).to1DArray());
    if (!x.every(Number.isFinite)) throw new Error("the linear system is singular");
    return x;
  };
}

/** x with A·x = b by LU decomposition; `a` is [n × n] row-major, `b` [n]. Throws where A is singular to working precision. */
export function linearSolve(a: Float64Array, b: ArrayLike<number>): Float64Array {
  return factorised(a, b.length)(b);
}
