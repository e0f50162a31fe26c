// The entry of the world in which an assistant shops for customer after customer on a marketplace: its parameters and its markets. An episode
// is a whole market, so that its welfare is that of the published study.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { oneOf, share, whole, within } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind, type Preparation } from "../../core/registry.ts";
import { GOODS, generatedMarket, MOST_CUSTOMERS, PRICES } from "./generated-market.ts";
import { benchmarksOf, type Market } from "./market.ts";
import { marketAtHand, prepareMarket } from "./market-file.ts";
import { SEARCH_RULES, SearchIndex } from "./search.ts";
import { MOST_SHOWN } from "./shopping-spec.ts";
import type { IndexedMarket } from "./shopping-views.ts";
import { shoppingWorld } from "./shopping-world.ts";

const parameters = z.strictObject({
  market: z
    .string()
    .min(1)
    .optional()
    .describe(
      "a market of your own: a folder with the folders customers and businesses, a YAML file in each for one of them, or one file with both lists; by default each episode draws a market",
    ),
  content: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .describe("first half of a SHA-256 of the market; filled in by a run, so that another content is another run"),
  goods: oneOf(GOODS, "restaurants").describe("what is sold on a market that is drawn"),
  rivals: whole(1, 50, 3).describe("businesses of a drawn market that sell the order of each customer"),
  lacking: whole(0, 50, 1).describe("how many of them lack an amenity that the customer needs"),
  further: whole(0, 100, 10).describe(
    "fewest further items on a menu of a drawn market, which may have up to five more; 0 for none",
  ),
  prices: oneOf(PRICES, "normal").describe(
    "prices of a drawn market: normal, about the usual price, by an eighth of it; uniform, from the usual price to twice as much, the same for a whole menu",
  ),
  customers: whole(1, MOST_CUSTOMERS, 10).describe("customers of a market that is drawn"),
  search: oneOf(SEARCH_RULES, "lexical").describe(
    "what ranks businesses: simple, their ratings; filtered, whether they name an item; lexical, groups of four characters; similar, words; ideal, whether they sell the whole order",
  ),
  limit: whole(1, MOST_SHOWN, 10).describe("businesses that a search shows"),
  turns: whole(2, 1000, 100).describe("turns of the assistant for a customer, after which it leaves"),
  waiting: within(0, 10, 0).describe("what waiting for a reply costs the assistant, in usual prices of the order"),
  boastful: share(0).describe("share of the businesses that claim every amenity they are asked for"),
  sponsors: share(0).describe("share of the businesses that pay for a better place"),
  boost: within(0, 100, 1).describe("what a sponsor's score gains; scores of requests go from 0 to 1"),
  sponsorFee: within(0, 0.9, 0).describe(
    "share of its sales that a sponsor pays the marketplace besides the commission",
  ),
  commission: within(0, 0.9, 0).describe("share of all sales that the marketplace takes"),
  passed: share(1).describe("share of what a business pays the marketplace that it adds to its prices"),
});
type Parameters = z.output<typeof parameters>;

export const shopping: BoundEntry<NumericEnvironment> = bind({
  id: "marketplace/shopping",
  summary:
    "an assistant searches, asks businesses and pays for customers, on a market of your own or one that is drawn",
  source: "after the marketplace of arXiv 2510.25779 and its public data",
  parameters,
  prepare: async (given: Parameters, place: Preparation): Promise<Parameters> =>
    given.market === undefined
      ? given
      : { ...given, content: await prepareMarket({ file: given.market, content: given.content }, place) },
  make: (given: Parameters): NumericEnvironment => {
    const { market: file } = given;
    if (file === undefined)
      return shoppingWorld(given, given.customers, (draw) =>
        indexed(generatedMarket(given, Random.of(draw, "market"))),
      );
    const market = marketAtHand({ ...given, file });
    const whole = indexed(market);
    return shoppingWorld(given, market.customers.length, () => whole);
  },
});

const indexed = (market: Market): IndexedMarket => ({
  ...market,
  index: new SearchIndex(market.businesses),
  best: benchmarksOf(market).best,
});
