// How alike two networks represent the same examples, up to rotation and scale.

import { np } from "../../nn/jax.ts";

/** Below any product of two squared lengths that counts. */
const SMALL = 1e-30;

/**
 * Linear centred kernel alignment ‖YᵀX‖²/(‖XᵀX‖·‖YᵀY‖), Frobenius norms of centred columns (Kornblith et al., 2019, arXiv 1905.00414, eq. 1
 * with linear kernels), in [0, 1]: 1 where one is a rotation and scaling of the other, and 0 where one of them does not vary. Consumes `x`
 * and `y`, [rows × width] each; the result has shape [].
 */
export function linearCka(x: np.Array, y: np.Array): np.Array {
  const [a, b] = [x, y].map((values) => {
    const [rows, width] = values.shape;
    return values.ref.sub(
      np
        .sum(values, 0)
        .reshape([1, width])
        .mul(1 / rows),
    );
  });
  const square = (left: np.Array, right: np.Array) => np.sum(np.square(np.dot(np.transpose(left), right)));
  const own = square(a.ref, a.ref).mul(square(b.ref, b.ref));
  return square(b, a).div(np.maximum(np.sqrt(own), SMALL));
}
