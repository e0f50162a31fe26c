// Shoppers and sellers satisfy the laws of agents on marketplaces, and reject other environments and other parts.

import { expect, test } from "vitest";
import { inSeat } from "../../test/fixtures/seats.ts";
import type { AgentPlan } from "../core/seat.ts";
import { shopping } from "../environments/marketplace/shopping.ts";
import { talk } from "../environments/marketplace/talk.ts";
import { auctionWorld } from "../environments/markets/auction.ts";
import { agentLaws } from "../evaluation/laws/agent-laws.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { seller } from "./sellers.ts";
import { shopper } from "./shoppers.ts";

test.each(["first", "enough", "best"])("the laws of agents, where it takes %s", async (takes) => {
  const make = () => shopping.make({ customers: 3, limit: 4, lacking: 2 });
  const verdicts = await agentLaws(shopper.make({ takes, noise: 0.1 }), make, privatePay, ".");
  expect(verdicts.filter(({ pass }) => !pass)).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(3);
});

test.each([0, 5])("the laws of agents where businesses answer after %d steps, with texts or without", async (delay) => {
  const make = () => talk.make({ customers: 2, limit: 4, letters: delay });
  const [buys, sells] = [
    shopper.make({ obeys: true, haggles: true }),
    seller.make({ delay, boasts: 0.5, presses: true }),
  ];
  const either: AgentPlan = (seat) => (seat.seat < 2 ? buys : sells)(seat);
  const verdicts = await agentLaws(either, make, privatePay, ".");
  expect(verdicts.filter(({ pass }) => !pass)).toEqual([]);
});

test("worlds without proposals and seats of another part are refused", () => {
  expect(() => inSeat(auctionWorld.make({}), shopper.make({}))).toThrow("a shopper plays marketplaces");
  expect(() => inSeat(shopping.make({}), seller.make({}))).toThrow("in this world none write to businesses");
  const world = talk.make({});
  expect(() => inSeat(world, shopper.make({}), 3)).toThrow("a shopper is a customer, and business_0001 is none");
  expect(() => inSeat(world, seller.make({}), 2)).toThrow("a seller is a business, and customer_0003 is none");
});
