// Whether predicted chances come true: of all cases that were given a chance of 30 %, do 30 % happen?

import { pchisq } from "lib-r-math.js";
import { type Estimate, estimate, wilson } from "./interval.ts";
import { mean } from "./moments.ts";

/** Cases whose predicted chances are next to each other. */
export interface CalibrationBin {
  /** The least and the largest chance in it. */
  readonly low: number;
  readonly high: number;
  /** Mean of the predicted chances. */
  readonly predicted: number;
  /** How often it happened, with Wilson's interval. */
  readonly happened: Estimate;
}

/** What became of predicted chances. */
export interface Calibration {
  readonly n: number;
  readonly bins: readonly CalibrationBin[];
  /** Mean of (chance − what happened)², 0 at best (Brier, 1950). */
  readonly brier: Estimate;
  /**
   * Brier score = reliability − resolution + uncertainty + within (Murphy, 1973; Stephenson, Coelho & Jolliffe, 2008), exactly. By bins:
   * how far predictions are from what happened; how far what happened differs from bin to bin; ō(1 − ō) of the share ō that happened in
   * all; and what chances differ within bins, which is small where bins are narrow.
   */
  readonly parts: {
    readonly reliability: number;
    readonly resolution: number;
    readonly uncertainty: number;
    readonly within: number;
  };
  /** Σ (happened − expected)²/Σ p(1 − p) over bins, and its p by χ² with as many degrees of freedom, if all chances were right. */
  readonly chiSquare: number;
  readonly p: number | null;
}

/**
 * Holds predicted chances against what happened, in bins of as many cases each; equal chances share a bin. Without cases there are no
 * bins, and no p. Throws where lengths differ or a chance is none.
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
    // Of what was certain there is nothing to expect but that it came true.
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

/** Expected calibration error: the mean distance over cases of their bin's chance from what happened in it; 0 without cases. */
export function calibrationError(bins: readonly CalibrationBin[]): number {
  const n = bins.reduce((sum, { happened }) => sum + happened.n, 0);
  return bins.reduce((sum, { predicted, happened }) => {
    return sum + (happened.n / Math.max(1, n)) * Math.abs(predicted - (happened.mean ?? 0));
  }, 0);
}

/** Where bins of rising numbers begin and end: about as many in each, equal ones together. */
function* stretches(rising: Float64Array, bins: number): Generator<readonly [number, number]> {
  const n = rising.length;
  for (let [from, k] = [0, 1]; from < n; k++) {
    let to = Math.min(n, Math.max(from + 1, Math.round((k * n) / bins)));
    while (to < n && rising[to] === rising[to - 1]) to += 1;
    yield [from, to];
    from = to;
  }
}
