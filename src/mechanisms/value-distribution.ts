// Distributions of bidders' values, and the quantities of optimal auctions that are derived from them: virtual value, reserve, and ironed
// virtual value where the virtual value is not monotone (Myerson, 1981).

import type { Random } from "../core/random.ts";

/** A continuous distribution on [low, high]; `high` may be infinite. */
export interface ValueDistribution {
  readonly low: number;
  readonly high: number;
  /** 1 − F(v), the probability of more than `value`; stored instead of F, which loses precision for large values. */
  exceeding(value: number): number;
  /** Density f(v), on [low, high]. */
  density(value: number): number;
  /** Quantile function F⁻¹(p) for 0 ≤ p ≤ 1; the upper end of an interval without mass. */
  quantile(share: number): number;
  draw(random: Random): number;
}

/** Uniform distribution on [low, high). Throws an Error unless 0 ≤ low < high. */
export function uniformValues(low = 0, high = 1): ValueDistribution {
  if (!(low >= 0 && high > low)) throw new Error(`uniform values from ${low} to ${high}`);
  const width = high - low;
  return drawnByQuantile({
    low,
    high,
    exceeding: (value) => Math.min(1, Math.max(0, (high - value) / width)),
    density: () => 1 / width,
    quantile: (share) => low + share * width,
  });
}

/** Piecewise constant density on disjoint intervals, each with its probability. */
export function steppedValues(
  steps: readonly { readonly low: number; readonly high: number; readonly share: number }[],
): ValueDistribution {
  const total = steps.reduce((sum, { share }) => sum + share, 0);
  for (const [k, { low, high, share }] of steps.entries()) {
    const from = k === 0 ? 0 : steps[k - 1].high;
    if (!(low >= from && high > low && share > 0))
      throw new Error(`step ${k} from ${low} to ${high} with share ${share}`);
  }
  if (!(Math.abs(total - 1) < 1e-12)) throw new Error(`shares that add up to ${total}`);
  return drawnByQuantile({
    low: steps[0].low,
    high: steps[steps.length - 1].high,
    exceeding: (value) =>
      steps.reduce(
        (sum, { low, high, share }) => sum + share * Math.min(1, Math.max(0, (high - value) / (high - low))),
        0,
      ),
    density(value) {
      const step = steps.find(({ low, high }) => value >= low && value <= high);
      return step === undefined ? 0 : step.share / (step.high - step.low);
    },
    quantile(share) {
      let before = 0;
      for (const step of steps) {
        if (share < before + step.share) return step.low + ((step.high - step.low) * (share - before)) / step.share;
        before += step.share;
      }
      return steps[steps.length - 1].high;
    },
  });
}

function drawnByQuantile(distribution: Omit<ValueDistribution, "draw">): ValueDistribution {
  return { ...distribution, draw: (random) => distribution.quantile(random.uniform()) };
}

/** Virtual value φ(v) = v − (1 − F(v))/f(v): the marginal revenue from a bidder with this value. −∞ where the density is 0. */
export function virtualValue({ exceeding, density }: ValueDistribution, value: number): number {
  const f = density(value);
  return f > 0 ? value - exceeding(value) / f : Number.NEGATIVE_INFINITY;
}

/**
 * A monotone virtual value and its inverse, defined for all bids, also where no values lie. Between two intervals of values a bid counts as
 * the end of the lower one, and below all values the virtual value is −∞. Otherwise bids below the reserve could win at a lower price.
 */
export interface VirtualValues {
  /** Ironed virtual value φ̄(v). */
  of(value: number): number;
  /** The smallest value with a virtual value of at least `level`; infinite where there is none. */
  least(level: number): number;
}

/** Tolerance for a value that its own quantile function returns slightly larger. */
const ROUNDING = 1e-12;

/**
 * Ironed virtual value: the slope, at quantile 1 − F(v), of the concave hull of the revenue curve R(q) = q·F⁻¹(1 − q) (Myerson, 1981). The
 * curve is sampled at `points` quantiles with linear interpolation; where φ is increasing, use `regularVirtualValues`, which is exact.
 */
export function ironedVirtualValues(distribution: ValueDistribution, points = 4096): VirtualValues {
  const { quantile, exceeding } = distribution;
  // The hull needs finite revenue, so revenue is set to 0 at quantile 0, the largest value.
  const revenue = (q: number) => (q === 0 ? 0 : q * quantile(1 - q));
  const hull: RevenuePoint[] = [];
  for (let k = 0; k <= points; k++) {
    const next = { q: k / points, r: revenue(k / points) };
    while (hull.length > 1 && below(hull[hull.length - 2], hull[hull.length - 1], next)) hull.pop();
    hull.push(next);
  }
  const ends = Float64Array.from(hull.slice(1), ({ q }) => q);
  const slopes = Float64Array.from(hull.slice(1), ({ q, r }, k) => (r - hull[k].r) / (q - hull[k].q));
  return {
    of(value) {
      const q = exceeding(value);
      // The first piece that ends at or after q, or the last one.
      let k = 0;
      for (let after = slopes.length - 1; k < after; ) {
        const middle = (k + after) >> 1;
        if (ends[middle] < q) k = middle + 1;
        else after = middle;
      }
      while (k < slopes.length && quantile(1 - ends[k]) > value * (1 + ROUNDING)) k++;
      return k < slopes.length ? slopes[k] : Number.NEGATIVE_INFINITY;
    },
    least(level) {
      // Slopes decrease with the quantile, and thus increase with the value.
      let last = slopes.length - 1;
      while (last >= 0 && !(slopes[last] >= level)) last--;
      return last < 0 ? Number.POSITIVE_INFINITY : quantile(1 - ends[last]);
    },
  };
}

interface RevenuePoint {
  readonly q: number;
  readonly r: number;
}

/** Whether `middle` lies on or below the line from `left` to `right`. */
function below(left: RevenuePoint, middle: RevenuePoint, right: RevenuePoint): boolean {
  return (middle.r - left.r) * (right.q - left.q) <= (right.r - left.r) * (middle.q - left.q);
}

/**
 * Virtual value of a regular distribution, where φ is increasing. The inverse is computed by bisection to double precision; on an unbounded
 * distribution, values above 10¹² times the level's size are not searched.
 */
export function regularVirtualValues(distribution: ValueDistribution): VirtualValues {
  const of = (value: number) =>
    value < distribution.low ? Number.NEGATIVE_INFINITY : virtualValue(distribution, value);
  return {
    of,
    least(level) {
      let { low } = distribution;
      if (of(low) >= level) return low;
      let high = distribution.high;
      if (!Number.isFinite(high)) {
        const most = 1e12 * Math.max(1, low, Math.abs(level));
        high = Math.max(1, 2 * low);
        while (of(high) < level && high < most) high *= 2;
      }
      if (of(high) < level) return Number.POSITIVE_INFINITY;
      for (;;) {
        const middle = low + (high - low) / 2;
        if (!(middle > low && middle < high)) return high;
        if (of(middle) >= level) high = middle;
        else low = middle;
      }
    },
  };
}
