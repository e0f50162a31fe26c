// Impressions drawn like those of an advertiser whose log was summed up in a table: how often the highest bid won, what it paid and how far
// prices spread, and how many impressions were clicked.

import { pnorm } from "lib-r-math.js";
import { root } from "../../math/root.ts";
import { fitTruncatedGamma, type TruncatedGamma, truncatedQuantile } from "../../math/truncated-gamma.ts";
import { CHANCE, CLICK, type ImpressionSource, PRICE, TIME } from "./source.ts";

/** What a table tells of a market. */
export interface MarketStatistics {
  /** Share of auctions that the highest bid wins. */
  readonly winRate: number;
  /** Mean and standard deviation of the prices of auctions that were won. */
  readonly meanPrice: number;
  readonly priceDeviation: number;
  /** The highest price at which an auction was won. */
  readonly highest: number;
  /** Clicks over impressions won. */
  readonly clickRate: number;
}

/**
 * What no table tells. In the first hundred predictions for campaign 1458 that come with arXiv 1701.02490 the spread is 0.74; their median
 * under the campaign's click rate asks for 1.56, since a few chances are large; and the correlation is 0.12 ± 0.10.
 */
export interface Scatter {
  /** Standard deviation of the logarithm of predicted chances. */
  readonly spread: number;
  /** Correlation of the normal scores of price and chance. */
  readonly correlation: number;
}

/** Prices are kept at so many steps between normal scores −`FURTHEST` and `FURTHEST`; what lies between is interpolated. */
const [STEPS, FURTHEST] = [1024, 5];

/**
 * Prices below `highest` are a truncated gamma of the table's mean and deviation, and all the others infinite. Chances are log-normal, 1 at
 * most, of the table's mean; they are the true probabilities of clicks, independent of whether the auction can be won. Throws an Error
 * where no gamma distribution has the mean and deviation.
 */
export function drawnMarket(statistics: MarketStatistics, { spread, correlation }: Scatter): ImpressionSource {
  const { winRate, meanPrice, priceDeviation, highest, clickRate } = statistics;
  const prices = byScore(fitTruncatedGamma(meanPrice, priceDeviation, highest));
  const centre = cappedCentre(clickRate, spread);
  const rest = Math.sqrt(1 - correlation * correlation);
  return {
    count: Number.POSITIVE_INFINITY,
    highest,
    read(t, random, row) {
      const winnable = random.uniform() < winRate;
      const [score, other] = [random.normal(), random.normal()];
      const chance = Math.min(1, Math.exp(centre + spread * (correlation * score + rest * other)));
      row[TIME] = t;
      row[PRICE] = winnable ? interpolated(prices, score) : Number.POSITIVE_INFINITY;
      row[CHANCE] = chance;
      row[CLICK] = random.uniform() < chance ? 1 : 0;
    },
  };
}

/** [STEPS + 1] quantiles of prices, by normal score. */
function byScore(prices: TruncatedGamma): Float64Array {
  return Float64Array.from({ length: STEPS + 1 }, (_, k) =>
    truncatedQuantile(prices, pnorm((2 * k * FURTHEST) / STEPS - FURTHEST)),
  );
}

function interpolated(table: Float64Array, score: number): number {
  const at = Math.min(STEPS, Math.max(0, ((score + FURTHEST) * STEPS) / (2 * FURTHEST)));
  const k = Math.min(STEPS - 1, Math.floor(at));
  return table[k] + (at - k) * (table[k + 1] - table[k]);
}

/** The m with E[min(1, e^{m + sZ})] = `mean`, which is e^{m + s²/2}·Φ(−m/s − s) + Φ(m/s). */
function cappedCentre(mean: number, spread: number): number {
  const centre = Math.log(mean) - (spread * spread) / 2;
  if (spread === 0) return centre;
  const excess = (m: number) =>
    Math.exp(m + (spread * spread) / 2) * pnorm(-m / spread - spread) + pnorm(m / spread) - mean;
  // Without the cap the mean would be met at `centre`; with it no sooner, and surely where almost all chances are 1.
  return excess(centre) >= 0 ? centre : root(excess, centre, Math.max(0, centre) + 40 * spread);
}
