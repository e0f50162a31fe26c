// The auction world: what bidders are told to have missed against trying it, revenue against theory, and money that is never overspent.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bidders } from "../../agents/bidders.ts";
import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { auctionWorld } from "./auction.ts";

const RULES = ["first-price", "second-price", "optimal"] as const;
const names = auctionWorld.make({}).spec.channels.map(({ name }) => name);
const C = names.length;
const at = (name: string) => names.indexOf(name);

/** Plays an episode; sums of each channel by bidder, and the time at which each had spent 99 % of its money. */
function played(world: NumericEnvironment, agents: readonly Agent[], seed: number) {
  const { spec, state } = world;
  const n = spec.agents.length;
  const outcomes = new Float64Array(n * C);
  const sums = new Float64Array(n * C);
  const observations = new Float32Array(n * spec.observationSize);
  const actions = new Float64Array(n);
  const random = Random.of(seed, "auction");
  world.reset(random, outcomes);
  const spent = new Float64Array(n).fill(1);
  let least = Number.POSITIVE_INFINITY;
  for (const [i, agent] of agents.entries()) agent.reset(Random.of(seed, "agent", i));
  for (let t = 1; ; t++) {
    world.observe(observations);
    for (const [i, agent] of agents.entries()) {
      agent.act(
        observations.subarray(i * spec.observationSize, (i + 1) * spec.observationSize),
        actions.subarray(i, i + 1),
      );
    }
    const status = world.step(actions, outcomes, random);
    for (let k = 0; k < sums.length; k++) sums[k] += outcomes[k];
    world.observe(observations);
    for (let i = 0; i < n; i++) {
      if (observations[i * spec.observationSize + 1] > 0.01) spent[i] = t / spec.horizon;
      least = Math.min(least, state.views.money[i]);
    }
    if (status !== 0) {
      expect(least).toBeGreaterThanOrEqual(-1e-9);
      return { sum: (i: number, name: string) => sums[i * C + at(name)], spent };
    }
  }
}

const oracles = (world: NumericEnvironment, name: string) =>
  world.spec.agents.map((_, seat) => world.spec.oracles?.[name].play(seat) ?? expect.fail(name));

