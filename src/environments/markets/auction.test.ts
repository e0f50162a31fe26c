// The auction environment: the channel `regret` against a search over bids, revenue against theory, and budgets that are never exceeded.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { oracles, playedBidders } from "../../../test/fixtures/seats.ts";
import { refusals } from "../../../test/fixtures/words.ts";
import { memoryless, reactive } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { auctionWorld } from "./auction.ts";

const RULES = ["first-price", "second-price", "optimal"] as const;
const names = auctionWorld.make({}).spec.channels.map(({ name }) => name);
const C = names.length;
const at = (name: string) => names.indexOf(name);

describe("the auction environment", () => {
  it.each(RULES)("%s: regret equals the gain of the best alternative bid in a search", (rule) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.boolean(), (seed, poor) => {
        const world = auctionWorld.make({ rule, reserve: 0.2, horizon: 1, ...(poor && { budget: 0.6 }) });
        const n = 3;
        const rng = Random.of(seed, "bids");
        const actions = Float64Array.from({ length: n }, () => rng.uniform());
        const outcomes = new Float64Array(n * C);
        const play = (bids: Float64Array) => {
          const random = Random.of(seed, "values");
          world.reset(random, outcomes);
          world.step(bids, outcomes, random);
          return outcomes.slice();
        };
        const own = play(actions);
        for (let i = 0; i < n; i++) {
          let best = own[i * C + at("payoff")];
          for (let k = 0; k <= 200; k++) {
            best = Math.max(best, play(actions.with(i, k / 200))[i * C + at("payoff")]);
          }
          const regret = own[i * C + at("regret")];
          const gain = Math.max(0, best - own[i * C + at("payoff")]);
          // The grid comes within one step of the best bid, from above in a first-price auction.
          expect(gain).toBeLessThanOrEqual(regret + 1e-9);
          expect(gain).toBeGreaterThanOrEqual(regret - 1 / 200 - 1e-9);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("truthful bids have no regret under the second price and the optimal rule", () => {
    for (const rule of ["second-price", "optimal"] as const) {
      const world = auctionWorld.make({ rule, horizon: 500 });
      const { sum } = playedBidders(world, oracles(world, "truthful"), 1);
      for (let i = 0; i < 3; i++) expect(sum(i, "regret")).toBeLessThan(1e-9);
    }
  });

  it("ties are won by the bidder listed first, and a bid equal to the reserve wins", () => {
    for (const rule of RULES) {
      // The optimal rule's reserve for values uniform in [0, 1] is 1/2.
      const reserve = rule === "optimal" ? 0 : 0.5;
      const won = (bids: readonly number[]) => {
        const world = auctionWorld.make({ rule, reserve, horizon: 1 });
        const { sum } = playedBidders(
          world,
          bids.map((bid) => reactive(() => bid)),
          1,
        );
        return bids.map((_, i) => [sum(i, "won"), sum(i, "spend")]);
      };
      const sold = [1, rule === "first-price" ? 0.75 : expect.closeTo(0.75, 12)];
      expect(won([0.25, 0.75, 0.75])).toEqual([[0, 0], sold, [0, 0]]);
      expect(won([0, 0.5, 0.25]).flat()).toEqual([0, 0, 1, expect.closeTo(0.5, 12), 0, 0]);
      expect(won([0, 0.5 - 1e-9, 0.25]).map(([share]) => share)).toEqual([0, 0, 0]);
    }
  });

  it.each([
    { ranges: "2 3 1", below: [0, 1, 1.5, 1.99], reserve: 2 },
    { ranges: "0 0.5 0.5 | 1 1.5 0.5", below: [0, 0.4, 0.7, 0.99], reserve: 1 },
  ])(
    "with values in $ranges the optimal rule rejects bids below its reserve, even where no value is that low",
    ({ ranges, below, reserve }) => {
      const values = matrix(ranges).map(([low, high, share]) => ({ low, high, share }));
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

  it("first and second price earn the same in equilibrium", () => {
    const horizon = 30_000;
    const earned = (rule: (typeof RULES)[number], name: string, bidders: number) => {
      const world = auctionWorld.make({ rule, horizon, bidders });
      return playedBidders(world, oracles(world, name), 7).total("spend") / horizon;
    };
    for (const n of [2, 4]) {
      expect(Math.abs(earned("first-price", "equilibrium", n) - (n - 1) / (n + 1))).toBeLessThan(0.005);
      expect(Math.abs(earned("second-price", "truthful", n) - (n - 1) / (n + 1))).toBeLessThan(0.005);
    }
    expect(Math.abs(earned("optimal", "truthful", 2) - 5 / 12)).toBeLessThan(0.005);
  });

  it("in a first-price auction with a reserve, no bidder gains by deviating from the equilibrium", () => {
    const world = auctionWorld.make({ rule: "first-price", reserve: 0.3, bidders: 3, horizon: 20_000 });
    const steady = oracles(world, "equilibrium");
    const honest = playedBidders(world, steady, 3).sum(0, "payoff");
    for (const factor of [0.8, 0.9, 1.1, 1.2]) {
      const [first, ...others] = steady;
      const other = memoryless((observation, action) => {
        void first.act(observation, action);
        action[0] *= factor;
      });
      expect(playedBidders(world, [other, ...others], 3).sum(0, "payoff"), `${factor}`).toBeLessThan(honest);
    }
  });

  const uniform = (low: number, high: number, share: number) => ({ low, high, share });
  refusals("auction", auctionWorld.make, [
    { budget: [1, 2] },
    { budget: 0 },
    { values: [uniform(0.5, 0.2, 1)] },
    { values: [uniform(0, 1, 0.5), uniform(2, 3, 0.4)] },
  ]);
});
