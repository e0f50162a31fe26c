// Advertising channels with saturating returns as functions of the spending per period, and the best constant split of a budget.

import { root } from "../../math/root.ts";
import type { SpendingLimits } from "./levers.ts";

export interface ReturnCurve {
  /** Upper bound of the return per period. */
  readonly most: number;
  /** Constant spending per period that yields half of `most`. */
  readonly half: number;
}

/** Return per period at constant spending: most·(1 − 2^(−money/half)). */
export const returned = (most: number, half: number, money: number): number =>
  -most * Math.expm1((-Math.LN2 * money) / half);

/** Total return of a constant split over all channels. */
export function splitReturn(curves: readonly ReturnCurve[], split: ArrayLike<number>): number {
  let sum = 0;
  for (const [j, { most, half }] of curves.entries()) sum += returned(most, half, split[j]);
  return sum;
}

/** Marginal return of the first unit of money, most·ln 2/half: it halves with every further `half` of money. */
const first = ({ most, half }: ReturnCurve): number => (most * Math.LN2) / half;

/**
 * Maximises Σ returned(u_j) subject to Σ u ≤ budget, Σ returned ≥ roi·Σ u and u ≥ 0, [channels]. All channels with spending have the same
 * marginal return p and thus u = half·log₂(first/p). The budget is spent completely, unless the target return requires a larger p.
 *
 * No spending plan over periods has a larger mean return, even with full information: where money has lasting effects, their sum is at most
 * the money spent, and for a concave function the mean of values is at most the value at the mean (Jensen).
 */
export function bestSplit(curves: readonly ReturnCurve[], { budget, roi }: SpendingLimits): Float64Array {
  // Marginal returns as powers of 2: as the common level falls, channels join at their first return, the steepest first.
  const steep = curves.map((curve) => ({ half: curve.half, at: Math.log2(first(curve)) })).sort((a, b) => b.at - a.at);
  let [halves, sum] = [0, 0];
  let price = Number.POSITIVE_INFINITY;
  for (const { half, at } of steep) {
    if (halves > 0 && price >= at) break;
    halves += half;
    sum += half * at;
    price = (sum - budget) / halves;
  }
  const at = (exponent: number) =>
    Float64Array.from(curves, (curve) => curve.half * Math.max(0, Math.log2(first(curve)) - exponent));
  /** Value per money less the target; for no spending, of the first unit of money. */
  const slack = (exponent: number): number => {
    const split = at(exponent);
    const spend = split.reduce((sum, money) => sum + money, 0);
    return (spend > 0 ? splitReturn(curves, split) / spend : 2 ** exponent) - roi;
  };
  if (slack(price) >= 0) return at(price);
  return 2 ** steep[0].at <= roi ? new Float64Array(curves.length) : at(root(slack, price, steep[0].at));
}
