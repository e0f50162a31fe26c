// Where a marketplace's customers and businesses come from: a file of the user's, or a draw for each episode.

import { z } from "zod";
import { oneOf, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import type { Preparation } from "../../core/registry.ts";
import { GOODS, generatedMarket, idOf, MOST_CUSTOMERS, PRICES } from "./generated-market.ts";
import { benchmarksOf, type Market } from "./market.ts";
import { marketAtHand, prepareMarket } from "./market-file.ts";
import { SEARCH_RULES, SearchIndex } from "./search.ts";

/** Most businesses that a search shows. */
export const MOST_SHOWN = 100;

export const marketParameters = (customers: number) => ({
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
  customers: whole(1, MOST_CUSTOMERS, customers).describe("customers of a market that is drawn"),
  search: oneOf(SEARCH_RULES, "lexical").describe(
    "what ranks businesses: simple, their ratings; filtered, whether they name an item; lexical, groups of four characters; similar, words; ideal, whether they sell the whole order",
  ),
  limit: whole(1, MOST_SHOWN, 10).describe("businesses that a search shows"),
});
const schema = z.strictObject(marketParameters(1));
type Given = z.output<typeof schema>;

/** Returns the parameters with the content of their market, which is then at hand. */
export const withMarket = async <P extends Given>(given: P, place: Preparation): Promise<P> =>
  given.market === undefined
    ? given
    : { ...given, content: await prepareMarket({ file: given.market, content: given.content }, place) };

/** A market with its search and the utility of the best purchases. */
export interface IndexedMarket extends Market {
  readonly index: SearchIndex;
  readonly best: number;
}

/** Markets of a world's episodes. */
export interface MarketSource {
  readonly customers: number;
  readonly businesses: number;
  /** Ids of customers and businesses; those of a market that is drawn are the same for all draws. */
  readonly ids: { readonly customers: readonly string[]; readonly businesses: readonly string[] };
  marketOf(draw: number): IndexedMarket;
}

/** Numbers of draws, which identify markets. */
export const DRAWS = 2 ** 31;

/** Returns the source that the parameters name. A file must have been prepared in this thread. */
export function marketSource(given: Given): MarketSource {
  const { market: file, customers, rivals } = given;
  if (file !== undefined) {
    const whole = indexed(marketAtHand({ ...given, file }));
    const ids = { customers: whole.customers.map(({ id }) => id), businesses: whole.businesses.map(({ id }) => id) };
    return { customers: ids.customers.length, businesses: ids.businesses.length, ids, marketOf: () => whole };
  }
  const businesses = customers * rivals;
  return {
    ...{ customers, businesses },
    ids: { customers: idsOf("customer", customers), businesses: idsOf("business", businesses) },
    marketOf: (draw) => indexed(generatedMarket(given, Random.of(draw, "market"))),
  };
}

const idsOf = (kind: string, count: number): string[] => Array.from({ length: count }, (_, k) => idOf(kind, k));

const indexed = (market: Market): IndexedMarket => ({
  ...market,
  index: new SearchIndex(market.businesses),
  best: benchmarksOf(market).best,
});
