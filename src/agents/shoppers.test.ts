// Shoppers satisfy the laws of agents on marketplaces, and reject other environments.

import { expect, test } from "vitest";
import { inSeat } from "../../test/fixtures/seats.ts";
import { shopping } from "../environments/marketplace/shopping.ts";
import { auctionWorld } from "../environments/markets/auction.ts";
import { agentLaws } from "../evaluation/laws/agent-laws.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { shopper } from "./shoppers.ts";

test.each(["first", "enough", "best"])("the laws of agents, where it takes %s", async (takes) => {
  const make = () => shopping.make({ customers: 3, limit: 4, lacking: 2 });
  const verdicts = await agentLaws(shopper.make({ takes, noise: 0.1 }), make, privatePay, ".");
  expect(verdicts.filter(({ pass }) => !pass)).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(3);
});

test("a world without proposals is refused", () => {
  expect(() => inSeat(auctionWorld.make({}), shopper.make({}))).toThrow("a shopper plays marketplaces");
});
