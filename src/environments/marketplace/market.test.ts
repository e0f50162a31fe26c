// Published markets: their benchmarks as arXiv 2510.25779's data has them, and what a perfect shopper gets of each search.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { type Benchmarks, benchmarksOf, type Market, offersFor, usualPrice, utilityOf } from "./market.ts";
import { marketAtHand, prepareMarket } from "./market-file.ts";
import { lexicalScore, SearchIndex, type SearchRule } from "./search.ts";

const FIXTURES = fileURLToPath(new URL("../../../test/fixtures/marketplaces", import.meta.url));

async function published(name: string): Promise<Market> {
  const file = join(FIXTURES, name);
  const content = await prepareMarket({ file }, { ...folderOf({}), directory: "/" });
  return marketAtHand({ file, content });
}

test.each<[string, Benchmarks]>([
  ["mexican_3_9", { best: 63.78, cheapest: 63.78, anyThatFits: 61.155, any: 16.8333 }],
  ["mexican_10_30.yaml", { best: 185.61, cheapest: 111.31, anyThatFits: 171.06, any: 59.6667 }],
  ["contractors_10_30.yaml", { best: 6091.94, cheapest: 4438.54, anyThatFits: 5815.455, any: 1892.7167 }],
])("benchmarks of %s", async (name, expected) => {
  const { best, cheapest, anyThatFits, any } = benchmarksOf(await published(name));
  expect(best).toBeCloseTo(expected.best, 3);
  expect(cheapest).toBeCloseTo(expected.cheapest, 3);
  expect(anyThatFits).toBeCloseTo(expected.anyThatFits, 3);
  expect(any).toBeCloseTo(expected.any, 3);
});

/** Share of the optimum of a shopper who knows all about the first `limit` businesses. */
function perfect({ customers, businesses }: Market, rule: SearchRule, limit: number): number {
  const index = new SearchIndex(businesses);
  const utilities = customers.map((customer) => {
    const shown = index.ranked(index.scores(rule, customer), limit);
    const offers = offersFor(customer, businesses).filter(({ business, fits }) => fits && shown.includes(business));
    return Math.max(0, ...offers.map((offer) => utilityOf(usualPrice(customer), offer)));
  });
  return utilities.reduce((a, b) => a + b, 0) / benchmarksOf({ customers, businesses }).best;
}

test("a perfect shopper loses by a short list of results, and next to nothing by an ideal search", async () => {
  const [small, large] = [await published("mexican_3_9"), await published("mexican_10_30.yaml")];
  const shares = (market: Market, ...limits: number[]) =>
    limits.map((limit) => Number(perfect(market, "lexical", limit).toFixed(3)));
  expect(shares(small, 1, 2, 3)).toEqual([0.839, 0.995, 1]);
  expect(shares(large, 1, 2, 3, 5)).toEqual([0.645, 0.888, 0.978, 1]);
  expect(perfect(large, "ideal", 1)).toBeCloseTo(0.975, 3);
  for (const rule of ["simple", "filtered", "similar"] as const) expect(perfect(large, rule, 30)).toBe(1);
});

test("lexical scores are shares of common groups of four characters", () => {
  expect(lexicalScore("sweet dreams bakery", "sweet dreams")).toBe(11 / 18);
  expect(lexicalScore("fish tacos", "Fish & Taco Tuesday")).toBe(7 / 9);
  expect(lexicalScore("sushi", "bakery")).toBe(0);
  expect(lexicalScore("", "bakery")).toBe(0);
});
