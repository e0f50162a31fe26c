// Smoothing of noisy curves by an exponential moving average.

import { isNumber } from "../evaluation/number-format.ts";
import type { Curve } from "../lab/report/report-data.ts";

/**
 * sₖ = Σⱼ₌₀ᵏ wʲ xₖ₋ⱼ / Σⱼ₌₀ᵏ wʲ: an exponential moving average without the initial bias towards zero. The weight w is in [0, 1), and 0
 * changes nothing. A value that is not a number stays, and is skipped by the average.
 */
export function smoothed(values: readonly number[], weight: number): number[] {
  let [sum, weights] = [0, 0];
  return values.map((value) => {
    if (!isNumber(value)) return value;
    [sum, weights] = [weight * sum + value, weight * weights + 1];
    return sum / weights;
  });
}

/** Returns a curve with its mean smoothed; its interval is that of the original values. */
export const smoothedCurve = (curve: Curve, weight: number): Curve => ({
  ...curve,
  mean: smoothed(curve.mean, weight),
});