describe("the auction world", () => {
  it.each(RULES)("%s: regret is what the best other bid would have brought, found by trying", (rule) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.boolean(), (seed, poor) => {
        const budget = poor ? { budget: 0.6 } : {};
        const make = () => auctionWorld.make({ rule, reserve: 0.2, horizon: 1, ...budget });
        const world = make();
        const n = 3;
        const rng = Random.of(seed, "bids");
        const actions = Float64Array.from({ length: n }, () => rng.uniform());
        const outcomes = new Float64Array(n * C);
        const draw = () => Random.of(seed, "values");
        const play = (bids: Float64Array) => {
          const random = draw();
          world.reset(random, outcomes);
          world.step(bids, outcomes, random);
          return outcomes.slice();
        };
        const own = play(actions);
        for (let i = 0; i < n; i++) {
          let best = own[i * C + at("payoff")];
          for (let k = 0; k <= 200; k++) {
            const other = actions.slice();
            other[i] = k / 200;
            best = Math.max(best, play(other)[i * C + at("payoff")]);
          }
          const regret = own[i * C + at("regret")];
          const found = Math.max(0, best - own[i * C + at("payoff")]);
          // The grid comes within a step of the best bid, in a first-price auction from above.
          expect(found).toBeLessThanOrEqual(regret + 1e-9);
          expect(found).toBeGreaterThanOrEqual(regret - 1 / 200 - 1e-9);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("truth leaves nothing to regret under the second price and the optimal rule", () => {
    for (const rule of ["second-price", "optimal"] as const) {
      const world = auctionWorld.make({ rule, horizon: 500 });
      const { sum } = played(world, oracles(world, "truthful"), 1);
      for (let i = 0; i < 3; i++) expect(sum(i, "regret")).toBeLessThan(1e-9);
    }
  });

  it("equal bids are won by the bidder that is listed first, and a bid of just the reserve wins", () => {
    const bidding = (bid: number): Agent => ({
      reset() {},
      act(_observation, action) {
        action[0] = bid;
      },
    });
    for (const rule of RULES) {
      // The optimal rule's reserve for values from 0 to 1 is a half.
      const reserve = rule === "optimal" ? 0 : 0.5;
      const won = (bids: readonly number[]) => {
        const { sum } = played(auctionWorld.make({ rule, reserve, horizon: 1 }), bids.map(bidding), 1);
        return bids.map((_, i) => [sum(i, "won"), sum(i, "spend")]);
      };
      const sold = [1, rule === "first-price" ? 0.75 : expect.closeTo(0.75, 12)];
      expect(won([0.25, 0.75, 0.75])).toEqual([[0, 0], sold, [0, 0]]);
      expect(won([0, 0.5, 0.25])).toEqual([
        [0, 0],
        [1, expect.closeTo(0.5, 12)],
        [0, 0],
      ]);
      expect(won([0, 0.5 - 1e-9, 0.25]).map(([share]) => share)).toEqual([0, 0, 0]);
    }
  });

  it.each([
    [[{ low: 2, high: 3, share: 1 }], [0, 1, 1.5, 1.99], 2],
    [
      [
        { low: 0, high: 0.5, share: 0.5 },
        { low: 1, high: 1.5, share: 0.5 },
      ],
      [0, 0.4, 0.7, 0.99],
      1,
    ],
  ])(
    "the optimal rule sells values of %j for no bid below its reserve, though no value is so low",
    (values, below, reserve) => {
      const world = auctionWorld.make({ rule: "optimal", bidders: 1, horizon: 1, values });
      const sold = (bid: number) => {
        const [outcomes, random] = [new Float64Array(C), Random.of(1, "reserve")];
        world.reset(random, outcomes);
        world.step(Float64Array.of(bid), outcomes, random);
        return [outcomes[at("won")], outcomes[at("spend")]];
      };
      for (const bid of below) expect(sold(bid)).toEqual([0, 0]);
      for (const bid of [reserve + 1e-9, 1.4 * reserve]) expect(sold(bid)).toEqual([1, expect.closeTo(reserve, 9)]);
    },
  );

  it("first and second price earn the same in equilibrium, (n − 1)/(n + 1), and the optimal rule more", () => {
    const horizon = 30_000;
    const earned = (rule: (typeof RULES)[number], name: string, bidders: number) => {
      const world = auctionWorld.make({ rule, horizon, bidders });
      const { sum } = played(world, oracles(world, name), 7);
      return world.spec.agents.reduce((total, _, i) => total + sum(i, "spend"), 0) / horizon;
    };
    for (const n of [2, 4]) {
      expect(Math.abs(earned("first-price", "equilibrium", n) - (n - 1) / (n + 1))).toBeLessThan(0.005);
      expect(Math.abs(earned("second-price", "truthful", n) - (n - 1) / (n + 1))).toBeLessThan(0.005);
    }
    expect(Math.abs(earned("optimal", "truthful", 2) - 5 / 12)).toBeLessThan(0.005);
  });

  it("in a first-price auction with a reserve, no bidder gains by leaving the equilibrium", () => {
    const world = auctionWorld.make({ rule: "first-price", reserve: 0.3, bidders: 3, horizon: 20_000 });
    const steady = oracles(world, "equilibrium");
    const honest = played(world, steady, 3).sum(0, "payoff");
    for (const factor of [0.8, 0.9, 1.1, 1.2]) {
      const [first, ...others] = steady;
      const other: Agent = {
        reset() {},
        act(observation, action) {
          first.act(observation, action);
          action[0] *= factor;
        },
      };
      expect(played(world, [other, ...others], 3).sum(0, "payoff"), `${factor}`).toBeLessThan(honest);
    }
  });

  it("a bidder that paces has money to the end, buys more with it, and one that does not has none left early", () => {
    const [shaded, paced] = bidders.map((entry) => entry.make({}));
    const horizon = 5000;
    const world = auctionWorld.make({ horizon, bidders: 4, budget: [300, 1e6, 1e6, 1e6] });
    const seated = (plan: typeof paced) =>
      world.spec.agents.map((_, seat) =>
        (seat === 0 ? plan : shaded)({
          spec: world.spec,
          seat,
          makeEnvironment: () => world,
          makeReward: () => expect.fail("no reward is needed"),
          memo: (_key, compute) => compute(),
          directory: ".",
        }),
      );
    const [plain, steady] = [played(world, seated(shaded), 5), played(world, seated(paced), 5)];
    expect(plain.spent[0]).toBeLessThan(0.6);
    expect(steady.spent[0]).toBeGreaterThan(0.9);
    expect(steady.sum(0, "spend")).toBeGreaterThan(0.9 * 300);
    expect(steady.sum(0, "value")).toBeGreaterThan(1.05 * plain.sum(0, "value"));
  });

  it.each([
    [{ budget: [1, 2] }, "2 budgets for 3 bidders"],
    [{ budget: 0 }, "budget"],
    [{ values: [{ low: 0.5, high: 0.2, share: 1 }] }, "values have step 0"],
    [
      {
        values: [
          { low: 0, high: 1, share: 0.5 },
          { low: 2, high: 3, share: 0.4 },
        ],
      },
      "add up to 0.9",
    ],
  ])("%j: a mistake is told in a sentence", (given, sentence) => {
    expect(() => auctionWorld.make(given)).toThrow(sentence);
  });
});
