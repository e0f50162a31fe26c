// Curves smoothed by an exponential moving average, to see where noise goes.

import { isNumber } from "../evaluation/number-format.ts";
import type { Curve } from "../lab/report/report-data.ts";

/**
 * sₖ = Σⱼ₌₀ᵏ wʲ xₖ₋ⱼ / Σⱼ₌₀ᵏ wʲ: an average without the pull to zero at its beginning. The weight w is in [0, 1), and 0 changes nothing.
 * What is no number stays, and the average goes on behind it.
 */
export function smoothed(values: readonly number[], weight: number): number[] {
  let [sum, weights] = [0, 0];
  return values.map((value) => {
    if (!isNumber(value)) return value;
    [sum, weights] = [weight * sum + value, weight * weights + 1];
    return sum / weights;
  });
}

/** A curve whose mean is smoothed; its interval stays that of the values as they are. */
export const smoothedCurve = (curve: Curve, weight: number): Curve => ({
  ...curve,
  mean: smoothed(curve.mean, weight),
});
