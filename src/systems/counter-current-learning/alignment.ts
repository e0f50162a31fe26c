// How alike two representations of the same samples are, whatever their axes.

import { Matrix } from "ml-matrix";

/**
 * Linear centred kernel alignment ‖YᵀX‖²/(‖XᵀX‖·‖YᵀY‖), Frobenius norms of centred columns (Kornblith et al., 2019, arXiv
 * 1905.00414, eq. 1 with linear kernels), in [0, 1]: 1 where one is a rotation and scaling of the other; null where one of
 * them does not vary. `x` and `y` are [rows × width], row by row.
 */
export function linearCka(x: ArrayLike<number>, y: ArrayLike<number>, rows: number): number | null {
  if (!(rows > 0) || x.length % rows !== 0 || y.length % rows !== 0) {
    throw new Error(`${x.length} and ${y.length} numbers are no two representations of ${rows} samples`);
  }
  const [a, b] = [x, y].map((values) =>
    Matrix.from1DArray(rows, values.length / rows, Array.from(values)).center("column"),
  );
  const scale = a.transpose().mmul(a).norm("frobenius") * b.transpose().mmul(b).norm("frobenius");
  return scale > 0 ? Math.min(1, a.transpose().mmul(b).norm("frobenius") ** 2 / scale) : null;
}
