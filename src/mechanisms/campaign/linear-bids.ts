// Linear bidding: bids proportional to value. In second-price auctions it is optimal for a bidder that knows the market and meets many
// impressions. The factor is optimised on a sample of impressions.

import type { Random } from "../../core/random.ts";
import { maximise } from "../../math/maximise.ts";
import type { CampaignLimits } from "./hindsight.ts";
import { CHANCE, COLUMNS, type ImpressionSource, PRICE } from "./source.ts";

/** Payment rule of the winner: the market price, or the own bid. */
export const CAMPAIGN_RULES = ["second-price", "first-price"] as const;
export type CampaignRule = (typeof CAMPAIGN_RULES)[number];

/** Winnable impressions: the value of each, and its market price. */
export interface MarketSample {
  readonly values: Float64Array;
  readonly prices: Float64Array;
}

/** Takes the first `count` impressions of a source and keeps the winnable ones. */
export function sampleMarket(
  source: ImpressionSource,
  count: number,
  clickValue: number,
  random: Random,
): MarketSample {
  const row = new Float64Array(COLUMNS);
  const [values, prices] = [new Float64Array(count), new Float64Array(count)];
  let kept = 0;
  for (let t = 0; t < count; t++) {
    source.read(t, random, row, 0);
    if (row[PRICE] > source.highest) continue;
    values[kept] = clickValue * row[CHANCE];
    prices[kept++] = row[PRICE];
  }
  return { values: values.subarray(0, kept), prices: prices.subarray(0, kept) };
}

/** The factor in [0, 1] with the largest gain on a sample within the campaign's constraints. */
export function bestShare(
  { values, prices }: MarketSample,
  highest: number,
  rule: CampaignRule,
  { budget, target }: CampaignLimits,
): number {
  const gain = (share: number) => {
    let [value, spend] = [0, 0];
    for (let k = 0; k < values.length; k++) {
      const bid = Math.min(highest, share * values[k]);
      if (bid < prices[k]) continue;
      value += values[k];
      spend += rule === "second-price" ? prices[k] : bid;
    }
    return spend <= budget && value >= target * spend ? value - spend : Number.NEGATIVE_INFINITY;
  };
  return maximise(gain, 0, 1, 65, 1e-5).at;
}
