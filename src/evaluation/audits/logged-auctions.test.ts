// Auctions are drawn from a log as recorded, without absent bidders, and searched in the log's unit of money.

import { expect, it } from "vitest";
import { folderOf, readLog } from "../../../test/fixtures/logs.ts";
import { Random } from "../../core/random.ts";
import { AUCTIONS } from "../../logs/kinds.ts";
import { defineRule, type ListRule } from "../../mechanisms/rule.ts";
import { auditRule } from "./audit.ts";
import { auditsOf, rulesNamed, rulesOn } from "./index.ts";
import { loggedAuctions } from "./logged-auctions.ts";

const LOG = `auction,time,bidder,value,quality
1,1,a,4,0.5
1,1,b,3000,0
2,2,b,2,1
2,2,c,0,0.5
3,3,c,0,0.5
4,4,a,1,0.25
4,4,b,2,0.5
4,4,c,3,0.75
`;

const auctionsOf = async (text: string) =>
  loggedAuctions(await readLog(AUCTIONS, "bids.csv", folderOf({ "bids.csv": text })));

it("draws all auctions with a bid, and only those with at most the given number of bidders", async () => {
  const auctions = await auctionsOf(LOG);
  expect(auctions).toMatchObject({ file: "bids.csv", count: 4 });
  const random = Random.of(1, "auctions");
  const drawn = (most: number) =>
    new Map(Array.from({ length: 60 }, () => auctions.draw(random, most)).map((one) => [one.number, one]));
  const all = drawn(16);
  expect([...all.keys()].sort()).toEqual([1, 2, 4]);
  expect(all.get(1)).toMatchObject({ names: ["a", "b"], values: Float64Array.of(4, 3000) });
  // Log-odds of the qualities must be finite, so 0 becomes 1e-6.
  expect(all.get(1)?.qualities).toEqual(Float64Array.of(0.5, 1e-6));
  expect(all.get(2)).toMatchObject({ names: ["b"], qualities: Float64Array.of(1 - 1e-6) });
  expect(all.get(4)?.virtual()).toHaveLength(3);
  expect([...drawn(2).keys()].sort()).toEqual([1, 2]);
  expect(() => auctions.draw(random, 0)).toThrow("hardly an auction");
});

it("the rounding tolerance is relative to the auction's largest value, and small values are searched too", async () => {
  // The second bidder's value is a millionth of the first's, so a grid over all values would miss it.
  const auctions = await auctionsOf("auction,time,bidder,value\n1,1,a,1000000\n1,1,b,1\n2,2,a,1000000\n2,2,b,1\n");
  const to = (paid: (bid: number) => number) =>
    defineRule({
      summary: "the second bidder has a click, and pays",
      make: (): ListRule => ({
        family: "list",
        truthful: true,
        mechanism: () => ({
          bidders: 2,
          run: (bids) => ({ allocation: Float64Array.of(0, 1), payments: Float64Array.of(0, paid(bids[1])) }),
        }),
      }),
    });
  const gains = async (paid: (bid: number) => number) => {
    const [rule] = auditsOf({ ...to(paid).entry, id: "own" }, auctions);
    return (await auditRule(rule, { instances: 4, seed: 1 })).gain.mean;
  };
  expect(await gains((bid) => (bid > 0.4 && bid < 0.6 ? 0.1 : 0.9))).toBeCloseTo(0.8, 12);
  const tiny = auditsOf({ ...to((bid) => 0.5 + 1e-10 * bid).entry, id: "own" }, auctions)[0];
  expect(await auditRule(tiny, { instances: 4, seed: 1 })).toMatchObject({ refuted: 0 });
});

it("auction rules are found by name, and contract rules are rejected on a log", async () => {
  const auctions = await auctionsOf(LOG);
  const rules = rulesOn(auctions);
  expect(rulesNamed("optimal", rules).map(({ id }) => id)).toEqual([
    "auction/optimal",
    "slots/optimal",
    "cascade/optimal",
    "logit/optimal",
  ]);
  expect(() => rulesNamed("hiring", rules)).toThrow("hiring pays for work, and a log of auctions has none");
  for (const rule of rules.filter(({ truthful }) => truthful)) {
    const report = await auditRule(rule, { instances: 12, seed: 2 });
    expect(report, report.largest.deviation).toMatchObject({ refuted: 0, agrees: true });
  }
});
