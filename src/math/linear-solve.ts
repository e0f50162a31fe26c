// Dense linear systems through ml-matrix: one matrix, one or many right-hand sides, by an LU decomposition that is done once.

import { LuDecomposition, Matrix } from "ml-matrix";

/** A matrix that a decomposition may overwrite: the library would copy it through an iterator, which takes half as long again. */
class OwnMatrix extends Matrix {
  override clone(): this {
    return this;
  }
}

/** A solver b → A⁻¹b of the matrix `a`, [n × n] row-major. Throws where A is singular to working precision. */
export function factorised(a: Float64Array, n: number): (b: ArrayLike<number>) => Float64Array {
  const own = new OwnMatrix(n, n);
  for (let row = 0; row < n; row++) for (let k = 0; k < n; k++) own.set(row, k, a[row * n + k]);
  const decomposition = new LuDecomposition(own);
  if (decomposition.isSingular()) throw new Error("the linear system is singular");
  return (b) => {
    const x = Float64Array.from(decomposition.solve(Matrix.columnVector(b)).to1DArray());
    if (!x.every(Number.isFinite)) throw new Error("the linear system is singular");
    return x;
  };
}

/** x with A·x = b by LU decomposition; `a` is [n × n] row-major, `b` [n]. Throws where A is singular to working precision. */
export function linearSolve(a: Float64Array, b: ArrayLike<number>): Float64Array {
  return factorised(a, b.length)(b);
}

/**
 * η·Σ_{i=0..terms} (I + ηH)^i b, which tends to −H⁻¹b when every eigenvalue of I + ηH lies within the unit circle: for a
 * symmetric negative definite H, when the step η is below 2/‖H‖. `product` is x → Hx; it is called `terms` times and may
 * return the same array each time. The error shrinks by the spectral radius of I + ηH with every term.
 */
export function neumannSeries(
  product: (x: Float64Array) => Float64Array,
  b: ArrayLike<number>,
  step: number,
  terms: number,
): Float64Array {
  const term = Float64Array.from(b);
  const sum = Float64Array.from(b);
  for (let i = 0; i < terms; i++) {
    const moved = product(term);
    for (let k = 0; k < term.length; k++) {
      term[k] += step * moved[k];
      sum[k] += term[k];
    }
  }
  for (let k = 0; k < sum.length; k++) sum[k] *= step;
  return sum;
}
