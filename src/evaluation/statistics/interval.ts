// Uncertainty of a mean or a share. No data, or one value, has no interval: the bounds are null then, never the mean.

import { qnorm, qt } from "lib-r-math.js";
import { deviation, mean } from "./moments.ts";

/** A mean with its confidence bounds; null where the data cannot give one. */
export interface Estimate {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Values behind the estimate: independent ones, or replicates of a bootstrap. */
  readonly n: number;
}

/** Of values that are no independent ones but replicates of a block bootstrap: how much there is that they were drawn from. */
export interface Replicates {
  /** Records of the log, over those of one replicate. */
  readonly worth: number;
  /** Records of the log, over those of one block. */
  readonly blocks: number;
}

/** What the interval of a mean is made of. */
export interface MeanSpread {
  /** Independent values whose mean is as exact. */
  readonly size: number;
  /** Degrees of freedom of Student's t. */
  readonly freedom: number;
}

/**
 * Of n independent values n, with n − 1 degrees of freedom. Replicates spread about the mean of their log, which is off itself: drawn
 * from B blocks, of a log worth W replicates, their mean has the variance s²·(1/n + 1/(W·(1 − 1/B))), where 1 − 1/B is what the spread
 * of blocks about their own mean lacks; and no more degrees of freedom than B − 1. However many replicates there are, the log stays as
 * long as it is. Undefined with fewer than two values, or two blocks.
 */
export function spreadOfMean(n: number, replicates?: Replicates): MeanSpread | undefined {
  if (n < 2) return undefined;
  if (replicates === undefined) return { size: n, freedom: n - 1 };
  const { worth, blocks } = replicates;
  if (blocks < 2) return undefined;
  return {
    size: 1 / (1 / n + 1 / (worth * (1 - 1 / blocks))),
    freedom: Math.min(n, Math.floor(blocks)) - 1,
  };
}

/** Mean with Student's t interval over independent values (the cells' means, one per seed), or over replicates. */
export function estimate(values: ArrayLike<number>, confidence = 0.95, replicates?: Replicates): Estimate {
  const n = values.length;
  if (n === 0) return { mean: null, low: null, high: null, n };
  const m = mean(values);
  const spread = spreadOfMean(n, replicates);
  if (spread === undefined) return { mean: m, low: null, high: null, n };
  const half = (qt(0.5 + confidence / 2, spread.freedom) * deviation(values)) / Math.sqrt(spread.size);
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

/**
 * A figure with Student's t interval by the delete-a-group jackknife. `whole` is the figure of all data, `without[j]` that of all but
 * group j, `sizes[j]` ≥ 0 how much of the data is in it. With h_j = Σm/m_j and the pseudo-values θ_j = h_j·θ − (h_j − 1)·θ_(j),
 *
 *   variance = 1/G · Σ (θ_j − θ_J)²/(h_j − 1),  θ_J = G·θ − Σ (1 − 1/h_j)·θ_(j),
 *
 * with G − 1 degrees of freedom; for a mean of groups of one it is s²/n (Busing, Meijer & van der Leeden, 1999, Statistics and Computing
 * 9). Groups are drawn and not chosen. Empty ones do not count; no interval where fewer than two are left, or where a figure is not finite.
 */
export function groupJackknife(
  whole: number,
  without: ArrayLike<number>,
  sizes: ArrayLike<number>,
  confidence = 0.95,
): Estimate {
  if (without.length !== sizes.length) throw new Error(`${without.length} figures of ${sizes.length} groups`);
  const groups = Array.from({ length: sizes.length }, (_, j) => j).filter((j) => sizes[j] > 0);
  const n = groups.length;
  if (!Number.isFinite(whole)) return { mean: null, low: null, high: null, n };
  if (n < 2 || !groups.every((j) => Number.isFinite(without[j]))) return { mean: whole, low: null, high: null, n };
  const data = groups.reduce((sum, j) => sum + sizes[j], 0);
  const centre = n * whole - groups.reduce((sum, j) => sum + (1 - sizes[j] / data) * without[j], 0);
  const variance = groups.reduce((sum, j) => {
    const h = data / sizes[j];
    return sum + (h * whole - (h - 1) * without[j] - centre) ** 2 / (h - 1) / n;
  }, 0);
  const half = qt(0.5 + confidence / 2, n - 1) * Math.sqrt(variance);
  return { mean: whole, low: whole - half, high: whole + half, n };
}

/** Values that a quantity can take, from the least to the largest. */
export type Range = readonly [low: number, high: number];

/**
 * As `estimate`, of values that lie in a range: the interval is cut to it, which loses none of its coverage. Trials that all came out at
 * one end or the other are a share, with Wilson's interval; replicates are as many of them as their mean is exact.
 */
export function boundedEstimate(
  values: ArrayLike<number>,
  range: Range | undefined,
  trials = false,
  replicates?: Replicates,
  confidence = 0.95,
): Estimate {
  if (range === undefined) return estimate(values, confidence, replicates);
  const [least, largest] = range;
  const all = Array.from(values);
  const spread = spreadOfMean(all.length, replicates);
  if (trials && spread !== undefined && all.every((value) => value === least || value === largest)) {
    const worth = spread.size / all.length;
    const successes = all.filter((value) => value === largest).length * worth;
    const { mean: share, low, high } = wilson(successes, spread.size, confidence);
    const scaled = (x: number | null) => (x === null ? null : least + x * (largest - least));
    return { mean: scaled(share), low: scaled(low), high: scaled(high), n: all.length };
  }
  return cut(estimate(all, confidence, replicates), range);
}

/** Bounds that leave the range are moved to its ends. */
export function cut<T extends Pick<Estimate, "low" | "high">>(interval: T, [least, largest]: Range): T {
  const inside = (x: number | null) => (x === null ? null : Math.min(largest, Math.max(least, x)));
  return { ...interval, low: inside(interval.low), high: inside(interval.high) };
}

/** The same of a mean that may be of something else than the range, as of what a stage of a training pays: outside it nothing is cut. */
export function cutAround<T extends Pick<Estimate, "mean" | "low" | "high">>(interval: T, range: Range | undefined): T {
  const { mean } = interval;
  return range === undefined || mean === null || mean < range[0] || mean > range[1] ? interval : cut(interval, range);
}
