// Paired comparison of two variants on the same seeds: each seed contributes a difference, in which effects of the seed cancel.

import { pnorm, pt } from "lib-r-math.js";
import { areLevel, isNoSpread } from "../../math/spread.ts";
import { type Estimate, estimate, type Replicates, spreadOfMean } from "./interval.ts";
import { deviation, mean } from "./moments.ts";

/** A paired comparison b − a. */
export interface PairedEffect extends Estimate {
  /** Cohen's d of the paired differences: their mean over their standard deviation. Null without spread or data. */
  readonly effectSize: number | null;
  /** Student's t of the differences and its two-sided p; null without spread or data. */
  readonly t: number | null;
  readonly p: number | null;
}

export interface Pairing {
  /** Subtracted from n in the denominator of the standard deviation: 1 for samples, 0 for populations, as some reports use it. */
  readonly lost?: 0 | 1;
  /** Set where pairs are replicates of a bootstrap. */
  readonly replicates?: Replicates | undefined;
  /** Coverage of the interval. */
  readonly confidence?: number;
}

/**
 * Compares `b` with `a` in pairs. There is no interval with fewer than two pairs, nor where differences other than 0 are equal in too few
 * pairs to exclude a coincidence.
 */
export function pairedEffect(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { lost = 1, replicates, confidence = 0.95 }: Pairing = {},
): PairedEffect {
  if (a.length !== b.length) throw new Error(`paired samples of ${a.length} and ${b.length} values`);
  const differences = Float64Array.from({ length: a.length }, (_, i) => b[i] - a[i]);
  const interval = estimate(differences, confidence, replicates);
  const spread = deviation(differences, lost);
  // Differences that are equal up to rounding have no spread for an effect size.
  let scale = 0;
  for (let i = 0; i < a.length; i++) scale = Math.max(scale, Math.abs(a[i]), Math.abs(b[i]));
  if (isNoSpread(spread, scale)) {
    const known = isChance(a, b, confidence) ? { low: null, high: null } : {};
    return { ...interval, ...known, effectSize: null, t: null, p: null };
  }
  const effectSize = mean(differences) / spread;
  const known = spreadOfMean(differences.length, replicates);
  if (known === undefined) return { ...interval, effectSize, t: null, p: null };
  const t = mean(differences) / (deviation(differences) / Math.sqrt(known.size));
  return { ...interval, effectSize, t, p: twoSidedP(t, known.freedom) };
}

/**
 * Whether equal differences other than 0 may be a coincidence of few pairs, so that they determine no interval: both sides vary, and a sign
 * test of n pairs, 2·2⁻ⁿ, does not reach the level. Where a side is the same in all pairs, equal differences are no coincidence.
 */
function isChance(a: ArrayLike<number>, b: ArrayLike<number>, confidence: number): boolean {
  if (areLevel(a) || areLevel(b) || isNoSpread(Math.abs(b[0] - a[0]), Math.abs(a[0]))) return false;
  return 2 ** (1 - a.length) > 1 - confidence;
}

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
