// Two variants on the same seeds: the difference of each pair is the datum, so that what the seeds share drops out.

import { type Estimate, estimate } from "./interval.ts";
import { deviation, mean } from "./moments.ts";
import { twoSidedP } from "./student.ts";

/** A paired comparison b − a. */
export interface PairedEffect extends Estimate {
  /** Cohen's d of the paired differences: their mean over their standard deviation. Null without spread or data. */
  readonly effectSize: number | null;
  /** Student's t of the differences and its two-sided p; null likewise. */
  readonly t: number | null;
  readonly p: number | null;
}

/** Compares `b` with `a` pair by pair. `lost` is the deviation's denominator: 1 for samples, 0 as some reports use it. */
export function pairedEffect(a: ArrayLike<number>, b: ArrayLike<number>, lost: 0 | 1 = 1): PairedEffect {
  if (a.length !== b.length) throw new Error(`paired samples of ${a.length} and ${b.length} values`);
  const differences = Float64Array.from({ length: a.length }, (_, i) => b[i] - a[i]);
  const interval = estimate(differences);
  const spread = deviation(differences, lost);
  // Differences that are equal up to rounding have no spread to measure an effect by.
  let scale = 0;
  for (let i = 0; i < a.length; i++) scale = Math.max(scale, Math.abs(a[i]), Math.abs(b[i]));
  if (!(spread > 1e-12 * scale)) return { ...interval, effectSize: null, t: null, p: null };
  const n = differences.length;
  const t = mean(differences) / (deviation(differences) / Math.sqrt(n));
  return { ...interval, effectSize: mean(differences) / spread, t, p: twoSidedP(t, n - 1) };
}
