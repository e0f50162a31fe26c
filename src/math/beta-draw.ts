// Draws from gamma and beta distributions by a named stream. The library's own generators keep one hidden global state,
// so a seed could not fix them; and its quantiles are too slow to invert at every round of a bandit.

import type { Random } from "../core/random.ts";

/** Gamma(shape, 1), shape > 0, by the squeeze-free rejection of Marsaglia & Tsang (2000); below 1 by their boost U^{1/shape}. */
export function drawGamma(shape: number, random: Random): number {
  if (shape < 1) return drawGamma(shape + 1, random) * random.uniform() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    // log 0 is −∞, which accepts, as it should.
    if (Math.log(random.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Beta(a, b), a and b > 0: the share of one gamma in two. */
export function drawBeta(a: number, b: number, random: Random): number {
  const x = drawGamma(a, random);
  const y = drawGamma(b, random);
  return x / (x + y);
}
