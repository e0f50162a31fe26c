// The pressure at which proxy and gold diverge, over several seeds or proxies.

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
