// The entry of the world in which an assistant shops for customer after customer on a marketplace: its parameters and its markets. An episode
// is a whole market, so that its welfare is that of the published study.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { marketParameters, marketSource, withMarket } from "./market-source.ts";
import { shoppingWorld } from "./shopping-world.ts";

const parameters = z.strictObject({
  ...marketParameters(10),
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
  prepare: withMarket,
  make: (given: Parameters): NumericEnvironment => {
    const { customers, marketOf } = marketSource(given);
    return shoppingWorld(given, customers, marketOf);
  },
});
