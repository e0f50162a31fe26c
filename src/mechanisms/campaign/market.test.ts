// Simulated impressions against the published statistics of the nine campaigns, and against price quantiles that were not used in the fit.

import { beforeAll, describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { fitTruncatedGamma, truncatedMoments } from "../../math/truncated-gamma.ts";
import { IPINYOU, IPINYOU_ADVERTISERS, marketOf } from "./ipinyou.ts";
import { drawnMarket, type MarketStatistics } from "./market.ts";
import { CHANCE, CLICK, COLUMNS, PRICE } from "./source.ts";

const DRAWN = 400_000;

/** By advertiser: published cost per click in fen; median, 90 % and 95 % quantiles of the prices paid. */
const PUBLISHED = matrix(`
  1458 86.55 60 147 192 | 2259 277.7 70 201 240 | 2261 297.64 63 204 253 |
  2821 140.07 66 201 241 | 2997 14.21 41 153 199 | 3358 118.51 77 199 231 |
  3386 105.52 67 169 214 | 3427 109.16 76 168 214 | 3476 151.98 73 168 213
`);

/** Simulates the impressions won by the highest bid. */
function logged(market: MarketStatistics, spread: number, correlation: number, count = DRAWN) {
  const source = drawnMarket(market, { spread, correlation });
  const random = Random.of(11, "market");
  const row = new Float64Array(COLUMNS);
  const prices: number[] = [];
  let [won, spent, squares, chances, squaredChances, clicks, together] = [0, 0, 0, 0, 0, 0, 0];
  for (let t = 0; t < count; t++) {
    source.read(t, random, row, 0);
    if (row[PRICE] > source.highest) continue;
    won += 1;
    spent += row[PRICE];
    squares += row[PRICE] ** 2;
    chances += row[CHANCE];
    squaredChances += row[CHANCE] ** 2;
    clicks += row[CLICK];
    together += row[PRICE] * row[CHANCE];
    prices.push(row[PRICE]);
  }
  prices.sort((a, b) => a - b);
  const [mean, chance] = [spent / won, chances / won];
  return {
    winRate: won / count,
    won,
    mean,
    deviation: Math.sqrt(squares / won - mean * mean),
    chance,
    chanceDeviation: Math.sqrt(Math.max(0, squaredChances / won - chance * chance)),
    clicks,
    covariance: together / won - mean * chance,
    quantile: (share: number) => prices[Math.floor(share * won)],
  };
}

describe.each(IPINYOU_ADVERTISERS)("campaign %s", (advertiser) => {
  const market = marketOf(IPINYOU[advertiser]);
  const [, costOfClick, ...quantiles] = PUBLISHED.find(([id]) => String(id) === advertiser) ?? [];
  let seen: ReturnType<typeof logged>;
  beforeAll(() => {
    seen = logged(market, 1, 0);
  });

  it("has the published cost per click", () => {
    expect(Math.abs(market.meanPrice / market.clickRate / 1000 - costOfClick)).toBeLessThan(0.006);
  });

  it("has prices that solve the moment equations", () => {
    const fit = fitTruncatedGamma(market.meanPrice, market.priceDeviation, market.highest);
    const { mean, deviation } = truncatedMoments(fit);
    expect(mean).toBeCloseTo(market.meanPrice, 6);
    expect(deviation).toBeCloseTo(market.priceDeviation, 6);
  });

  it("has simulated moments within four and a half standard errors", () => {
    const near = (value: number, wanted: number, deviation: number, count: number) =>
      expect(Math.abs(value - wanted)).toBeLessThan((4.5 * deviation) / Math.sqrt(count));
    near(seen.winRate, market.winRate, Math.sqrt(market.winRate * (1 - market.winRate)), DRAWN);
    near(seen.mean, market.meanPrice, market.priceDeviation, seen.won);
    near(seen.chance, market.clickRate, seen.chanceDeviation, seen.won);
    near(seen.clicks / seen.won, market.clickRate, Math.sqrt(market.clickRate), seen.won);
    expect(Math.abs(seen.deviation / market.priceDeviation - 1)).toBeLessThan(0.02);
    expect(seen.quantile(0.999999)).toBeLessThanOrEqual(market.highest);
  });

  it("has upper price quantiles near those of the log, which were not fitted", () => {
    const [median, tenth, twentieth] = quantiles;
    expect(Math.abs(seen.quantile(0.5) / median - 1)).toBeLessThan(0.15);
    expect(Math.abs(seen.quantile(0.9) / tenth - 1)).toBeLessThan(0.08);
    expect(Math.abs(seen.quantile(0.95) / twentieth - 1)).toBeLessThan(0.1);
  });
});

describe("a market", () => {
  const market = { winRate: 0.5, meanPrice: 2, priceDeviation: 1, highest: 6, clickRate: 0.4 };

  it("keeps the click rate where probabilities are capped at 1", () => {
    for (const spread of [0, 0.5, 2]) {
      const { chance, chanceDeviation, won } = logged(market, spread, 0, 100_000);
      expect(Math.abs(chance - 0.4)).toBeLessThan((4.5 * chanceDeviation) / Math.sqrt(won) + 1e-9);
    }
  });

  it("has higher click probabilities at higher prices with a correlation, and unchanged rates", () => {
    const [apart, with_, against] = [0, 0.8, -0.8].map((correlation) => logged(market, 0.5, correlation, 100_000));
    expect(Math.abs(apart.covariance)).toBeLessThan(0.01);
    expect(with_.covariance).toBeGreaterThan(0.1);
    expect(against.covariance).toBeLessThan(-0.1);
    for (const { mean, chance } of [with_, against]) {
      expect(mean).toBeCloseTo(2, 1);
      expect(chance).toBeCloseTo(0.4, 1);
    }
  });
});
