// Confidence intervals of means and shares. Without data, or with one value, the bounds are null, never the mean.

import { qnorm, qt } from "lib-r-math.js";
import { deviation, mean } from "./moments.ts";

/** A mean with its confidence bounds; null where the data do not determine it. */
export interface Estimate {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Number of values: independent values, or replicates of a bootstrap. */
  readonly n: number;
}

/** For values that are replicates of a block bootstrap: the size of the log they were drawn from. */
export interface Replicates {
  /** Records of the log divided by the records of one replicate. */
  readonly worth: number;
  /** Records of the log divided by the records of one block. */
  readonly blocks: number;
}

/** Effective sample size and degrees of freedom of a mean. */
export interface MeanSpread {
  /** Number of independent values whose mean would be equally precise. */
  readonly size: number;
  /** Degrees of freedom of Student's t. */
  readonly freedom: number;
}

/**
 * Effective size of n values: n independent values have size n and n − 1 degrees of freedom. Replicates vary around the mean of their log,
 * which has an error of its own. With B blocks and a log of W times a replicate's length, the variance of their mean is s²·(1/n + 1/(W·(1 −
 * 1/B))). The factor 1 − 1/B corrects for the spread of blocks around their own mean. The degrees of freedom are at most B − 1, however
 * many replicates there are. Undefined with fewer than two values, or two blocks.
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
 * Ratio of sums Σ a/Σ b with Student's t interval over independent pairs (seeds), from the spread of a − (Σ a/Σ b)·b (the delta method); a
 * mean of ratios would be biased. The mean is null where Σ b is 0.
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
 * A statistic with Student's t interval by the delete-a-group jackknife. `whole` is the statistic of all data, `without[j]` that of all but
 * group j, and `sizes[j]` ≥ 0 the amount of data in group j. With h_j = Σm/m_j and the pseudo-values θ_j = h_j·θ − (h_j − 1)·θ_(j),
 *
 * variance = 1/G · Σ (θ_j − θ_J)²/(h_j − 1),  θ_J = G·θ − Σ (1 − 1/h_j)·θ_(j),
 *
 * with G − 1 degrees of freedom; for a mean with groups of one value it is s²/n (Busing, Meijer & van der Leeden, 1999, Statistics and
 * Computing 9). Groups must be a random sample. Empty groups are ignored; there is no interval where fewer than two are left or a statistic
 * is not finite.
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

/** Smallest and largest possible value of a quantity. */
export type Range = readonly [low: number, high: number];

/**
 * As `estimate`, for values in a bounded range: the interval is clipped to it without loss of coverage. Where all values lie at the ends of
 * the range, they are a share of successes and get Wilson's interval; replicates count by their effective size.
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

/** Clips bounds to the range. */
export function cut<T extends Pick<Estimate, "low" | "high">>(interval: T, [least, largest]: Range): T {
  const inside = (x: number | null) => (x === null ? null : Math.min(largest, Math.max(least, x)));
  return { ...interval, low: inside(interval.low), high: inside(interval.high) };
}

/** As `cut`, but a mean outside the range, such as the pay of a training stage, is not clipped. */
export function cutAround<T extends Pick<Estimate, "mean" | "low" | "high">>(interval: T, range: Range | undefined): T {
  const { mean } = interval;
  return range === undefined || mean === null || mean < range[0] || mean > range[1] ? interval : cut(interval, range);
}
