// Autobidders satisfy the laws of agents in a campaign, and report a missing observation field.

import { describe, expect, it, test } from "vitest";
import { inSeat } from "../../test/fixtures/seats.ts";
import { auctionWorld } from "../environments/markets/auction.ts";
import { campaignWorld } from "../environments/markets/campaign.ts";
import { agentLaws } from "../evaluation/laws/agent-laws.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { autobid, bidders } from "./bidders.ts";

const make = () => campaignWorld.make({ horizon: 40, target: 2, advertiser: "2997" });

describe.each([...bidders, autobid])("$id in a campaign", (entry) => {
  test("satisfies the laws of agents", async () => {
    const verdicts = await agentLaws(entry.make({ noise: 0.1 }), make, privatePay, ".");
    expect(verdicts.filter(({ pass }) => !pass)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(3);
  });
});

it("requires an observation of the budget", () => {
  expect(() => inSeat(auctionWorld.make({}), autobid.make({}))).toThrow('must see its "rate"');
});
