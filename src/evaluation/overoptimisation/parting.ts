// Where proxy and gold part, over several seeds or proxies; and whether gold that is measured on some answers has really fallen.

import { UserError } from "../../core/errors.ts";
import { type Estimate, estimate } from "../statistics/interval.ts";
import type { PressurePoint } from "./pressure-curve.ts";

/** Proxy's gain less gold's over several curves. */
export interface Parting {
  /** At each pressure, with an interval over curves. The proxy is in gold's unit where it was calibrated. */
  readonly gaps: readonly Estimate[];
  /** KL at which gold falls behind, with an interval over the curves on which it does. */
  readonly divergence: Estimate;
  /** On how many it does, of how many. */
  readonly parted: number;
  readonly curves: number;
}

/**
 * The KL at which gold's gain is first below 1 − `share` of the proxy's, between points by straight lines; undefined where it never is.
 * 0: from the first step on.
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

/** The same of curves over the same pressures, one for each seed or proxy. Throws a UserError where their lengths differ. */
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

/** How far gold fell after its peak in a run. */
export interface GoldFall {
  /** The step of the peak. */
  readonly step: number;
  /** Gold at the peak less that at the last step: a paired mean with its interval. */
  readonly fall: Estimate;
}

/**
 * An audit of one run. `gold` has the worth of the same evaluation answers at every step, [steps][answers]. A peak that is chosen and
 * measured on the same answers is too high, so every second answer chooses it and the others measure. Gold has fallen where the whole
 * interval is above 0; a run that stands still has such an interval in one of forty cases.
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
