// Mean and covariance of a set of vectors that grows and shrinks: sums of vectors and of their products are kept, so that adding a vector,
// or taking one away, costs O(d²) for d numbers.

import type { Moments } from "../core/outcome-prior.ts";

/** Moments of a set; `moments` and `products` are arrays that the next call overwrites. */
export interface RunningMoments {
  readonly count: number;
  /** Adds the vector at `at`. */
  add(rows: ArrayLike<number>, at?: number): void;
  /** Takes away a vector that was added. */
  remove(rows: ArrayLike<number>, at?: number): void;
  /** The mean, and the covariance with the divisor n − 1; zeros where there are fewer than two vectors. */
  moments(): Moments;
  /** Σ x·xᵀ, [d × d]. */
  products(): Float64Array;
}

/** An empty set of vectors of `size` numbers. */
export function runningMoments(size: number): RunningMoments {
  let count = 0;
  const sums = new Float64Array(size);
  const products = new Float64Array(size * size);
  const mean = new Float64Array(size);
  const covariance = new Float64Array(size * size);
  const change = (rows: ArrayLike<number>, at: number, sign: 1 | -1): void => {
    count += sign;
    for (let a = 0; a < size; a++) {
      const one = sign * rows[at + a];
      sums[a] += one;
      for (let b = 0; b < size; b++) products[a * size + b] += one * rows[at + b];
    }
  };
  return {
    get count() {
      return count;
    },
    add: (rows, at = 0) => change(rows, at, 1),
    remove: (rows, at = 0) => change(rows, at, -1),
    moments() {
      for (let a = 0; a < size; a++) mean[a] = count > 0 ? sums[a] / count : 0;
      for (let a = 0; a < size; a++) {
        for (let b = 0; b < size; b++) {
          const centred = products[a * size + b] - count * mean[a] * mean[b];
          covariance[a * size + b] = count > 1 ? centred / (count - 1) : 0;
        }
      }
      return { mean, covariance };
    },
    products: () => products,
  };
}

/** Moments of the rows [n × size] of a table. */
export function momentsOf(rows: ArrayLike<number>, size: number): Moments {
  const set = runningMoments(size);
  for (let at = 0; at < rows.length; at += size) set.add(rows, at);
  return set.moments();
}
