// An advertiser bids for a sequence of impressions at market prices, with a budget for the episode and a predicted click probability for
// each. A reward for clicks makes it buy impressions worth more than their price as long as the budget lasts.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import { IMPRESSIONS } from "../../logs/kinds.ts";
import { logAtHand, prepareLog } from "../../logs/shelf.ts";
import { playedLog, type WindowTerms } from "../../logs/source.ts";
import { logWindows } from "../../logs/windows.ts";
import { IPINYOU, IPINYOU_ADVERTISERS, marketOf } from "../../mechanisms/campaign/ipinyou.ts";
import { drawnMarket, type MarketStatistics, type Scatter } from "../../mechanisms/campaign/market.ts";
import { CHANCE, CLICK, type ImpressionSource, PRICE, TIME } from "../../mechanisms/campaign/source.ts";
import { campaign, campaignTerms } from "./campaign-world.ts";

const money = (meaning: string) => z.number().gt(0).max(1e12).describe(meaning);

const parameters = z.strictObject({
  advertiser: z
    .union([z.enum(IPINYOU_ADVERTISERS), z.int().transform(String).pipe(z.enum(IPINYOU_ADVERTISERS))])
    .default("1458")
    .describe("whose market is drawn: a campaign of the iPinYou log, by its number; money is in thousandths of a fen"),
  market: z
    .strictObject({
      winRate: z.number().gt(0).max(1).describe("share of auctions that the highest bid wins"),
      meanPrice: money("mean price of auctions that the highest bid wins"),
      priceDeviation: money("standard deviation of those prices"),
      highest: money("the highest bid that is taken"),
      clickRate: z.number().gt(0).lt(1).describe("clicks over impressions shown"),
    })
    .optional()
    .describe("a market of your own, in place of the advertiser's"),
  spread: within(0, 4, 1).describe(
    "standard deviation of the logarithm of predicted chances; 0 predicts the same for all. No table tells it",
  ),
  correlation: within(-0.99, 0.99, 0).describe("of price and chance, by their normal scores. No table tells it"),
  log: playedLog.optional().describe("impressions of your own, in place of a market; an episode is a window of it"),
  clickValue: money("worth of a click; default what a click cost the bidder of the log").optional(),
  budget: money(
    "money for the episode; default an eighth of what it costs on average to win all that can be won",
  ).optional(),
  ...campaignTerms,
});

type Options = z.output<typeof parameters>;

export const campaignWorld: BoundEntry<NumericEnvironment> = bind({
  id: "markets/campaign",
  summary:
    "an advertiser's bids for impression after impression, against a market's prices and with a budget: clicks, payoff, return",
  source: "the campaigns of arXiv 1407.7073 (Zhang, Yuan, Wang & Shen), drawn from their statistics",
  parameters,
  prepare: async (p, place) => (p.log === undefined ? p : { ...p, log: await prepareLog(IMPRESSIONS, p.log, place) }),
  make(options: Options) {
    if (options.log !== undefined) return logged(logAtHand(options.log), options.log, options);
    const market = options.market ?? marketOf(IPINYOU[options.advertiser]);
    const { clickValue = market.meanPrice / market.clickRate, horizon } = options;
    const { budget = (horizon * market.winRate * market.meanPrice) / 8 } = options;
    return campaign(drawn(market, options), { ...options, clickValue, budget });
  },
});

/** A campaign on a log: by default the value of a click is its cost at the log's mean price and click rate, as in the simulated markets. */
function logged(log: KeptLog, windows: WindowTerms, options: Options): NumericEnvironment {
  const [meanPrice, meanChance] = log.best.map((sum) => sum / log.records);
  if (!(meanPrice > 0 && meanChance > 0)) {
    const what = `in ${log.file} ${meanPrice > 0 ? "no impression is ever clicked" : "every impression is free"}`;
    const hint = "a campaign needs prices and chances above 0";
    throw new UserError({ code: "worthless-log", what, path: ["log"], hint });
  }
  const { clickValue = meanPrice / meanChance, horizon } = options;
  const { budget = (horizon * meanPrice) / 8 } = options;
  return campaign(loggedImpressions(log, horizon, windows), { ...options, clickValue, budget });
}

/** Creates a simulated market. Throws a UserError where its statistics are inconsistent. */
function drawn(market: MarketStatistics, scatter: Scatter): ImpressionSource {
  try {
    return drawnMarket(market, scatter);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const hint = "let the mean be below `highest`, and the deviation about as large as the mean or less";
    throw new UserError({ code: "bad-market", what, path: ["market"], hint });
  }
}

/** Impressions of a log; clicks that it does not record are drawn with the predicted probability. */
function loggedImpressions(log: KeptLog, horizon: number, terms: WindowTerms): ImpressionSource {
  const { begin, at, spec: windows } = logWindows(log, horizon, terms);
  return {
    count: windows.scored,
    highest: log.most[0],
    windows,
    begin,
    read(t, random, row, hidden) {
      const record = at(hidden, t);
      // Drawn in any case, so that the random stream does not depend on which clicks are recorded.
      const drawn = random.uniform() < record[CHANCE] ? 1 : 0;
      row[TIME] = record[TIME];
      row[PRICE] = record[PRICE];
      row[CHANCE] = record[CHANCE];
      row[CLICK] = record[CLICK] < 0 ? drawn : record[CLICK];
    },
  };
}
