// Results of the over-optimisation bench as plain data for reports and pages.

import type { Estimate } from "../statistics/interval.ts";

/** Gains of pay and objective under rising pressure, relative to no pressure, over seeds. */
export interface PressedCurve {
  /** n of best-of-n, or environment steps. */
  readonly pressure: readonly number[];
  /** Gain of pay in the objective's unit. */
  readonly proxy: readonly Estimate[];
  /** Gain of the objective. */
  readonly gold: readonly Estimate[];
  /** First pressure from which proxy − gold stays above 0 with its whole interval, at two points or more; null where there is none. */
  readonly apart: number | null;
}

/** Comparison of gold and proxy for one variant. */
export interface GoldBesideProxy {
  /** Change of the objective per unit of pay among tries from one start; it converts pay into the objective's unit. */
  readonly unit: Estimate;
  readonly selection: PressedCurve;
  /** KL at which gold falls below nine tenths of the proxy over best-of-n, and the number of seeds on which it does. */
  readonly parting: { readonly divergence: Estimate; readonly parted: number; readonly curves: number };
  /** Curve over the training; null without training. */
  readonly training: PressedCurve | null;
  /** Gains of the trained players over the tries: as predicted by pay, and as reached. */
  readonly end: { readonly proxy: Estimate; readonly gold: Estimate; readonly gap: Estimate } | null;
}
