// Uncertainty of a mean or a share. No data, or one value, has no interval: the bounds are null then, never the mean.

import { qnorm, qt } from "lib-r-math.js";
import { deviation, mean } from "./moments.ts";

/** A mean with its confidence bounds; null where the data cannot give one. */
export interface Estimate {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Independent values behind the estimate. */
  readonly n: number;
}

/** Mean with Student's t interval over independent values (the cells' means, one per seed). */
export function estimate(values: ArrayLike<number>, confidence = 0.95): Estimate {
  const n = values.length;
  if (n === 0) return { mean: null, low: null, high: null, n };
  const m = mean(values);
  if (n === 1) return { mean: m, low: null, high: null, n };
  const half = (qt(0.5 + confidence / 2, n - 1) * deviation(values)) / Math.sqrt(n);
  return { mean: m, low: m - half, high: m + half, n };
}

/**
 * Σ a/Σ b with Student's t interval over independent pairs (seeds), by the spread of a − (Σ a/Σ b)·b (the delta method):
 * the ratio of sums, where the mean of ratios would be biased. No mean where Σ b is 0.
 */
export function ratio(a: ArrayLike<number>, b: ArrayLike<number>, confidence = 0.95): Estimate {
  const n = a.length;
  if (b.length !== n) throw new Error(`a ratio of ${n} and ${b.length} values`);
  const below = n === 0 ? 0 : mean(b);
  if (!(Math.abs(below) > 0)) return { mean: null, low: null, high: null, n };
  const value = mean(a) / below;
  if (n === 1) return { mean: value, low: null, high: null, n };
  const residuals = Float64Array.from(a, (x, k) => x - value * b[k]);
  const half = (qt(0.5 + confidence / 2, n - 1) * deviation(residuals)) / (Math.sqrt(n) * Math.abs(below));
  return { mean: value, low: value - half, high: value + half, n };
}

/** Share of successes with Wilson's score interval (1927). */
export function wilson(successes: number, trials: number, confidence = 0.95): Estimate {
  if (trials === 0) return { mean: null, low: null, high: null, n: 0 };
  const z = qnorm(0.5 + confidence / 2);
  const p = successes / trials;
  const centre = (p + (z * z) / (2 * trials)) / (1 + (z * z) / trials);
  const half = (z / (1 + (z * z) / trials)) * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
  return { mean: p, low: Math.max(0, centre - half), high: Math.min(1, centre + half), n: trials };
}
