// The largest of n independent standard normal numbers: its mean and its mean square. What best-of-n comes to on Gaussian answers.

import { dnorm, pnorm } from "lib-r-math.js";

/** Where the integrand is nothing beyond. */
const FAR = 12;
const STEP = 0.02;

/** E max and E max² of n draws, by E f(max) = ∫ f(x)·n·φ(x)·Φ(x)^(n−1) dx; the trapezoidal rule is exact to rounding here. */
export function normalMaximum(n: number): { readonly mean: number; readonly square: number } {
  let [mean, square] = [0, 0];
  for (let k = -FAR / STEP; k <= FAR / STEP; k++) {
    const x = k * STEP;
    const weight = STEP * n * dnorm(x) * Math.exp((n - 1) * pnorm(x, 0, 1, true, true));
    mean += weight * x;
    square += weight * x * x;
  }
  return { mean, square };
}
