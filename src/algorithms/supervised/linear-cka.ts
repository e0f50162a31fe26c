// How alike two networks represent the same examples, in whatever axes.

import { Matrix } from "ml-matrix";

/**
 * Linear centred kernel alignment ‖YᵀX‖²/(‖XᵀX‖·‖YᵀY‖), Frobenius norms of centred columns (Kornblith et al., 2019, arXiv 1905.00414, eq. 1
 * with linear kernels), in [0, 1]: 1 where one is a rotation and scaling of the other, and 0 where one of them does not vary. `x` and `y` are
 * [rows × width], row by row.
 */
export function linearCka(x: ArrayLike<number>, y: ArrayLike<number>, rows: number): number {
  const [a, b] = [x, y].map((values) =>
    Matrix.from1DArray(rows, values.length / rows, Array.from(values)).center("column"),
  );
  const scale = a.transpose().mmul(a).norm("frobenius") * b.transpose().mmul(b).norm("frobenius");
  return scale > 0 ? Math.min(1, a.transpose().mmul(b).norm("frobenius") ** 2 / scale) : 0;
}
