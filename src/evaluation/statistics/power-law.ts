// How fast something falls: the slope of a straight line through logarithms, which is the exponent of a power law.

import { qt } from "lib-r-math.js";
import { slope } from "./correlation.ts";
import { mean } from "./moments.ts";

/** The exponent p of y ≈ c·x^p with its confidence bounds; null where the data cannot give one. */
export interface PowerLaw {
  readonly exponent: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/**
 * Least squares of ln y on ln x, with Student's t interval of the slope over n − 2 degrees of freedom. The interval takes the
 * points' errors for independent, which those of a running mean are not. Throws where a value is not above 0.
 */
export function powerLaw(x: ArrayLike<number>, y: ArrayLike<number>, confidence = 0.95): PowerLaw {
  const [lx, ly] = [x, y].map((values) =>
    Float64Array.from(values, (value) => {
      if (!(value > 0)) throw new Error(`${value} has no logarithm`);
      return Math.log(value);
    }),
  );
  const n = lx.length;
  const exponent = slope(lx, ly);
  if (exponent === null || n < 3) return { exponent, low: null, high: null, n };
  const [mx, my] = [mean(lx), mean(ly)];
  let [left, spread] = [0, 0];
  for (let k = 0; k < n; k++) {
    left += (ly[k] - my - exponent * (lx[k] - mx)) ** 2;
    spread += (lx[k] - mx) ** 2;
  }
  const half = qt(0.5 + confidence / 2, n - 2) * Math.sqrt(left / (n - 2) / spread);
  return { exponent, low: exponent - half, high: exponent + half, n };
}

/**
 * The exponent of means: `samples` has a row of y for each seed, [seeds][x], whose means over seeds are fitted. The interval is the
 * jackknife's over seeds, by Student's t; it needs no assumption about points that one run has in common. Throws as `powerLaw`, also
 * where the means without one seed have no logarithm.
 */
export function meanPowerLaw(x: ArrayLike<number>, samples: readonly ArrayLike<number>[], confidence = 0.95): PowerLaw {
  const n = samples.length;
  const fitted = (rows: readonly ArrayLike<number>[]) =>
    powerLaw(
      x,
      Array.from({ length: x.length }, (_, k) => mean(rows.map((row) => row[k]))),
    ).exponent;
  const exponent = fitted(samples);
  if (exponent === null || n < 2) return { exponent, low: null, high: null, n };
  const without = samples.map((_, seed) => fitted(samples.filter((__, other) => other !== seed)) ?? exponent);
  const centre = mean(without);
  const variance = ((n - 1) / n) * without.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const half = qt(0.5 + confidence / 2, n - 1) * Math.sqrt(variance);
  return { exponent, low: exponent - half, high: exponent + half, n };
}
