// How the gradients of several losses become one: the nearest point of their hull, or a mean after conflicts are projected away.

import type { Random } from "../../core/random.ts";
import { minNormWeights } from "../../math/min-norm-point.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** Gradients of this norm or less, or that are not finite, count nothing. */
const LEAST_NORM = 1e-12;

/** Scalar product in double precision. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** Scalar products of all pairs, [n × n]. */
export function gramOf(gradients: readonly Float32Array[]): number[][] {
  const gram = gradients.map(() => new Array<number>(gradients.length).fill(0));
  for (const [i, a] of gradients.entries()) {
    for (let j = i; j < gradients.length; j++) {
      gram[i][j] = dot(a, gradients[j]);
      gram[j][i] = gram[i][j];
    }
  }
  return gram;
}

/** The weights of a hull's nearest point, and the mean norm of the gradients that count. */
export interface HullPoint {
  /** [n]; 0 for gradients that count nothing, and for all where none does. */
  readonly weights: Float64Array;
  readonly norms: readonly number[];
  readonly meanNorm: number;
}

/**
 * The nearest point of the hull of gradients, which `unit` divides by their norms before; `gram` has their scalar products. One gradient that
 * counts is taken as it is. Source: MARBLE (arXiv 2605.06507) and its released balancer.
 */
export function nearestPoint(gram: readonly (readonly number[])[], unit: boolean): HullPoint {
  const norms = gram.map((row, k) => Math.sqrt(row[k]));
  const valid = [...norms.keys()].filter((k) => Number.isFinite(norms[k]) && norms[k] > LEAST_NORM);
  const weights = new Float64Array(norms.length);
  if (valid.length === 0) return { weights, norms, meanNorm: 0 };
  const meanNorm = valid.reduce((sum, k) => sum + norms[k], 0) / valid.length;
  // Without unit norms a common factor leaves the weights as they are.
  const divisor = (k: number) => (unit ? norms[k] : meanNorm);
  const found = minNormWeights(valid.map((i) => valid.map((j) => gram[i][j] / divisor(i) / divisor(j))));
  for (const [at, k] of valid.entries()) weights[k] = found[at];
  return { weights, norms, meanNorm };
}

/** Writes Σ_k w_k·g_k, leaving out gradients without weight, which may be anything. */
export function combine(gradients: readonly Float32Array[], weights: ArrayLike<number>, into: Float32Array): void {
  into.fill(0);
  for (const [i, gradient] of gradients.entries()) {
    const weight = weights[i];
    if (weight !== 0) for (let k = 0; k < into.length; k++) into[k] += weight * gradient[k];
  }
}

/** Writes the nearest point; of unit gradients it is d*·mean‖g‖. */
export function writeNearest(
  gradients: readonly Float32Array[],
  { weights, norms, meanNorm }: HullPoint,
  unit: boolean,
  into: Float32Array,
): void {
  combine(gradients, unit ? weights.map((w, k) => (w === 0 ? 0 : (w * meanNorm) / norms[k])) : weights, into);
}

/**
 * Writes the mean of gradients, from each of which the parts that oppose the others are projected away, one by one in random order
 * (PCGrad: Yu et al., arXiv 2001.06782).
 */
export function writeProjected(gradients: readonly Float32Array[], random: Random, into: Float32Array): void {
  into.fill(0);
  const own = new Float32Array(into.length);
  const squares = gradients.map((gradient) => dot(gradient, gradient));
  for (const [i, gradient] of gradients.entries()) {
    own.set(gradient);
    const others = [...gradients.keys()].filter((j) => j !== i && squares[j] > 0);
    shuffle(others, random);
    for (const j of others) {
      const product = dot(own, gradients[j]);
      if (product < 0) for (let k = 0; k < own.length; k++) own[k] -= (product / squares[j]) * gradients[j][k];
    }
    for (let k = 0; k < own.length; k++) into[k] += own[k] / gradients.length;
  }
}

/** The least cosine of a direction with gradients that count; undefined where there is none, or no direction. */
export function worstCosine(direction: Float32Array, gradients: readonly Float32Array[]): number | undefined {
  const length = Math.sqrt(dot(direction, direction));
  const cosines = gradients.flatMap((gradient) => {
    const norm = Math.sqrt(dot(gradient, gradient));
    return Number.isFinite(norm) && norm > LEAST_NORM ? [dot(direction, gradient) / length / norm] : [];
  });
  return cosines.length === 0 || !(length > 0) ? undefined : Math.min(...cosines);
}
