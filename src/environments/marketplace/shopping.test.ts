// Shopping on a marketplace: shares of the optimum of three buyers on published data, odds of the first proposal against their formula, and
// what claims, places and fees change.

import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat, rowByRow } from "../../../test/fixtures/seats.ts";
import { shopper } from "../../agents/shoppers.ts";
import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { prepareMarket } from "./market-file.ts";
import { shopping } from "./shopping.ts";
import { ASK, ASK_ALL, LEAVE, WAIT } from "./shopping-spec.ts";

const LARGE = fileURLToPath(new URL("../../../test/fixtures/marketplaces/mexican_10_30.yaml", import.meta.url));

/** Sums of the channels over an episode. */
const played = (world: NumericEnvironment, agent: Agent, seed: number): Record<string, number> =>
  playEpisode(world, [agent], Random.of(seed, "shopping"), { hand: Random.of(seed, "agent") }).sums;

/** Means of the channels over episodes of a shopper. */
function means(settings: object, buyer: object, seeds: number): Record<string, number> {
  const world = shopping.make(settings);
  const agent = inSeat(world, shopper.make(buyer));
  const all = Array.from({ length: seeds }, (_, seed) => played(world, agent, seed));
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, mean(all.map((one) => one[name]))]));
}

describe("on a published market", () => {
  const shares = async (buyer: object, limits: readonly number[], seeds: number) => {
    const place = { ...folderOf({}), directory: "/" };
    const content = await prepareMarket({ file: LARGE }, place);
    return limits.map((limit) => means({ market: LARGE, content, limit }, buyer, seeds).share);
  };

  it("the best of all proposals has the share of a perfect shopper", async () => {
    const [one, two, three, five] = await shares({ takes: "best" }, [1, 2, 3, 5], 2);
    for (const [share, expected] of [
      [one, 0.645],
      [two, 0.888],
      [three, 0.978],
      [five, 1],
    ])
      expect(share).toBeCloseTo(expected, 3);
  });

  it("the first proposal costs the more the longer the list is, where amenities are not asked for", async () => {
    const [one, two, five, thirty] = await shares({ takes: "first", amenities: false }, [1, 2, 5, 30], 100);
    expect(one).toBeCloseTo(0.444, 3);
    // Shares of another implementation: .661, .355 and .310, with standard errors of about .01 to .03 here and there.
    expect(Math.abs(two - 0.661)).toBeLessThan(0.05);
    expect(Math.abs(five - 0.355)).toBeLessThan(0.08);
    expect(Math.abs(thirty - 0.31)).toBeLessThan(0.08);
  });

  it("the first proposal that fits loses little", async () => {
    const [one, thirty] = await shares({ takes: "first" }, [1, 30], 100);
    expect(one).toBeCloseTo(0.645, 3);
    expect(Math.abs(thirty - 0.92)).toBeLessThan(0.01);
  });
});

describe("the odds of the first of ten proposals, whose surpluses are uniform", () => {
  const alike = { search: "ideal", rivals: 10, lacking: 0, prices: "uniform", further: 0, customers: 50 };

  // Optimal search: waiting costs c, and a surplus of ξ = 1 − √(2c) is enough. The first is taken with probability (1 − ξ) + ξⁿ/n.
  it.each([0.01, 0.05, 0.2])("where waiting costs %d", (cost) => {
    const enough = 1 - Math.sqrt(2 * cost);
    const { first, bought } = means(alike, { takes: "enough", enough }, 40);
    const expected = 1 - enough + enough ** 10 / 10;
    expect(bought).toBeCloseTo(1, 9);
    expect(Math.abs(first - expected)).toBeLessThan(3 * Math.sqrt((expected * (1 - expected)) / 2000));
  });

  it("are a tenth where all are waited for", () => {
    const { first, waits } = means(alike, { takes: "best" }, 40);
    expect(waits).toBe(500);
    expect(Math.abs(first - 0.1)).toBeLessThan(0.02);
  });
});

test("claims of amenities that a business lacks deceive a buyer of the cheapest proposal", () => {
  const settings = { customers: 20, search: "ideal" };
  expect(means(settings, {}, 5)).toMatchObject({ deceived: 0, met: expect.closeTo(1) });
  const { deceived, met, bought } = means({ ...settings, boastful: 1 }, {}, 5);
  expect(deceived).toBeGreaterThan(0.15);
  expect(deceived + met).toBeCloseTo(bought, 9);
});

test("a commission is taken of payments, and passed on to prices", () => {
  const settings = { customers: 10, search: "ideal", limit: 3 };
  const without = means(settings, {}, 4);
  const kept = means({ ...settings, commission: 0.2, passed: 0 }, {}, 4);
  expect(kept).toMatchObject({ share: without.share, paid: without.paid, takings: expect.closeTo(0.2 * without.paid) });
  const passed = means({ ...settings, commission: 0.2 }, {}, 4);
  expect(passed.paid).toBeCloseTo(without.paid / 0.8, 9);
  expect(passed.share).toBeLessThan(without.share);
});

test("paid places put sponsors first, and what they sell is worse", () => {
  const settings = { customers: 20, limit: 1, sponsors: 0.3, boost: 0 };
  const [plain, paid] = [0, 1].map((boost) => means({ ...settings, boost }, {}, 5));
  expect(paid.share).toBeLessThan(plain.share);
  const shown = means({ ...settings, limit: 60, sponsorFee: 0.3, boost: 1 }, {}, 5);
  expect(shown.sponsored).toBeLessThan(0.3);
  expect(shown.takings).toBeGreaterThan(0);
});

test("what is not legal changes nothing but the turn, and a customer whose turns are over leaves", () => {
  const world = shopping.make({ customers: 2, limit: 3, turns: 4 });
  const pay = ASK + 3;
  const nothing = played(world, rowByRow([[pay], [WAIT], [pay + 1], [WAIT], [LEAVE]]), 1);
  expect(nothing).toMatchObject({ bought: 0, contacts: 0, waits: 0, payoff: 0 });
  expect(world.texts?.ledger()).toBe("customer_0001 bought nothing\ncustomer_0002 bought nothing");
  const twice = played(world, rowByRow([[ASK_ALL], [ASK_ALL], [ASK], [LEAVE]]), 1);
  expect(twice.contacts).toBe(3);
});

test("the conversation and the ledger say what happened", () => {
  const world = shopping.make({ customers: 1, search: "ideal", limit: 3 });
  const outcomes = new Float64Array(world.spec.channels.length);
  world.reset(Random.of(4), outcomes);
  for (const choice of [ASK_ALL, WAIT]) world.step(Float64Array.of(choice), outcomes, Random.of(4));
  const [wish, search, asks, reply] = (world.texts?.messages() ?? "").split("\n");
  expect(wish).toMatch(/^customer_0001: I am looking for a business that offers '.*', and has '.*'\.$/);
  expect(search.match(/business_000\d/g)).toHaveLength(3);
  expect(asks).toBe(search.replace("search:", "assistant asks"));
  expect(reply).toMatch(/ \(business_000\d\): proposes \d+\.\d\d, (has the amenities|lacks an amenity)$/);
});
