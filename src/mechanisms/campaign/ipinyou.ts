// Statistics of the nine campaigns of the iPinYou log (Zhang, Yuan, Wang & Shen, arXiv 1407.7073). The log's bidders used a constant bid on
// each exchange, so it only contains prices below that bid. Money is in thousandths of a fen (a hundredth of a yuan): the mean price of an
// impression is then the published CPM, and clicks cost a thousand times the published eCPC.

import type { MarketStatistics } from "./market.ts";

/** Totals over a campaign's training days. */
export interface CampaignCounts {
  readonly bids: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly cost: number;
  /** Standard deviation and maximum of the prices paid, from the price counts published with arXiv 1701.02490. */
  readonly priceDeviation: number;
  readonly highest: number;
}

const row = (
  bids: number,
  impressions: number,
  clicks: number,
  cost: number,
  priceDeviation: number,
  highest: number,
) => ({ bids, impressions, clicks, cost, priceDeviation, highest });

/** Campaigns by the advertiser's number. */
export const IPINYOU = {
  "1458": row(14_701_496, 3_083_056, 2454, 212_400_241, 53.457, 300),
  "2259": row(2_987_731, 835_556, 280, 77_754_898, 74.38, 294),
  "2261": row(2_159_708, 687_617, 207, 61_610_942, 76.893, 294),
  "2821": row(5_292_053, 1_322_561, 843, 118_082_339, 73.645, 294),
  "2997": row(1_017_927, 312_437, 1386, 19_689_072, 60.747, 277),
  "3358": row(3_751_016, 1_742_104, 1358, 160_943_087, 63.921, 267),
  "3386": row(14_091_931, 2_847_802, 2076, 219_066_895, 61.247, 300),
  "3427": row(14_032_619, 2_593_765, 1926, 210_239_915, 57.562, 267),
  "3476": row(6_712_268, 1_970_360, 1027, 156_088_484, 57.951, 267),
} as const;
export type IpinyouAdvertiser = keyof typeof IPINYOU;

/** The advertisers' numbers. */
export const IPINYOU_ADVERTISERS = [
  "1458",
  "2259",
  "2261",
  "2821",
  "2997",
  "3358",
  "3386",
  "3427",
  "3476",
] as const satisfies readonly IpinyouAdvertiser[];

export function marketOf(counts: CampaignCounts): MarketStatistics {
  const { bids, impressions, clicks, cost, priceDeviation, highest } = counts;
  const [winRate, meanPrice, clickRate] = [impressions / bids, cost / impressions, clicks / impressions];
  return { winRate, meanPrice, priceDeviation, highest, clickRate };
}
