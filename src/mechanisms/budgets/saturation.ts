// Channels of advertising whose returns saturate, by what is spent in them in one period after the other; and the split of a budget that
// returns most when it is kept up.

import { root } from "../../math/root.ts";
import type { SpendingLimits } from "./levers.ts";

/** What a channel returns in a period. */
export interface ReturnCurve {
  /** At most. */
  readonly most: number;
  /** Money a period by which, when it is kept up, half of that is returned. */
  readonly half: number;
}

/** most·(1 − 2^(−money/half)), for money of a period that is kept up. */
export const returned = (most: number, half: number, money: number): number =>
  -most * Math.expm1((-Math.LN2 * money) / half);

/** What a split returns when it is kept up, in all channels together. */
export function splitReturn(curves: readonly ReturnCurve[], split: ArrayLike<number>): number {
  let sum = 0;
  for (const [j, { most, half }] of curves.entries()) sum += returned(most, half, split[j]);
  return sum;
}

/** What a first unit of money returns, most·ln 2/half: it falls by half with every further `half` of money. */
const first = ({ most, half }: ReturnCurve): number => (most * Math.LN2) / half;

/**
 * max Σ returned(u_j) with Σ u ≤ budget, Σ returned ≥ roi·Σ u and u ≥ 0, [channels]. The last money returns the same price p in all channels
 * that have any, half·log₂(first/p) each; the budget is spent whole, unless p must be larger for the return.
 *
 * No way to spend a budget over periods returns more in the mean, be it told all that comes: where a period's money works on for a time, what works
 * is in sum at most what was spent, and a concave function of a mean is no less than the mean of the function (Jensen).
 */
export function bestSplit(curves: readonly ReturnCurve[], { budget, roi }: SpendingLimits): Float64Array {
  // Prices as powers of 2: dearest first, channels join as the price falls to their first return.
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
  /** Value over money less what is wanted; of the first money, where none is spent. */
  const slack = (exponent: number): number => {
    const split = at(exponent);
    const spend = split.reduce((sum, money) => sum + money, 0);
    return (spend > 0 ? splitReturn(curves, split) / spend : 2 ** exponent) - roi;
  };
  if (slack(price) >= 0) return at(price);
  return 2 ** steep[0].at <= roi ? new Float64Array(curves.length) : at(root(slack, price, steep[0].at));
}
