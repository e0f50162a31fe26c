// The best that a campaign could have earned who knew every price and every chance beforehand: it takes impressions by value for money, as
// long as they are worth their price, the budget lasts and the return is as wanted; the last one in part. Instead of all impressions it
// is told sums of them in narrow classes of value for money, so that an episode of any length needs the same room.

import { bought, byReturns, shelfOf } from "../budgets/levers.ts";

/** Classes of value over price: 16 to each doubling from 1 on, and in the last all that is worth 2¹⁶ times its price or more. */
export const CLASSES = 257;
const PER_DOUBLING = 16;

/** The class of an impression that is worth at least its price. */
export function classOf(value: number, price: number): number {
  return price > 0 ? Math.min(CLASSES - 1, Math.floor(PER_DOUBLING * Math.log2(value / price))) : CLASSES - 1;
}

/** What the campaign has to keep. */
export interface CampaignLimits {
  /** Money for the whole episode. */
  readonly budget: number;
  /** Value for each unit of money, 0 where none is asked for. */
  readonly target: number;
}

/**
 * max Σ(v − p)·x with Σ p·x ≤ budget, Σ v·x ≥ target·Σ p·x and 0 ≤ x ≤ 1, by sums of values and prices [CLASSES] of what is worth its
 * price. Within a class the cheap ones are not told from the dear: the result falls short by at most 4.4 % of what the one class is
 * bought for that the limits cut.
 */
export function hindsightGain(values: Float64Array, prices: Float64Array, { budget, target }: CampaignLimits): number {
  // The shelf cannot compare what holds nothing.
  const filled = [...values.keys()].filter((k) => values[k] > 0);
  const sums = {
    values: Float64Array.from(filled, (k) => values[k]),
    costs: Float64Array.from(filled, (k) => prices[k]),
  };
  const affordable = Math.min(budget, byReturns([sums], [target]).spend);
  const { value, spend } = bought(shelfOf(sums), affordable);
  return value - spend;
}
