// How alike the forward and the feedback network of counter-current learning are: what matching layers hold of the same examples, and how
// alike matching weights are, of which none are shared.

import { cosine } from "../../math/cosine.ts";
import { np } from "../../nn/jax.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import type { RuledNetwork } from "./credit-rules.ts";

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

/** A meter over batches of `rows` examples, of the parameters as they are; it measures nothing without a feedback network. */
export function alikeness({ network, feedback, parameters }: RuledNetwork, rows: number) {
  if (feedback === undefined) return { measure: () => ({}), close() {} };
  const { layers, shapes, sizes } = network;
  const hidden = Array.from({ length: layers - 1 }, (_, k) => k + 1);
  const program = networkProgram(
    [parameters],
    ([weights], [x, targets]) => {
      const up = network.outputs(weights.slice(0, shapes.length), x);
      const down = feedback.outputs(weights.slice(shapes.length), targets);
      const similar = hidden.map((l) => linearCka(up[l].ref, down[layers - l].ref));
      for (const output of [...up, ...down]) output.dispose();
      return similar;
    },
    [
      [rows, sizes[0]],
      [rows, sizes[layers]],
    ],
  );
  return {
    /**
     * `similarityL`: the centred kernel alignment of level L and its mirror, where the targets of examples are carried down. `weightCosineL`:
     * the cosine of the weights above level L and the transposed weights of their mirror, from the input up.
     */
    measure(x: Float32Array, targets: Float32Array): Record<string, number> {
      const outputs = program.run(x, targets);
      const similar = hidden.map((l) => [`similarity${l}`, outputs[l - 1][0]]);
      const cosines = [0, ...hidden].map((l) => {
        const [own, mirror] = [parameters.view(2 * l), parameters.view(shapes.length + 2 * (layers - 1 - l))];
        return [`weightCosine${l}`, cosine(own, transposed(mirror, sizes[l + 1], sizes[l]))];
      });
      return Object.fromEntries([...similar, ...cosines]);
    },
    close: program.close,
  };
}

/** [rows × columns] → [columns × rows]. */
function transposed(a: ArrayLike<number>, rows: number, columns: number): Float32Array {
  const t = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) t[j * rows + i] = a[i * columns + j];
  return t;
}
