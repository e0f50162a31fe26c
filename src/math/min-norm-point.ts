// The point nearest to the origin in the hull of some vectors, which only their Gram matrix decides.

import { Matrix, pseudoInverse } from "ml-matrix";

/** Where a share, a step or a slope counts as 0; Gram matrices of unit vectors have entries of at most 1. */
const TINY = 1e-12;

/**
 * Weights α of the point Σ α_k·g_k of least norm: argmin ½α'Mα over α ≥ 0, Σ α = 1, with the Gram matrix M [n × n] of vectors whose norms are
 * about 1. An active-set method, exact to machine precision. It begins at equal weights, so that these stay where many weights are best.
 * Source: Wolfe (1976); of gradients Désidéri (2012).
 */
export function minNormWeights(gram: readonly ArrayLike<number>[]): Float64Array {
  const n = gram.length;
  const weights = new Float64Array(n).fill(1 / n);
  const free = new Set(weights.keys());
  const slopes = new Float64Array(n);
  // Of finitely many faces none is optimised twice, but for rounding.
  for (let round = 0; round < 100 * n; round++) {
    for (let i = 0; i < n; i++) slopes[i] = weights.reduce((sum, w, j) => sum + w * gram[i][j], 0);
    const face = [...free];
    const step = stepOnFace(gram, face, slopes);
    let length = 1;
    let blocked: number | undefined;
    for (const [k, i] of face.entries()) {
      if (step[k] < -TINY && -weights[i] / step[k] < length) [length, blocked] = [-weights[i] / step[k], i];
    }
    const moves = step.some((size) => Math.abs(size) > TINY);
    if (moves) for (const [k, i] of face.entries()) weights[i] = Math.max(0, weights[i] + length * step[k]);
    if (blocked !== undefined) {
      weights[blocked] = 0;
      free.delete(blocked);
    } else if (!moves) {
      const level = weights.reduce((sum, w, i) => sum + w * slopes[i], 0);
      const lowest = slopes.reduce((best, slope, i) => (slope < slopes[best] ? i : best), 0);
      if (free.has(lowest) || slopes[lowest] > level - TINY) break;
      free.add(lowest);
    }
  }
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/** The shortest step to the minimum on the plane of a face, on which weights still sum to 1. */
function stepOnFace(gram: readonly ArrayLike<number>[], face: readonly number[], slopes: Float64Array): number[] {
  const size = face.length;
  const system = Matrix.zeros(size + 1, size + 1);
  for (const [a, i] of face.entries()) {
    for (const [b, j] of face.entries()) system.set(a, b, gram[i][j]);
    system.set(a, size, 1);
    system.set(size, a, 1);
  }
  const right = Matrix.columnVector([...face.map((i) => -slopes[i]), 0]);
  return pseudoInverse(system, TINY).mmul(right).to1DArray().slice(0, size);
}
