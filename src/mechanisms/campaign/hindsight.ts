// The hindsight optimum of a campaign that knows every price and click probability in advance: it buys impressions by descending value per
// price, as long as they are worth their price, within the budget and the target return; the last one in part. Impressions are summed in
// narrow classes of value per price, so that memory does not grow with the episode.

import { bought, byReturns, shelfOf } from "../budgets/levers.ts";

/**
 * Number of classes of value over price: 16 per doubling from 1 on; the last contains all impressions worth at least 2¹⁶ times their price.
 */
export const CLASSES = 257;
const PER_DOUBLING = 16;

/** Class of an impression that is worth at least its price. */
export function classOf(value: number, price: number): number {
  return price > 0 ? Math.min(CLASSES - 1, Math.floor(PER_DOUBLING * Math.log2(value / price))) : CLASSES - 1;
}

export interface CampaignLimits {
  /** Budget of the whole episode. */
  readonly budget: number;
  /** Target value per unit of money, 0 for none. */
  readonly target: number;
}

/**
 * max Σ(v − p)·x subject to Σ p·x ≤ budget, Σ v·x ≥ target·Σ p·x and 0 ≤ x ≤ 1, from sums of values and prices by class [CLASSES] of the
 * impressions worth their price. Differences within a class are ignored, so the result is too low by at most 4.4 % of the spending in the
 * one class that is bought in part.
 */
export function hindsightGain(values: Float64Array, prices: Float64Array, { budget, target }: CampaignLimits): number {
  // Empty classes have no ratio of value to price.
  const filled = [...values.keys()].filter((k) => values[k] > 0);
  const sums = {
    values: Float64Array.from(filled, (k) => values[k]),
    costs: Float64Array.from(filled, (k) => prices[k]),
  };
  const affordable = Math.min(budget, byReturns([sums], [target]).spend);
  const { value, spend } = bought(shelfOf(sums), affordable);
  return value - spend;
}
