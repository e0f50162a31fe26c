// What is known of a vector from directions that were looked in: S = λI + Σ w·xxᵀ, as a Cholesky factor that is kept up to
// date, with the Gaussians N(m, σ²S⁻¹) that belong to it.

import type { Random } from "../core/random.ts";
import { choleskyUpdate, solveLower, solveUpper } from "./cholesky.ts";

/** S and what is asked of it. None of its methods allocates. */
export type Precision = ReturnType<typeof precision>;

/** S = ridge·I, ridge > 0. */
export function precision(dimension: number, ridge: number) {
  const n = dimension;
  const factor = new Float64Array(n * n);
  const work = new Float64Array(n);
  for (let k = 0; k < n; k++) factor[k * n + k] = Math.sqrt(ridge);
  return {
    /** L with S = L·Lᵀ, lower triangle of [dimension × dimension]. */
    factor,
    /** S ← S + weight·xxᵀ, weight ≥ 0. Default 1. */
    add(x: ArrayLike<number>, weight = 1) {
      const root = Math.sqrt(weight);
      for (let k = 0; k < n; k++) work[k] = root * x[k];
      choleskyUpdate(factor, n, work);
    },
    /** ‖x‖ in S⁻¹: √(xᵀS⁻¹x). */
    norm: (x: ArrayLike<number>) => normIn(factor, n, x, work),
    /** Replaces b by S⁻¹b. */
    solve(b: Float64Array) {
      solveLower(factor, n, b);
      solveUpper(factor, n, b);
    },
    /** Replaces b by a draw from N(S⁻¹b, σ²S⁻¹). σ = 0 draws nothing from `random`. */
    draw(b: Float64Array, deviation: number, random: Random) {
      solveLower(factor, n, b);
      addNoise(b, deviation, random);
      solveUpper(factor, n, b);
    },
  };
}

/** √(xᵀS⁻¹x) by the factor of S. `work` is overwritten. */
export function normIn(factor: Float64Array, n: number, x: ArrayLike<number>, work: Float64Array): number {
  for (let k = 0; k < n; k++) work[k] = x[k];
  solveLower(factor, n, work);
  let sum = 0;
  for (let k = 0; k < n; k++) sum += work[k] * work[k];
  return Math.sqrt(sum);
}

/** Adds σ·z to each entry. */
export function addNoise(b: Float64Array, deviation: number, random: Random): void {
  if (deviation === 0) return;
  for (let k = 0; k < b.length; k++) b[k] += deviation * random.normal();
}
