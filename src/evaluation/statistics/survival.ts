// Kaplan-Meier estimate with Greenwood's error, for values of which some are right-censored. A bidder's log is such data: the price to beat
// is known where the auction was won, and known only to exceed the bid where it was lost.

import { qnorm } from "lib-r-math.js";
import type { Estimate } from "./interval.ts";

/** Survival function at each observed value, with pointwise confidence bounds. */
export interface SurvivalCurve {
  /** Number of values, observed and censored. */
  readonly n: number;
  /** Number of observed values. */
  readonly seen: number;
  /** The largest value, observed or censored; the curve is undefined beyond it. NaN without values. */
  readonly until: number;
  /** [steps] distinct observed values in increasing order. */
  readonly at: Float64Array;
  /** [steps] share of all values above `at`. */
  readonly above: Float64Array;
  /** [steps] Greenwood's standard error of `above`. */
  readonly error: Float64Array;
  /** [steps] bounds of `above`. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Kaplan & Meier (1958): S(t) = Π_{tᵢ ≤ t} (1 − dᵢ/nᵢ), with dᵢ values observed at tᵢ and nᵢ values that are at least tᵢ. Where `seen[k]`
 * is false, the value is censored: known only to exceed `values[k]`. Greenwood (1926): Var S = S²·Σ dᵢ/(nᵢ(nᵢ − dᵢ)). Bounds are those of
 * ln(−ln S), which stay within 0 and 1 (Kalbfleisch & Prentice, 1980); where S is 0, they are 0 and the upper bound of the step before.
 *
 * The estimate is consistent where censoring is independent of the value; for a log this means that bids do not follow the prices to beat.
 * Throws where the lengths differ or a value is not finite.
 */
export function kaplanMeier(
  values: ArrayLike<number>,
  seen: ArrayLike<boolean | number>,
  confidence = 0.95,
): SurvivalCurve {
  const n = values.length;
  if (seen.length !== n) throw new Error(`${n} values, and of ${seen.length} it is said whether they were seen`);
  const order = Uint32Array.from({ length: n }, (_, k) => k).sort((a, b) => values[a] - values[b]);
  const z = qnorm(0.5 + confidence / 2);
  const steps: number[][] = [];
  let [above, sum, count] = [1, 0, 0];
  for (let from = 0; from < n; ) {
    const value = values[order[from]];
    if (!Number.isFinite(value)) throw new Error(`${value} is no value`);
    let [to, events] = [from, 0];
    for (; to < n && values[order[to]] === value; to++) if (seen[order[to]]) events += 1;
    const risk = n - from;
    from = to;
    if (events === 0) continue;
    count += events;
    const before = steps.at(-1)?.[4] ?? 1;
    above = events === risk ? 0 : above * (1 - events / risk);
    if (above === 0) {
      steps.push([value, 0, 0, 0, before]);
      continue;
    }
    sum += events / (risk * (risk - events));
    const spread = Math.exp((z * Math.sqrt(sum)) / Math.log(above));
    steps.push([value, above, above * Math.sqrt(sum), above ** (1 / spread), above ** spread]);
  }
  const [at, shares, error, low, high] = [0, 1, 2, 3, 4].map((k) => Float64Array.from(steps, (step) => step[k]));
  return { n, seen: count, until: n === 0 ? Number.NaN : values[order[n - 1]], at, above: shares, error, low, high };
}

/** Share of values above `value`, with its bounds; null without values and beyond the largest value. */
export function shareAbove(curve: SurvivalCurve, value: number): Estimate {
  const { n, until, above, low, high } = curve;
  const k = stepsUpTo(curve, value) - 1;
  const last = above.length === 0 ? 1 : above[above.length - 1];
  if (n === 0 || (value > until && last > 0)) return { mean: null, low: null, high: null, n };
  return k < 0 ? { mean: 1, low: null, high: null, n } : { mean: above[k], low: low[k], high: high[k], n };
}

/**
 * Quantile: the smallest value with at most 1 − `share` above it, with the values at which the bounds cross 1 − `share` (Brookmeyer &
 * Crowley, 1982). Null where the curve does not reach it.
 */
export function survivalQuantile(curve: SurvivalCurve, share: number): Estimate {
  const first = (of: Float64Array) => {
    // The tolerance absorbs rounding errors of the product.
    const k = of.findIndex((above) => above <= 1 - share + 1e-12);
    return k < 0 ? null : curve.at[k];
  };
  return { mean: first(curve.above), low: first(curve.low), high: first(curve.high), n: curve.n };
}

/**
 * Restricted mean ∫₀^τ S(t) dt of the values cut at τ, with its normal interval (Klein & Moeschberger, 2003, 4.5.2), whose variance is Σ
 * (∫_{tᵢ}^τ S)²·dᵢ/(nᵢ(nᵢ − dᵢ)). Values are 0 or more. Null for τ beyond `until`, unless the curve has reached 0.
 */
export function meanUpTo(curve: SurvivalCurve, tau: number, confidence = 0.95): Estimate {
  const { n, until, at, above, error } = curve;
  const last = above.length === 0 ? 1 : above[above.length - 1];
  if (n === 0 || (tau > until && last > 0)) return { mean: null, low: null, high: null, n };
  const steps = stepsUpTo(curve, tau);
  const greenwood = (k: number) => (k < 0 || above[k] === 0 ? 0 : (error[k] / above[k]) ** 2);
  let [area, variance] = [0, 0];
  // The loop runs from τ downwards, so that `area` is the integral from the step to τ.
  for (let k = steps - 1; k >= 0; k--) {
    area += above[k] * ((k + 1 < steps ? at[k + 1] : tau) - at[k]);
    if (above[k] > 0) variance += area * area * (greenwood(k) - greenwood(k - 1));
  }
  const mean = area + (steps === 0 ? tau : at[0]);
  const half = qnorm(0.5 + confidence / 2) * Math.sqrt(variance);
  return { mean, low: mean - half, high: Math.min(tau, mean + half), n };
}

/**
 * Distribution function of the curve: the share at or below a value, and the partial mean ∫_{t ≤ value} t dF(t). Mass beyond the largest
 * value is in neither.
 */
export function massUpTo(curve: SurvivalCurve): (value: number) => { readonly share: number; readonly sum: number } {
  const { at, above } = curve;
  const sums = new Float64Array(at.length + 1);
  for (let k = 0; k < at.length; k++) sums[k + 1] = sums[k] + at[k] * ((k === 0 ? 1 : above[k - 1]) - above[k]);
  return (value) => {
    const steps = stepsUpTo(curve, value);
    return { share: steps === 0 ? 0 : 1 - above[steps - 1], sum: sums[steps] };
  };
}

/** Number of steps at or below a value. */
function stepsUpTo({ at }: SurvivalCurve, value: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
