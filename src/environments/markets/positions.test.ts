// Position auctions: equilibrium against VCG, revenue against theory, regret against a search over bids, and budgets that are never
// exceeded.

import { describe, expect, it } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { oracles, playedBidders } from "../../../test/fixtures/seats.ts";
import { refusals } from "../../../test/fixtures/words.ts";
import { reactive } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { listRules } from "../../mechanisms/position/list-rules.ts";
import { positionsWorld } from "./positions.ts";

const names = positionsWorld.make({}).spec.channels.map(({ name }) => name);
const C = names.length;
const at = (name: string) => names.indexOf(name);
const USERS = ["separable", "cascade", "logit"] as const;

/** All bidders bid this share of their value. */
const shaded = (world: NumericEnvironment, share: number) =>
  playedBidders(
    world,
    world.spec.agents.map(() => reactive(([value]) => share * value)),
    1,
  );

describe("position auctions", () => {
  it.each([
    { reserve: 0 },
    { reserve: 0.3 },
    { bidders: 3, slots: [0.8, 0.7, 0.6, 0.5] },
    { bidders: 6, shown: 2, reserve: 0.1 },
    { scoreFloor: 0.12 },
    { bidders: 6, shown: 2, scoreFloor: 0.2 },
    // The second bidder bids exactly the floor.
    { bidders: 2, slots: [0.9, 0.9, 0.4], scoreFloor: 0.05 },
  ])("%j: in the lowest equilibrium of gsp every bidder pays its VCG payment and has no regret", (terms) => {
    const horizon = 400;
    const make = (rule: string, informed: boolean) => positionsWorld.make({ ...terms, horizon, rule, informed });
    const [gsp, vcg] = [make("gsp", true), make("vcg", false)];
    const [steady, truthful] = [
      playedBidders(gsp, oracles(gsp, "equilibrium"), 1),
      playedBidders(vcg, oracles(vcg, "truthful"), 1),
    ];
    for (let i = 0; i < gsp.spec.agents.length; i++) {
      expect(steady.sum(i, "spend")).toBeGreaterThan(1);
      expect(steady.sum(i, "spend")).toBeCloseTo(truthful.sum(i, "spend"), 3);
      expect(steady.sum(i, "clicks")).toBeCloseTo(truthful.sum(i, "clicks"), 9);
      expect(steady.sum(i, "regret")).toBeLessThan(1e-3);
    }
    const honest = make("gsp", false);
    const naive = playedBidders(honest, oracles(honest, "truthful"), 1);
    expect(naive.total("spend")).toBeGreaterThan(1.05 * truthful.total("spend"));
    expect(naive.total("regret")).toBeGreaterThan(1);
  });

  it("one position equals a single-item auction: (n − 1)/(n + 1) of the clicks by gsp and vcg, 5/12 by the optimal rule with two", () => {
    const horizon = 6000;
    const qualities = (n: number) => new Array<number>(n).fill(0.5);
    for (const users of USERS) {
      const earned = (rule: string, n: number) => {
        const world = positionsWorld.make({ rule, users, bidders: n, horizon, slots: [0.8], qualities: qualities(n) });
        return playedBidders(world, oracles(world, "truthful"), 3).total("spend") / horizon / 0.4;
      };
      expect(Math.abs(earned("gsp", 3) - 1 / 2)).toBeLessThan(0.01);
      expect(Math.abs(earned("vcg", 3) - 1 / 2)).toBeLessThan(0.01);
      expect(Math.abs(earned("optimal", 2) - 5 / 12)).toBeLessThan(0.01);
    }
  });

  it("a floor of 1/2 earns 5/12 with two bidders, like a reserve; so does a score floor of half the quality", () => {
    const horizon = 6000;
    for (const users of USERS) {
      for (const terms of [{ floor: 0.5 }, { floor: [0.5, 0.5] }, { scoreFloor: 0.25 }]) {
        for (const rule of ["gsp", "vcg"]) {
          const given = { ...terms, rule, users, bidders: 2, horizon, slots: [0.8], qualities: [0.5, 0.5] };
          const world = positionsWorld.make(given);
          const earned = playedBidders(world, oracles(world, "truthful"), 3).total("spend") / horizon / 0.4;
          expect(Math.abs(earned - 5 / 12)).toBeLessThan(0.01);
        }
      }
    }
  });

  it.each([{ floor: { "bidder 2": 0.4 } }, { scoreFloor: 0.1 }])(
    "%j: truthful bids have no regret under vcg, and lower bids have some",
    (terms) => {
      for (const users of USERS) {
        const world = positionsWorld.make({ rule: "vcg", users, horizon: 200, ...terms });
        // The bid is so close to truthful that the best response must be computed.
        expect(shaded(world, 1 - 1e-9).total("regret")).toBeLessThan(1e-6);
        expect(shaded(world, 0.6).total("regret")).toBeGreaterThan(0.1);
      }
    },
  );

  it("an ad below the main line's floor is shown in the side line, at that line's floor", () => {
    const given = { rule: "gsp", bidders: 2, horizon: 1, qualities: [0.5, 0.5], slots: [1, 0.8, 0.2] };
    const world = positionsWorld.make({ ...given, slotFloors: [0.6, 0.6, 0.1] });
    const { outcomes, step } = byHand(world, Random.of(1, "lines"));
    step(0.9, 0.5);
    const measure = (name: string) => [outcomes[at(name)], outcomes[C + at(name)]].map((x) => expect.closeTo(x, 12));
    expect([0.5, 0.1]).toEqual(measure("clicks"));
    expect([0.5 * 0.6, 0.1 * 0.1]).toEqual(measure("spend"));
  });

  it("no equilibrium is offered where none is known", () => {
    const offered = (terms: object) =>
      Object.keys(positionsWorld.make({ informed: true, ...terms }).spec.oracles ?? {});
    expect(offered({ scoreFloor: 0.1 })).toEqual(["equilibrium", "truthful"]);
    for (const terms of [{ floor: 0.1 }, { slotFloors: [0.3, 0.1, 0] }, { scoreFloor: [0.3, 0.1, 0] }])
      expect(offered(terms)).toEqual(["truthful"]);
    // A floor of 0 is no floor.
    for (const rule of ["optimal", "vcg"])
      positionsWorld.make({ rule, reserve: 0.2, floor: 0, scoreFloor: 0, slotFloors: [0, 0, 0] });
  });

  it.each(USERS)(
    "%s: truthful bids have no regret under vcg and the optimal rule, and vcg loses no welfare",
    (users) => {
      for (const rule of ["vcg", "optimal"]) {
        const world = positionsWorld.make({ rule, users, horizon: 200, reserve: rule === "vcg" ? 0.2 : 0 });
        // The bid is so close to truthful that the best response must be computed.
        expect(shaded(world, 1 - 1e-9).total("regret")).toBeLessThan(1e-6);
        expect(shaded(world, 0.6).total("regret")).toBeGreaterThan(0.1);
      }
      const fit = users === "separable" ? 0 : 1;
      const world = positionsWorld.make({ rule: "vcg", users, horizon: 200, fit });
      expect(playedBidders(world, oracles(world, "truthful"), 2).sum(0, "efficient")).toBeCloseTo(200, 9);
    },
  );

  it.each(USERS.flatMap((users) => listRules.ids().map((rule) => [users, rule] as const)))(
    "%s, %s: regret equals the gain of the best alternative bid in a search",
    (users, rule) => {
      for (let seed = 0; seed < 2; seed++) {
        const fit = users === "separable" ? 0 : 0.7;
        const terms = { rule, users, fit, reserve: 0.1, horizon: 1, ...(seed % 2 === 0 ? {} : { budget: 0.5 }) };
        const world = positionsWorld.make(terms);
        const rng = Random.of(seed, "bids");
        const actions = Float64Array.from({ length: 4 }, () => rng.uniform());
        const outcomes = new Float64Array(4 * C);
        const play = (bids: Float64Array) => {
          const random = Random.of(seed, "values");
          world.reset(random, outcomes);
          world.step(bids, outcomes, random);
          return outcomes.slice();
        };
        const own = play(actions);
        // This rule computes its prices by search, at every bid.
        const tried = rule === "approximate" ? 40 : 100;
        for (let i = 0; i < 4; i++) {
          let best = 0;
          for (let k = 0; k <= tried; k++)
            best = Math.max(best, play(actions.with(i, k / tried))[i * C + at("payoff")]);
          const regret = own[i * C + at("regret")];
          const gain = Math.max(0, best - own[i * C + at("payoff")]);
          // Where theory gives no best bid, several bids are tried.
          const slack = rule === "approximate" ? 0.03 : 1e-9;
          expect(gain).toBeLessThanOrEqual(regret + slack);
          expect(gain).toBeGreaterThanOrEqual(regret - 1 / tried - 1e-9);
        }
      }
    },
  );

  it("click models agree for a single ad, and differ for several", () => {
    const clicked = (users: string, shown: number) => {
      const world = positionsWorld.make({ rule: "gsp", users, shown, horizon: 1, qualities: [0.6, 0.5, 0.4, 0.3] });
      const { outcomes, step } = byHand(world, Random.of(1, "clicks"));
      // These bids rank the ads in the order of seats.
      step(1, 0.9, 0.8, 0.7);
      return [0, 1, 2, 3].map((i) => outcomes[i * C + at("clicks")]);
    };
    for (const users of USERS) expect(clicked(users, 1)).toEqual([expect.closeTo(0.6, 12), 0, 0, 0]);
    const near = (clicks: number[]) => clicks.map((x) => expect.closeTo(x, 12));
    expect(clicked("separable", 3)).toEqual(near([0.6, 0.3, 0.12, 0]));
    expect(clicked("cascade", 3)).toEqual(near([0.6, 0.4 * 0.3, 0.4 * 0.7 * 0.12, 0]));
    const odds = [0.6 / 0.4, 0.3 / 0.7, 0.12 / 0.88];
    const all = 1 + odds[0] + odds[1] + odds[2];
    expect(clicked("logit", 3)).toEqual(near([...odds.map((w) => w / all), 0]));
  });

  it("treating ads as independent loses welfare; accounting for the fit of ads to positions does not", () => {
    const share = (rule: string, users: string, fit: number) => {
      const world = positionsWorld.make({ rule, users, fit, horizon: 100 });
      return playedBidders(world, oracles(world, "truthful"), 4).sum(0, "efficient") / 100;
    };
    expect(share("gsp", "separable", 0)).toBeCloseTo(1, 9);
    for (const users of ["cascade", "logit"]) {
      expect(share("vcg", users, 1)).toBeCloseTo(1, 9);
      expect(share("gsp", users, 1)).toBeLessThan(0.93);
      expect(share("gsp", users, 0)).toBeGreaterThan(share("gsp", users, 1));
      const near = share("approximate", users, 1);
      expect(near).toBeLessThan(1 - 1e-4);
      expect(near).toBeGreaterThan(share("gsp", users, 1));
    }
  });

  it("an informed bidder observes all bidders, starting with itself", () => {
    const world = positionsWorld.make({ informed: true, bidders: 3, qualities: [0.1, 0.2, 0.3] });
    const { spec, state } = world;
    world.reset(Random.of(1, "x"), new Float64Array(3 * C));
    const observations = new Float32Array(3 * spec.observationSize);
    world.observe(observations);
    const [a, b, c] = Float32Array.from(state.views.values);
    const row = observations.subarray(spec.observationSize, 2 * spec.observationSize);
    expect([...row.subarray(6)]).toEqual([b, c, a, ...Float32Array.of(0.2, 0.3, 0.1)]);
    expect(row[0]).toBe(b);
  });

  refusals("positions", positionsWorld.make, [
    { slots: [0.3, 0.5] },
    { qualities: [0.3, 0.5] },
    { qualities: { low: 0.5, high: 0.3 } },
    { fit: 1 },
    { budget: [1, 2] },
    { floor: [0.1, 0.2] },
    { floor: { "bidder 5": 0.1 } },
    { scoreFloor: [0.1, 0.2] },
    { slotFloors: [0.1, 0.2, 0.1] },
    { floor: 0.1, reserve: 0.2 },
    { floor: 0.1, rule: "optimal" },
    { slotFloors: [0.3, 0.2, 0.1], rule: "vcg" },
    { scoreFloor: [0.3, 0.2, 0.1], rule: "approximate" },
    { rule: "gps" },
    { bidders: 17 },
  ]);
});
