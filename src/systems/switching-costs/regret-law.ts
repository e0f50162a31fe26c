// How mean regret grows with the number of rounds or another size, with an interval over seeds.

import type { Random } from "../../core/random.ts";
import { type PowerLaw, powerLaw } from "../../evaluation/statistics/correlation.ts";
import { mean, quantile } from "../../evaluation/statistics/moments.ts";
import { type Figure, ofExponent } from "../../study/figure.ts";

/**
 * The exponent of mean regret in `x`, with an interval over seeds. `points` holds for each x the regrets by seed of one or several
 * adversaries; of several the worst counts.
 */
export function regretLaw(
  x: readonly number[],
  points: readonly (readonly (readonly number[])[])[],
  random: Random,
): Figure {
  const curve = (chosen: ArrayLike<number>) =>
    points.map((regrets) => Math.max(...regrets.map((regret) => mean(Float64Array.from(chosen, (k) => regret[k])))));
  return ofExponent(resampledPowerLaw(x, curve, { seeds: points[0][0].length }, random));
}

/** What is resampled. */
interface Resampling {
  readonly seeds: number;
  /** Default 1000. */
  readonly draws?: number;
  /** Default 0.95. */
  readonly confidence?: number;
}

/**
 * The exponent of y ≈ c·x^p with its percentile interval (Efron, 1979). `curve` gives y at every x from seeds, numbers below
 * `seeds`, of which some come several times: a mean over them, or the worst of several means. Points of one seed may depend on
 * each other. `n` is the number of seeds. Throws where a value of a curve is not above 0.
 */
export function resampledPowerLaw(
  x: ArrayLike<number>,
  curve: (seeds: ArrayLike<number>) => ArrayLike<number>,
  { seeds, draws = 1000, confidence = 0.95 }: Resampling,
  random: Random,
): PowerLaw {
  const chosen = Uint32Array.from({ length: seeds }, (_, k) => k);
  const { exponent } = powerLaw(x, curve(chosen));
  if (exponent === null || seeds < 2) return { exponent, low: null, high: null, n: seeds };
  const exponents = Float64Array.from({ length: draws }, () => {
    for (let k = 0; k < seeds; k++) chosen[k] = random.integer(seeds);
    return powerLaw(x, curve(chosen)).exponent ?? Number.NaN;
  });
  const tail = (1 - confidence) / 2;
  return { exponent, low: quantile(exponents, tail), high: quantile(exponents, 1 - tail), n: seeds };
}
