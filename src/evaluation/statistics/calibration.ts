// Calibration of predicted probabilities: of all cases with a predicted probability of 30 %, do 30 % occur?

import { pchisq } from "lib-r-math.js";
import { type Estimate, estimate, wilson } from "./interval.ts";
import { mean } from "./moments.ts";

/** Cases with neighbouring predicted probabilities. */
export interface CalibrationBin {
  /** Smallest and largest probability in the bin. */
  readonly low: number;
  readonly high: number;
  /** Mean of the predicted probabilities. */
  readonly predicted: number;
  /** Observed frequency with Wilson's interval. */
  readonly happened: Estimate;
}

export interface Calibration {
  readonly n: number;
  readonly bins: readonly CalibrationBin[];
  /** Brier score: mean of (probability − outcome)², 0 at best (Brier, 1950). */
  readonly brier: Estimate;
  /**
   * Exact decomposition: Brier score = reliability − resolution + uncertainty + within (Murphy, 1973; Stephenson, Coelho & Jolliffe, 2008).
   * Reliability: distance of predictions from observed frequencies. Resolution: variation of frequencies between bins. Uncertainty: ō(1 −
   * ō) with the overall frequency ō. Within: variation of probabilities inside bins, small for narrow bins.
   */
  readonly parts: {
    readonly reliability: number;
    readonly resolution: number;
    readonly uncertainty: number;
    readonly within: number;
  };
  /**
   * Σ (observed − expected)²/Σ p(1 − p) over bins, and its p value by χ² with one degree of freedom per bin, if all probabilities were
   * right.
   */
  readonly chiSquare: number;
  readonly p: number | null;
}

/**
 * Compares predicted probabilities with outcomes in bins of equal counts; equal probabilities share a bin. Without cases there are no bins,
 * and p is null. Throws where lengths differ or a probability is invalid.
 */
export function calibrationOf(
  chances: ArrayLike<number>,
  happened: ArrayLike<boolean | number>,
  bins = 10,
): Calibration {
  const n = chances.length;
  if (happened.length !== n) throw new Error(`${n} chances of ${happened.length} cases`);
  const order = Uint32Array.from({ length: n }, (_, k) => k).sort((a, b) => chances[a] - chances[b]);
  const predicted = Float64Array.from(order, (k) => chances[k]);
  const wrong = predicted.find((chance) => !(chance >= 0 && chance <= 1));
  if (wrong !== undefined) throw new Error(`${wrong} is no chance`);
  const was = Float64Array.from(order, (k) => (happened[k] ? 1 : 0));
  const all = n === 0 ? 0 : mean(was);
  const groups: CalibrationBin[] = [];
  let [reliability, resolution, within, chiSquare, degrees] = [0, 0, 0, 0, 0];
  for (const [from, to] of stretches(predicted, bins)) {
    const [ours, theirs] = [predicted.subarray(from, to), was.subarray(from, to)];
    const size = to - from;
    const [p, o] = [mean(ours), mean(theirs)];
    groups.push({ low: ours[0], high: ours[size - 1], predicted: p, happened: wilson(Math.round(o * size), size) });
    reliability += (size / n) * (p - o) ** 2;
    resolution += (size / n) * (o - all) ** 2;
    let variance = 0;
    for (let k = 0; k < size; k++) {
      within += ((ours[k] - p) ** 2 - 2 * (ours[k] - p) * (theirs[k] - o)) / n;
      variance += ours[k] * (1 - ours[k]);
    }
    // A bin with variance 0 contributes nothing where its prediction came true.
    if (variance === 0 && p === o) continue;
    degrees += 1;
    chiSquare += variance === 0 ? Number.POSITIVE_INFINITY : (size * (p - o)) ** 2 / variance;
  }
  return {
    n,
    bins: groups,
    brier: estimate(Float64Array.from(predicted, (p, k) => (p - was[k]) ** 2)),
    parts: { reliability, resolution, uncertainty: all * (1 - all), within },
    chiSquare,
    p: degrees === 0 ? null : chiSquare === Number.POSITIVE_INFINITY ? 0 : pchisq(chiSquare, degrees, undefined, false),
  };
}

/** Expected calibration error: the mean distance over cases between their bin's probability and its observed frequency; 0 without cases. */
export function calibrationError(bins: readonly CalibrationBin[]): number {
  const n = bins.reduce((sum, { happened }) => sum + happened.n, 0);
  return bins.reduce((sum, { predicted, happened }) => {
    return sum + (happened.n / Math.max(1, n)) * Math.abs(predicted - (happened.mean ?? 0));
  }, 0);
}

/** Boundaries of bins of sorted numbers with nearly equal counts; equal numbers stay together. */
function* stretches(rising: Float64Array, bins: number): Generator<readonly [number, number]> {
  const n = rising.length;
  for (let [from, k] = [0, 1]; from < n; k++) {
    let to = Math.min(n, Math.max(from + 1, Math.round((k * n) / bins)));
    while (to < n && rising[to] === rising[to - 1]) to += 1;
    yield [from, to];
    from = to;
  }
}
