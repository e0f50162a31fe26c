// How alike the two networks are: what their layers say of the same samples, in any axes, and what they weigh it by.

import { Matrix } from "ml-matrix";
import { cosine } from "../../math/cosine.ts";
import { classFeedback, type DualNetwork } from "./counter-current.ts";
import { forwardPass, layerWeights, type Samples } from "./dense.ts";
import { GLYPH_CLASSES, GLYPH_PIXELS } from "./glyphs.ts";
import { transposed } from "./products.ts";

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

/** Measures the two networks on the first `samples` level by level; nothing where there is only one. */
export function probeOf({ forward, feedback }: Partial<DualNetwork>, { inputs, targets }: Samples, samples: number) {
  if (forward === undefined || feedback === undefined) return { alignment: () => [], transport: () => [] };
  const { sizes } = forward;
  const layers = sizes.length - 1;
  const digits = Int32Array.from({ length: samples }, (_, i) =>
    targets.subarray(i * GLYPH_CLASSES, (i + 1) * GLYPH_CLASSES).indexOf(1),
  );
  return {
    alignment: () => {
      const up = forwardPass(forward, inputs.subarray(0, samples * GLYPH_PIXELS), samples);
      const down = classFeedback(feedback);
      return Array.from({ length: layers }, (_, l) => {
        const width = sizes[l];
        const rows = down.outputs[layers - l];
        const each = Float64Array.from(
          { length: samples * width },
          (_, k) => rows[digits[Math.floor(k / width)] * width + (k % width)],
        );
        return linearCka(up.outputs[l], each, samples) ?? Number.NaN;
      });
    },
    transport: () => Array.from({ length: layers }, (_, l) => transportCosine({ forward, feedback }, l)),
  };
}

/** Cosine between U and the transpose of its mirror V, as vectors; `l` counts forward layers from 0. */
export function transportCosine({ forward, feedback }: DualNetwork, l: number): number {
  const { sizes } = forward;
  const down = layerWeights(feedback, sizes.length - 2 - l);
  return cosine(layerWeights(forward, l), transposed(down, sizes[l + 1], sizes[l]));
}
