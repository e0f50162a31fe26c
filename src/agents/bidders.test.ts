// Bidders satisfy the laws of agents in auction environments, and reject other environments.

import { describe, expect, it, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { inSeat, playedBidders } from "../../test/fixtures/seats.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { auctionWorld } from "../environments/markets/auction.ts";
import { positionsWorld } from "../environments/markets/positions.ts";
import { agentLaws } from "../evaluation/laws/agent-laws.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { bidders } from "./bidders.ts";

describe.each(bidders)("$id", (entry) => {
  test.each(["markets/auction", "markets/positions"])("the laws of agents in %s", async (id) => {
    const make = () => environments.get(id).make({ horizon: 40, budget: 5 });
    const verdicts = await agentLaws(entry.make({ noise: 0.1 }), make, privatePay, ".");
    expect(verdicts.filter(({ pass }) => !pass)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(3);
  });

  it("requires an observation of the values", () => {
    expect(() => inSeat(slcd.make({}), entry.make({}))).toThrow('must see its "value"');
  });
});

it.each([
  ["things", auctionWorld.make({ horizon: 5000, bidders: 4, budget: [300, 1e6, 1e6, 1e6] }), 300],
  ["places", positionsWorld.make({ horizon: 4000, rule: "gsp", users: "cascade", budget: [40, 1e6, 1e6, 1e6] }), 40],
])(
  "in %s a pacing bidder has money until the end and buys more; one without pacing runs out early",
  (_, world, money) => {
    const others = [1, 2, 3].map((seat) => inSeat(world, bidders[0].make({}), seat));
    const [plain, steady] = bidders.map((entry) => playedBidders(world, [inSeat(world, entry.make({})), ...others], 5));
    expect(plain.spent[0]).toBeLessThan(0.6);
    expect(steady.spent[0]).toBeGreaterThan(0.9);
    expect(steady.sum(0, "spend")).toBeGreaterThan(0.9 * money);
    expect(steady.sum(0, "value")).toBeGreaterThan(1.05 * plain.sum(0, "value"));
  },
);
