// What the over-optimisation bench finds, as plain data for reports and pages.

import type { Estimate } from "../statistics/interval.ts";

/** What is promised and what is brought under rising pressure, each less its value without pressure, over seeds. */
export interface PressedCurve {
  /** n of best-of-n, or environment steps. */
  readonly pressure: readonly number[];
  /** Pay's gain in the objective's unit. */
  readonly proxy: readonly Estimate[];
  /** The objective's gain. */
  readonly gold: readonly Estimate[];
  /** The first pressure from which on proxy − gold is above 0 with its whole interval, at two points or more; null where there is none. */
  readonly apart: number | null;
}

/** Gold beside proxy of one variant. */
export interface GoldBesideProxy {
  /** Of the objective, by which a point of pay goes along among tries from one beginning: what puts pay into its unit. */
  readonly unit: Estimate;
  readonly selection: PressedCurve;
  /** KL at which gold falls behind nine tenths of the proxy over best-of-n, and on how many seeds it does. */
  readonly parting: { readonly divergence: Estimate; readonly parted: number; readonly curves: number };
  /** Null where nothing is trained. */
  readonly training: PressedCurve | null;
  /** What the trained players' pay promises, and what they bring, against the tries. */
  readonly end: { readonly proxy: Estimate; readonly gold: Estimate; readonly gap: Estimate } | null;
}
