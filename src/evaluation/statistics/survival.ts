// How far values reach of which some are only known to be larger: Kaplan and Meier's curve with Greenwood's error. A bidder's log is such
// data: the price to beat is known where the auction was won, and is above the bid where it was lost.

import { qnorm } from "lib-r-math.js";
import type { Estimate } from "./interval.ts";

/** Shares of values above each value that was seen, with pointwise confidence bounds. */
export interface SurvivalCurve {
  /** Values, those seen and those that are only known to be larger than something. */
  readonly n: number;
  /** Values that were seen. */
  readonly seen: number;
  /** The largest number, seen or not: beyond it nothing is known. NaN without values. */
  readonly until: number;
  /** [steps] the values that were seen, rising, each once. */
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
 * Kaplan & Meier (1958): S(t) = Π_{tᵢ ≤ t} (1 − dᵢ/nᵢ), with dᵢ values seen at tᵢ and nᵢ that are tᵢ or more. Where `seen[k]` is false the
 * value is only known to be above `values[k]`. Greenwood (1926): Var S = S²·Σ dᵢ/(nᵢ(nᵢ − dᵢ)). Bounds are those of ln(−ln S), which stay
 * within 0 and 1 (Kalbfleisch & Prentice, 1980); where S is 0, from 0 to the upper bound before.
 *
 * It is right where what hides a value does not depend on it: of a log, where bids do not follow the prices to beat. Throws where the
 * lengths differ or a value is not finite.
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

/** Share of values above `value`, with its bounds; none where nothing is known, which is without values and beyond them all. */
export function shareAbove(curve: SurvivalCurve, value: number): Estimate {
  const { n, until, above, low, high } = curve;
  const k = stepsUpTo(curve, value) - 1;
  const last = above.length === 0 ? 1 : above[above.length - 1];
  if (n === 0 || (value > until && last > 0)) return { mean: null, low: null, high: null, n };
  return k < 0 ? { mean: 1, low: null, high: null, n } : { mean: above[k], low: low[k], high: high[k], n };
}

/**
 * The least value with at most 1 − `share` above it, between the values at which the bounds pass 1 − `share` (Brookmeyer & Crowley, 1982).
 * What the curve does not reach is null.
 */
export function survivalQuantile(curve: SurvivalCurve, share: number): Estimate {
  const first = (of: Float64Array) => {
    // What rounding leaves of a product is no reason to go on to the next value.
    const k = of.findIndex((above) => above <= 1 - share + 1e-12);
    return k < 0 ? null : curve.at[k];
  };
  return { mean: first(curve.above), low: first(curve.low), high: first(curve.high), n: curve.n };
}

/**
 * ∫₀^τ S(t) dt: the mean of what the values are up to τ, with its normal interval (Klein & Moeschberger, 2003, 4.5.2), whose variance is
 * Σ (∫_{tᵢ}^τ S)²·dᵢ/(nᵢ(nᵢ − dᵢ)). Values are 0 or more. Of τ beyond `until` there is none, as long as the curve has not come down to 0.
 */
export function meanUpTo(curve: SurvivalCurve, tau: number, confidence = 0.95): Estimate {
  const { n, until, at, above, error } = curve;
  const last = above.length === 0 ? 1 : above[above.length - 1];
  if (n === 0 || (tau > until && last > 0)) return { mean: null, low: null, high: null, n };
  const steps = stepsUpTo(curve, tau);
  const greenwood = (k: number) => (k < 0 || above[k] === 0 ? 0 : (error[k] / above[k]) ** 2);
  let [area, variance] = [0, 0];
  // From τ downwards, so that `area` is what lies between the step and τ.
  for (let k = steps - 1; k >= 0; k--) {
    area += above[k] * ((k + 1 < steps ? at[k + 1] : tau) - at[k]);
    if (above[k] > 0) variance += area * area * (greenwood(k) - greenwood(k - 1));
  }
  const mean = area + (steps === 0 ? tau : at[0]);
  const half = qnorm(0.5 + confidence / 2) * Math.sqrt(variance);
  return { mean, low: mean - half, high: Math.min(tau, mean + half), n };
}

/** Where the mass of the curve lies: its share at or below a value, and ∫_{t ≤ value} t dF(t). What lies beyond all values is in neither. */
export function massUpTo(curve: SurvivalCurve): (value: number) => { readonly share: number; readonly sum: number } {
  const { at, above } = curve;
  const sums = new Float64Array(at.length + 1);
  for (let k = 0; k < at.length; k++) sums[k + 1] = sums[k] + at[k] * ((k === 0 ? 1 : above[k - 1]) - above[k]);
  return (value) => {
    const steps = stepsUpTo(curve, value);
    return { share: steps === 0 ? 0 : 1 - above[steps - 1], sum: sums[steps] };
  };
}

/** Steps at or below a value. */
function stepsUpTo({ at }: SurvivalCurve, value: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
