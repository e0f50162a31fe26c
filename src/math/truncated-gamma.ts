// A gamma distribution of which only what lies below an end is kept: prices of auctions that were won show no others. Fitted to the mean
// and the standard deviation of what is seen.

import { pgamma, qgamma } from "lib-r-math.js";
import { root } from "./root.ts";

/** X ~ Gamma(shape, scale), given 0 < X ≤ high. */
export interface TruncatedGamma {
  readonly shape: number;
  readonly scale: number;
  readonly high: number;
}

/** Doublings of a bracket before a fit is given up: a scale 2⁴⁰ times the mean is no scale but a power law. */
const MOST_DOUBLINGS = 40;

/** Mean and standard deviation: E[X] = kθ·F_{k+1}(h)/F_k(h), E[X²] = k(k + 1)θ²·F_{k+2}(h)/F_k(h), F_k being the gamma's of shape k. */
export function truncatedMoments({ shape, scale, high }: TruncatedGamma): { mean: number; deviation: number } {
  const below = (k: number) => pgamma(high, k, undefined, scale);
  const all = below(shape);
  const mean = (shape * scale * below(shape + 1)) / all;
  const square = (shape * (shape + 1) * scale * scale * below(shape + 2)) / all;
  return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) };
}

/** The x with P(X ≤ x) = `share`. */
export function truncatedQuantile({ shape, scale, high }: TruncatedGamma, share: number): number {
  return Math.min(high, qgamma(share * pgamma(high, shape, undefined, scale), shape, undefined, scale));
}

/**
 * The one of this mean and standard deviation. For every shape above mean/(high − mean) one scale gives the mean, and the deviation falls as
 * the shape grows; so both are roots, one within the other. Throws an Error where no shape gives the deviation: it is too large for
 * the mean and the end (more than the power law's, whose scale is endless), or hardly any.
 */
export function fitTruncatedGamma(mean: number, deviation: number, high: number): TruncatedGamma {
  if (!(mean > 0 && mean < high && deviation > 0))
    throw new Error(`no mean ${mean} with deviation ${deviation} below ${high}`);
  const flattest = mean / (high - mean);
  const steepest = Math.max(2 * flattest, 4 * (mean / deviation) ** 2);
  const of = (logarithm: number): TruncatedGamma => {
    const shape = Math.exp(logarithm);
    return { shape, scale: scaleOf(shape, mean, high), high };
  };
  const missing = (logarithm: number) => truncatedMoments(of(logarithm)).deviation - deviation;
  const [low, top] = [Math.log(flattest * 1.001), Math.log(steepest)];
  if (!(missing(low) > 0 && missing(top) < 0))
    throw new Error(`no gamma distribution below ${high} has mean ${mean} and deviation ${deviation}`);
  return of(root(missing, low, top));
}

function scaleOf(shape: number, mean: number, high: number): number {
  const excess = (logarithm: number) => truncatedMoments({ shape, scale: Math.exp(logarithm), high }).mean - mean;
  // The scale of a gamma that goes on for ever: below an end its mean is smaller, and by hardly anything where the end is far.
  const low = Math.log(mean / shape) - 1e-9;
  for (let k = 1; k <= MOST_DOUBLINGS; k++) {
    const top = low + k * Math.LN2;
    const above = excess(top);
    if (above > 0) return Math.exp(root(excess, low, top));
    if (Number.isNaN(above)) break;
  }
  throw new Error(`no gamma distribution of shape ${shape} below ${high} has mean ${mean}`);
}
