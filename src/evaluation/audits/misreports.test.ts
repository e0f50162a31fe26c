// The search finds a profitable misreport exactly where theory predicts one.

import { describe, expect, it } from "vitest";
import { payYourBid, sealedMechanism } from "../../mechanisms/direct.ts";
import { externalityPricing } from "../../mechanisms/position/list.ts";
import { scoreAuction } from "../../mechanisms/position/score-auction.ts";
import { separableUsers } from "../../mechanisms/position/separable.ts";
import { secondPrice } from "../../mechanisms/sealed-bid.ts";
import { bestMisreport, searchedMisreport } from "./misreports.ts";

/** A position auction with three slots in which all four ads have equal click rates. */
const slots = separableUsers({ rates: [1, 2, 3, 4].map(() => Float64Array.of(1, 0.9, 0.1)), limit: 3 });
const values = Float64Array.of(10, 9, 6, 2);
const grid = Float64Array.from({ length: 121 }, (_, k) => k / 10);

describe("misreports", () => {
  it("are not profitable in a second-price auction or under VCG", () => {
    for (const mechanism of [sealedMechanism(secondPrice, 4, 3), externalityPricing(slots)]) {
      expect(bestMisreport(mechanism, values, grid).gain).toBeLessThanOrEqual(1e-12);
      expect(searchedMisreport(mechanism, values, 12).gain).toBeLessThanOrEqual(1e-12);
    }
  });

  it("are profitable under GSP: the second slot at a third of the price is better than the first", () => {
    const misreport = bestMisreport(scoreAuction(slots, [1, 1, 1, 1], "next"), values, grid);
    // Clicks times profit per click: 0.9·(10 − 6) in the second slot against 1·(10 − 9) in the first.
    expect(misreport).toMatchObject({ bidder: 0, gain: expect.closeTo(0.9 * 4 - 1, 9) });
    expect(misreport.report).toBeGreaterThanOrEqual(6);
    expect(misreport.report).toBeLessThanOrEqual(9);
  });

  it("are profitable under pay-your-bid: the best bid is just above the next one", () => {
    const mechanism = payYourBid(sealedMechanism(secondPrice, 4));
    const misreport = searchedMisreport(mechanism, values, 12);
    expect(misreport.bidder).toBe(0);
    expect(misreport.report).toBeCloseTo(9, 6);
    expect(misreport.gain).toBeCloseTo(1, 6);
  });
});
