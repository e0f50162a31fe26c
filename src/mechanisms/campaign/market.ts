// Simulates impressions with the statistics of an advertiser's log: win rate of the highest bid, mean and spread of prices, and click rate.

import { pnorm } from "lib-r-math.js";
import { root } from "../../math/root.ts";
import { fitTruncatedGamma, type TruncatedGamma, truncatedQuantile } from "../../math/truncated-gamma.ts";
import { CHANCE, CLICK, type ImpressionSource, PRICE, TIME } from "./source.ts";

export interface MarketStatistics {
  /** Share of auctions won by the highest bid. */
  readonly winRate: number;
  /** Mean and standard deviation of the prices of won auctions. */
  readonly meanPrice: number;
  readonly priceDeviation: number;
  /** Highest price of a won auction. */
  readonly highest: number;
  /** Clicks per won impression. */
  readonly clickRate: number;
}

/**
 * Parameters that summary statistics do not determine. In the first hundred predictions for campaign 1458 published with arXiv 1701.02490
 * the spread is 0.74. Their median below the campaign's click rate implies 1.56, because a few probabilities are large; the correlation is
 * 0.12 ± 0.10.
 */
export interface Scatter {
  /** Standard deviation of the logarithm of predicted click probabilities. */
  readonly spread: number;
  /** Correlation of the normal scores of price and click probability. */
  readonly correlation: number;
}

/** Price quantiles are tabulated at STEPS intervals between the normal scores −`FURTHEST` and `FURTHEST` and interpolated. */
const [STEPS, FURTHEST] = [1024, 5];

/**
 * Creates a market. Prices below `highest` follow a truncated gamma distribution with the given mean and deviation; all others are
 * infinite. Click probabilities are log-normal with the given mean, capped at 1; they are exact, and independent of whether the auction can
 * be won. Throws an Error where no gamma distribution has the mean and deviation.
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

/** [STEPS + 1] price quantiles by normal score. */
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

/** Solves E[min(1, e^{m + sZ})] = `mean` for m; the left side is e^{m + s²/2}·Φ(−m/s − s) + Φ(m/s). */
function cappedCentre(mean: number, spread: number): number {
  const centre = Math.log(mean) - (spread * spread) / 2;
  if (spread === 0) return centre;
  const excess = (m: number) =>
    Math.exp(m + (spread * spread) / 2) * pnorm(-m / spread - spread) + pnorm(m / spread) - mean;
  // Without the cap the solution is `centre`; the cap moves it up, at most to where almost all probabilities are 1.
  return excess(centre) >= 0 ? centre : root(excess, centre, Math.max(0, centre) + 40 * spread);
}
