// The campaign environment: payments against an independent calculation, the hindsight optimum against sorting all impressions, budgets
// that are never exceeded, and the value of pacing and of return constraints.

import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat, oracle } from "../../../test/fixtures/seats.ts";
import { refusals } from "../../../test/fixtures/words.ts";
import { autobid, bidders } from "../../agents/bidders.ts";
import { type Agent, reactive } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { CHANCE, CLICK, type ImpressionSource, PRICE, TIME } from "../../mechanisms/campaign/source.ts";
import { campaignWorld } from "./campaign.ts";
import { campaign } from "./campaign-world.ts";

/** Sums of flows and final levels of an episode, and its impressions. */
function played(world: NumericEnvironment, agent: Agent, seed: number) {
  const { money, impression } = world.state.views;
  const impressions: { price: number; chance: number; click: number; bid: number }[] = [];
  const watched: Agent = {
    ...agent,
    act(seen, action) {
      agent.act(seen, action);
      const [price, chance, click] = [PRICE, CHANCE, CLICK].map((at) => impression[at]);
      impressions.push({ price, chance, click, bid: action[0] });
    },
  };
  const { of } = playEpisode(world, [watched], Random.of(seed, "campaign"), {
    hand: Random.of(seed, "agent"),
    each: () => expect(money[0]).toBeGreaterThanOrEqual(0),
  });
  return { of, impressions };
}

const [shaded, paced] = bidders;

/** An agent with a random bid for every impression. */
const wild = (highest: number): Agent => {
  let hand = Random.of(0);
  return {
    reset(random) {
      hand = random.stream("bids");
    },
    act(_observation, action) {
      action[0] = hand.uniform(-0.1, 1.2) * highest;
    },
  };
};

describe.each(["second-price", "first-price"] as const)("by %s", (rule) => {
  it("totals of an episode equal those of its impressions, within the remaining budget", () => {
    const market = { winRate: 0.5, meanPrice: 70, priceDeviation: 50, highest: 277, clickRate: 0.05 };
    const given = { rule, horizon: 4000, market, target: 3, budget: 20_000, clickValue: 2000 };
    for (const seed of [1, 2, 3]) {
      const { of, impressions } = played(campaignWorld.make(given), wild(277), seed);
      let [left, value, spend, clicks, won, expected] = [20_000, 0, 0, 0, 0, 0];
      for (const { price, chance, click, bid } of impressions) {
        const taken = Math.min(Math.max(0, Math.min(277, bid)), left);
        if (taken < price) continue;
        const paid = rule === "second-price" ? price : taken;
        left -= paid;
        spend += paid;
        won += 1;
        clicks += click;
        value += click * 2000;
        expected += chance * 2000 - paid;
      }
      expect(clicks).toBeGreaterThan(0);
      expect(of("clicks")).toBe(clicks);
      expect(of("won")).toBe(won);
      const sums = { value, spend, expected, payoff: value - spend, return: value / spend };
      for (const [name, wanted] of Object.entries(sums)) expect(of(name)).toBeCloseTo(wanted, 6);
      expect(of("used")).toBeCloseTo(spend / 20_000, 12);
      expect(of("shortfall")).toBeCloseTo(Math.max(0, 3 * spend - value), 6);
      expect(of("regret")).toBeCloseTo(of("optimum") - expected, 6);
    }
  });

  it("the hindsight optimum buys impressions by value per price while the budget lasts", () => {
    const { of, impressions } = played(campaignWorld.make({ rule, horizon: 20_000, budget: 10_000 }), wild(300), 4);
    const worth = campaignWorld.make({}).spec.channels[0].high;
    const wanted = impressions
      .map(({ price, chance }) => ({ price, value: worth * chance }))
      .filter(({ price, value }) => value >= price)
      .sort((a, b) => b.value / b.price - a.value / a.price);
    let [left, gain] = [10_000, 0];
    for (const { price, value } of wanted) {
      const part = Math.min(1, left / price);
      left -= part * price;
      gain += part * (value - price);
    }
    expect(of("optimum")).toBeLessThanOrEqual(gain);
    expect(of("optimum")).toBeGreaterThan(0.999 * gain);
  });
});

