// Mean, variance and quantiles of samples in plain or typed arrays. Only quantiles allocate memory, and deviations of values whose squares
// overflow.

import { areLevel } from "../../math/spread.ts";

/** Arithmetic mean; NaN without data. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/**
 * Variance with n − `lost` in the denominator: 1 for a sample, 0 for a population. It is 0 for equal values and NaN without enough data.
 */
export function variance(values: ArrayLike<number>, lost: 0 | 1 = 1): number {
  const n = values.length;
  if (n <= lost) return Number.NaN;
  if (areLevel(values)) return 0;
  const m = mean(values);
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (values[i] - m) ** 2;
  return sum / (n - lost);
}

/** Square root of `variance`, also where the variance overflows. */
export function deviation(values: ArrayLike<number>, lost: 0 | 1 = 1): number {
  const direct = Math.sqrt(variance(values, lost));
  if (direct !== Number.POSITIVE_INFINITY) return direct;
  const scale = 2 ** 600;
  const scaled = Array.from(values, (value) => value / scale);
  return scale * Math.sqrt(variance(scaled, lost));
}

/** Quantile by linear interpolation between order statistics (type 7 of Hyndman & Fan, 1996); NaN without data. */
export function quantile(values: ArrayLike<number>, probability: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return Number.NaN;
  const at = probability * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/** Median, the middle of the sorted values. */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}
