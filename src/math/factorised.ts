// One dense matrix, many right-hand sides: LU decomposition through ml-matrix, done once.

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