describe("bidders", () => {
  it("that are truthful under a second price with a sufficient budget have no regret, and meet the same impressions", () => {
    const given = { horizon: 5000, budget: 1e9 };
    const world = campaignWorld.make(given);
    const truth = played(world, oracle(world, "truthful"), 5);
    expect(Math.abs(truth.of("regret"))).toBeLessThan(1e-3 * truth.of("optimum"));
    const other = played(campaignWorld.make(given), wild(300), 5);
    const seen = ({ impressions }: typeof truth) =>
      impressions.map(({ price, chance, click }) => [price, chance, click]);
    expect(seen(other)).toEqual(seen(truth));
    expect(other.of("regret")).toBeGreaterThan(0.1 * truth.of("optimum"));
  });

  it("that pace their budget lose little against hindsight; truthful ones that run out of money lose much", () => {
    const regret = (agent: (world: NumericEnvironment) => Agent) => {
      const world = campaignWorld.make({ horizon: 20_000, advertiser: "3427" });
      const { of } = played(world, agent(world), 6);
      expect(of("used")).toBeLessThanOrEqual(1 + 1e-12);
      return of("regret") / of("optimum");
    };
    expect(regret((world) => inSeat(world, shaded.make({})))).toBeGreaterThan(0.3);
    expect(regret((world) => inSeat(world, paced.make({})))).toBeLessThan(0.06);
    expect(regret((world) => oracle(world, "linear"))).toBeLessThan(0.06);
  });

  it("with a target return satisfy it, where pacing alone does not", () => {
    const given = { horizon: 40_000, advertiser: "2997", target: 6 };
    const returned = (agent: (world: NumericEnvironment) => Agent) => {
      const world = campaignWorld.make(given);
      const { of } = played(world, agent(world), 7);
      return 1 + of("expected") / of("spend");
    };
    expect(returned((world) => inSeat(world, paced.make({})))).toBeLessThan(5.2);
    const keepers = [
      returned((world) => inSeat(world, autobid.make({}))),
      returned((world) => oracle(world, "linear")),
    ];
    expect(Math.min(...keepers)).toBeGreaterThan(0.97 * 6);
    expect(Math.max(...keepers)).toBeLessThan(1.06 * 6);
  });

  it("gain by bidding below their value under a first price", () => {
    const gain = (name: string) => {
      const world = campaignWorld.make({ rule: "first-price", horizon: 10_000, budget: 1e9 });
      return played(world, oracle(world, name), 8).of("expected");
    };
    // A truthful bid gains where the value exceeds the highest permitted bid.
    expect(gain("linear")).toBeGreaterThan(3 * gain("truthful"));
  });
});

describe("a user-defined source", () => {
  const rows = matrix("0 10 0.5 1 | 3 5 0.1 0 | 4 20 0.9 1");
  const source: ImpressionSource = {
    count: rows.length,
    highest: 50,
    read(t, _random, row) {
      for (const column of [TIME, PRICE, CHANCE, CLICK]) row[column] = rows[t][column];
    },
  };
  const terms = { horizon: 3, rule: "second-price", clickValue: 30, budget: 100 } as const;

  it("is read row by row", () => {
    const world = campaign(source, terms);
    // Values 15, 3 and 27: the first and the last impression are bought for 30 and bring two clicks.
    const { of } = played(world, oracle(world, "truthful"), 1);
    expect([of("clicks"), of("spend"), of("value"), of("expected"), of("optimum")]).toEqual([2, 30, 60, 12, 12]);
  });

  it.each(["second-price", "first-price"] as const)("by %s a bid wins if it reaches the price", (rule) => {
    const bidding = (share: number) => reactive(() => share * 20);
    // The prices are 10, 5 and 20.
    const bought = (share: number) => played(campaign(source, { ...terms, rule }), bidding(share), 1).of;
    expect([bought(1)("won"), bought(1 - 1e-12)("won")]).toEqual([3, 2]);
    expect(bought(1)("spend")).toBe(rule === "second-price" ? 35 : 60);
    expect([bought(0.25)("won"), bought(0)("won")]).toEqual([1, 0]);
    const free: ImpressionSource = {
      ...source,
      read(t, random, row, hidden) {
        source.read(t, random, row, hidden);
        row[PRICE] = 0;
      },
    };
    expect(played(campaign(free, { ...terms, rule }), bidding(0), 1).of("won")).toBe(3);
  });

  it("ends after its last impression", () => {
    expect(() => campaign(source, { ...terms, horizon: 4 })).toThrow("a campaign of 4 impressions, and there are 3");
  });
});

refusals("campaigns", campaignWorld.make, [
  { market: { winRate: 0.5, meanPrice: 5, priceDeviation: 1, highest: 4, clickRate: 0.1 } },
  { market: { winRate: 0.5, meanPrice: 2, priceDeviation: 9, highest: 4, clickRate: 0.1 } },
  { advertiser: "1459" },
  { market: { winRate: 0.5 } },
  { budget: 0 },
]);
