// The pressure at which proxy and gold diverge, over several seeds or proxies; and a test of whether gold measured on a finite set of
// answers has really fallen.

import { UserError } from "../../core/errors.ts";
import { type Estimate, estimate } from "../statistics/interval.ts";
import type { PressurePoint } from "./pressure-curve.ts";

/** Gain of the proxy less that of gold, over several curves. */
export interface Parting {
  /** Gap at each pressure with an interval over curves, in gold's unit where the proxy was calibrated. */
  readonly gaps: readonly Estimate[];
  /** KL at which gold falls behind, with an interval over the curves on which it does. */
  readonly divergence: Estimate;
  /** Number of curves on which gold falls behind, and number of all curves. */
  readonly parted: number;
  readonly curves: number;
}

/**
 * KL at which gold's gain first drops below 1 − `share` of the proxy's, by linear interpolation between points; 0 where it does from the
 * first step on, undefined where it never does.
 */
export function partingDivergence(points: readonly PressurePoint[], share = 0.1): number | undefined {
  const rounding = points.reduce((most, { proxy }) => Math.max(most, Math.abs(proxy)), 0) * 1e-9;
  let before = { divergence: 0, short: 0 };
  for (const { divergence, proxy, gold } of points) {
    const short = (1 - share) * proxy - gold;
    if (short > rounding) {
      const part = -before.short / (short - before.short);
      return before.divergence + part * (divergence - before.divergence);
    }
    before = { divergence, short };
  }
  return undefined;
}

/** Divergence of several curves over the same pressures, one for each seed or proxy. Throws a UserError where their lengths differ. */
export function partingOf(curves: readonly (readonly PressurePoint[])[], share = 0.1): Parting {
  const length = curves[0]?.length ?? 0;
  if (curves.some((points) => points.length !== length)) {
    const what = "curves have different numbers of points";
    throw new UserError({ code: "curves", what, hint: "take all of them over the same pressures" });
  }
  const gaps = Array.from({ length }, (_, k) => estimate(curves.map((points) => points[k].proxy - points[k].gold)));
  const divergences = curves.flatMap((points) => partingDivergence(points, share) ?? []);
  return { gaps, divergence: estimate(divergences), parted: divergences.length, curves: curves.length };
}

/** Fall of gold after its peak in one run. */
export interface GoldFall {
  /** Step of the peak. */
  readonly step: number;
  /** Gold at the peak less gold at the last step: paired mean with its interval. */
  readonly fall: Estimate;
}

/**
 * Tests whether gold fell after its peak in one run. `gold` holds the gold scores of the same evaluation answers at every step,
 * [steps][answers]. A peak chosen and measured on the same answers is biased upwards, so every second answer chooses it and the others
 * measure it. Gold has fallen where the whole interval is above 0; a run without a change has such an interval in one of forty cases.
 */
export function fallAfterPeak(gold: readonly ArrayLike<number>[], confidence = 0.95): GoldFall {
  const answers = gold[0]?.length ?? 0;
  if (answers < 4 || gold.some((row) => row.length !== answers)) {
    const what = "a run needs the gold of the same answers at every step";
    throw new UserError({ code: "gold", what, hint: "give at least one step and four answers" });
  }
  let step = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const [at, row] of gold.entries()) {
    let sum = 0;
    for (let k = 0; k < answers; k += 2) sum += row[k];
    if (sum > most) [step, most] = [at, sum];
  }
  const [peak, end] = [gold[step], gold[gold.length - 1]];
  const falls = Array.from({ length: Math.floor(answers / 2) }, (_, k) => peak[2 * k + 1] - end[2 * k + 1]);
  return { step, fall: estimate(falls, confidence) };
}
