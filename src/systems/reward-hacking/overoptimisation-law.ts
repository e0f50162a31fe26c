// The laws of over-optimisation of Gao, Schulman and Hilton (arXiv 2210.10760), fitted to a curve: gold by d = √KL.

import type { PressurePoint } from "../../evaluation/overoptimisation/pressure-curve.ts";

/** *best-of-n*: d(α − βd). *reinforcement*: d(α − β ln d). */
export type OverOptimisationForm = "best-of-n" | "reinforcement";

/** A fitted law. */
export interface OverOptimisationLaw {
  readonly alpha: number;
  readonly beta: number;
  /** Share of gold's variance over the points that the law explains. A good fit is no evidence that gold turns down. */
  readonly explained: number;
  /** d at which the law is highest: α/(2β), or exp(α/β − 1). Null where it rises for ever. */
  readonly peak: number | null;
}

/** Least squares over the points of d ≥ `least`, below which ln d says nothing. Null with fewer than three of them. */
export function fitOverOptimisation(
  points: readonly PressurePoint[],
  form: OverOptimisationForm = "best-of-n",
  least = 0.3,
): OverOptimisationLaw | null {
  const kept = points.filter(({ divergence }) => Math.sqrt(divergence) >= least);
  if (kept.length < 3) return null;
  let [aa, ab, bb, ay, by, mean] = [0, 0, 0, 0, 0, 0];
  const terms = kept.map(({ divergence, gold }) => {
    const d = Math.sqrt(divergence);
    return { a: d, b: form === "best-of-n" ? -d * d : -d * Math.log(d), gold };
  });
  for (const { a, b, gold } of terms) {
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ay += a * gold;
    by += b * gold;
    mean += gold / terms.length;
  }
  const determinant = aa * bb - ab * ab;
  const alpha = (ay * bb - by * ab) / determinant;
  const beta = (aa * by - ab * ay) / determinant;
  let [left, spread] = [0, 0];
  for (const { a, b, gold } of terms) {
    left += (gold - alpha * a - beta * b) ** 2;
    spread += (gold - mean) ** 2;
  }
  const top = form === "best-of-n" ? alpha / (2 * beta) : Math.exp(alpha / beta - 1);
  return { alpha, beta, explained: 1 - left / spread, peak: beta > 0 ? Math.max(0, top) : null };
}
