// Tail of Student's t distribution. lib-r-math's own gives 0 for moderate t when there are more than about a hundred
// degrees of freedom, where the true value is small but far from 0; there Hill's expansion takes its place.

import { pnorm, pt } from "lib-r-math.js";

/** Two-sided p value of |t| or more with `df` degrees of freedom. */
export function twoSidedP(t: number, df: number): number {
  const size = Math.abs(t);
  const tail = pt(-size, df);
  return Math.min(1, 2 * (tail > 0 || !Number.isFinite(size) ? tail : pnorm(-normalDeviate(size, df))));
}

/** The normal deviate with the same tail as t (Hill, 1970, Algorithm 395); better than 1e-5 relative in z for df ≥ 5. */
export function normalDeviate(t: number, df: number): number {
  const a = df - 0.5;
  const b = 48 * a * a;
  const z2 = a * Math.log1p((t * t) / df);
  const correction = ((((-0.4 * z2 - 3.3) * z2 - 24) * z2 - 85.5) / (0.8 * z2 * z2 + 100 + b) + z2 + 3) / b;
  return (1 + correction) * Math.sqrt(z2);
}
