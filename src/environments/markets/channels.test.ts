// The multi-channel campaign: returns by hand, budgets that are never exceeded, the optimum as an upper bound, and results of scripted
// spenders and learners.

import { describe, expect, it } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { byChannel, playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat, oracle, rowByRow } from "../../../test/fixtures/seats.ts";
import { refusals } from "../../../test/fixtures/words.ts";
import { spenders } from "../../agents/spenders.ts";
import { armLearners } from "../../algorithms/bandits/agents.ts";
import { sgdUcb } from "../../algorithms/bandits/budget-agent.ts";
import { type Agent, memoryless } from "../../core/agent.ts";
import { fieldOffset, type NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { channelsWorld } from "./channels.ts";

const [equal, greedy] = spenders;

/** Sums of flows and final levels of an episode, and the observation before each step. */
function played(world: NumericEnvironment, agent: Agent, seed = 1) {
  const steps: Record<string, number>[] = [];
  const { of } = playEpisode(world, [agent], Random.of(seed, "channels"), {
    hand: Random.of(seed, "agent"),
    pay: channel("value"),
    each(_, { outcomes }) {
      steps.push(byChannel(world, outcomes));
      expect(world.state.views.money[0]).toBeGreaterThanOrEqual(0);
    },
  });
  return { of, step: (t: number, name: string) => steps[t][name] };
}

const TWO = [
  { name: "a", most: 2, half: 0.5, carry: 0 },
  { name: "b", most: 1, half: 0.5, carry: 0.5 },
];

describe("a period", () => {
  it("has the returns computed by hand, partly delayed, and carries unspent money over", () => {
    const world = channelsWorld.make({ channels: TWO, horizon: 3, noise: 0, target: 2 });
    const { of, step } = played(world, rowByRow(matrix("0.5 0 | 0 1 | 1 1")));
    // Channel a: 2·(1 − 1/2). Channel b: half of the money is effective at once, and half of the rest in the next period, together with
    // half of the new money.
    expect([step(0, "value"), step(0, "spend")]).toEqual([1, 0.5]);
    expect(step(1, "value_b")).toBeCloseTo(1 - 2 ** -1, 12);
    // 1.5 of the budget are left and 2 are requested, so both channels get three quarters of their request.
    expect([step(2, "spend_a"), step(2, "spend_b")]).toEqual([0.75, 0.75]);
    expect(step(2, "value_a")).toBeCloseTo(2 * (1 - 2 ** -1.5), 12);
    expect(step(2, "value_b")).toBeCloseTo(1 - 2 ** (-(0.25 + 0.375) / 0.5), 12);
    expect(of("spend")).toBeCloseTo(3, 12);
    expect(of("used")).toBe(1);
    expect(of("payoff")).toBeCloseTo(of("value") - 3, 12);
    expect(of("return")).toBeCloseTo(of("value") / 3, 12);
    expect(of("shortfall")).toBeCloseTo(Math.max(0, 6 - of("value")), 12);
  });

  it("returns nothing without spending, and spends nothing without money", () => {
    const world = channelsWorld.make({ channels: TWO, horizon: 4, noise: 0 });
    expect(played(world, rowByRow([[0, 0]])).of("value")).toBe(0);
    const { step } = played(world, rowByRow([[1, 1]]));
    expect([0, 1, 2, 3].map((t) => step(t, "spend"))).toEqual([2, 2, 0, 0]);
    // Earlier spending in b is still effective.
    expect([step(2, "value_a"), step(2, "value_b") > 0.3]).toEqual([0, true]);
  });

  it("shows spending and returns, and the return curves to an informed agent", () => {
    const world = channelsWorld.make({ channels: TWO, horizon: 5, budget: 4, informed: true, spread: 0.4 });
    const seen = new Float32Array(world.spec.observationSize);
    const { outcomes, step } = byHand(world, Random.of(1, "seen"));
    step(0.25, 0.5);
    world.observe(seen);
    const at = (name: string, j = 0) => seen[(fieldOffset(world.spec, name) ?? Number.NaN) + j];
    const of = (name: string) => outcomes[world.spec.channels.findIndex((channel) => channel.name === name)];
    const shown = [at("spent"), at("spent", 1), at("money"), at("time"), at("budget")];
    expect(shown).toEqual([0.25, 0.5, 17 / 20, 0.2, 4].map(Math.fround));
    expect([at("returned"), at("returned", 1)]).toEqual([of("value_a"), of("value_b")].map(Math.fround));
    const { most, half } = world.state.views;
    expect([at("most"), at("half", 1), at("carry", 1)]).toEqual([Math.fround(most[0]), Math.fround(half[1]), 0.5]);
    expect(most[0]).not.toBe(2);
  });
});

describe("the optimum", () => {
  it("is the long-run return of the best split, and an upper bound for equal, concentrated and pulsed spending", () => {
    const curves = [
      { name: "a", most: 2, half: 0.5, carry: 0 },
      { name: "b", most: 1, half: 0.2, carry: 0.8 },
      { name: "c", most: 3, half: 1, carry: 0.95 },
    ];
    for (const target of [undefined, 2.5]) {
      const make = () => channelsWorld.make({ channels: curves, horizon: 400, noise: 0, ...(target && { target }) });
      const best = played(make(), oracle(make(), "best"));
      expect(best.step(399, "expected")).toBeCloseTo(best.step(399, "optimum"), 6);
      // Regret arises only until the spending has reached its full effect.
      expect(best.of("regret")).toBeGreaterThan(0);
      expect(best.of("regret")).toBeLessThan(0.06 * best.of("optimum"));
    }
    const world = channelsWorld.make({ channels: curves, horizon: 400, noise: 0 });
    const random = Random.of(7, "wild");
    const wild = memoryless((_seen, action) => action.set([0, 1, 2].map(() => random.uniform() ** 2)));
    const pulses = rowByRow(Array.from({ length: 400 }, (_, t) => (t % 3 === 0 ? [1, 1, 1] : [0, 0, 0])));
    const all = [oracle(world, "equal"), wild, pulses, rowByRow([[0.45, 0.15, 0.4]]), rowByRow([[1, 0, 0]])];
    for (const agent of all) expect(played(world, agent).of("regret")).toBeGreaterThan(0.5);
  });

  it("is specific to the episode where channels vary, and noise does not change its mean", () => {
    const world = channelsWorld.make({ horizon: 20_000, spread: 0.5, noise: 0.5, informed: true });
    const runs = [1, 2].map((seed) => played(world, oracle(world, "best"), seed));
    for (const { of } of runs) {
      expect(of("value") / of("expected")).toBeCloseTo(1, 1.5);
      expect(of("expected") / of("optimum")).toBeGreaterThan(0.995);
    }
    expect(runs[0].of("optimum")).not.toBeCloseTo(runs[1].of("optimum"), 0);
  });

  it("is available as a player where the curves are fixed or observed", () => {
    const offered = (terms: object) => Object.keys(channelsWorld.make(terms).spec.oracles ?? {});
    expect(offered({})).toEqual(["best", "equal"]);
    expect(offered({ spread: 0.1 })).toEqual(["equal"]);
    expect(offered({ spread: 0.1, informed: true })).toEqual(["best", "equal"]);
  });
});

describe("splits as choices", () => {
  it("have the same returns as the corresponding money, under the same random numbers", () => {
    const make = (terms: object) => channelsWorld.make({ horizon: 50, spread: 0.3, ...terms });
    const choices = make({ parts: 4 });
    expect(choices.spec.choices).toBe(15);
    const splits = played(choices, rowByRow([[7]]), 3);
    // In the order of the first channel's parts: 4, 3 3, 2 2 2, then 1 3 0.
    const money = played(make({}), rowByRow([[0.25, 0.5, 0.25]]), 3);
    const other = played(choices, rowByRow([[4]]), 3);
    expect(splits.of("value")).toBeCloseTo(money.of("value"), 9);
    expect(other.of("spend_search")).toBeCloseTo(25, 9);
    expect(other.of("optimum")).toBe(money.of("optimum"));
  });

  it("include the best and the equal split", () => {
    const make = () => channelsWorld.make({ horizon: 200, noise: 0, parts: 6 });
    const best = played(make(), oracle(make(), "best")).of("value");
    for (let arm = 0; arm < 28; arm++) expect(played(make(), rowByRow([[arm]])).of("value")).toBeLessThan(best + 6);
    const even = played(make(), oracle(make(), "equal"));
    expect(even.of("spend_video")).toBeCloseTo(200 / 3, 9);
    expect(even.of("value")).toBe(played(make(), inSeat(make(), equal.make({}))).of("value"));
  });
});

describe("spenders", () => {
  it("that follow the last return spend more than equal ones on the channel with the best return, and a little on every channel", () => {
    const world = channelsWorld.make({ channels: TWO, horizon: 300, noise: 0 });
    const even = played(world, inSeat(world, equal.make({})));
    const moving = played(world, inSeat(world, greedy.make({ step: 0.1, keep: 0.05 })));
    expect(even.of("spend_a")).toBeCloseTo(150, 9);
    expect(moving.of("spend_a")).toBeGreaterThan(220);
    expect(moving.of("spend_b")).toBeGreaterThanOrEqual(300 * 0.05 - 1);
    // It equalises average returns instead of marginal returns, at which the best split stops.
    expect(moving.of("spend_a")).toBeGreaterThan(played(world, oracle(world, "best")).of("spend_a") + 10);
  });

  it("require observations of channels", () => {
    const world = channelsWorld.make({});
    const elsewhere = { ...world, spec: { ...world.spec, observation: [] } };
    for (const plan of [equal.make({}), greedy.make({}), sgdUcb.make({})])
      expect(() => inSeat(elsewhere, plan)).toThrow("markets/channels does");
  });
});

describe("learners", () => {
  const AT_ONCE = [
    { name: "a", most: 1.6, half: 0.4 },
    { name: "b", most: 0.8, half: 0.1 },
    { name: "c", most: 0.4, half: 0.4 },
  ];

  it("SGD-UCB approaches the optimum without delays, within its budget on average, and in any currency", () => {
    for (const scale of [1, 1000]) {
      const channels = AT_ONCE.map((one) => ({ ...one, most: scale * one.most, half: scale * one.half }));
      const world = channelsWorld.make({ channels, horizon: 20_000, budget: scale });
      const learnt = played(world, inSeat(world, sgdUcb.make({})), 5);
      expect(learnt.of("expected") / learnt.of("optimum")).toBeGreaterThan(0.96);
      const even = played(world, oracle(world, "equal"), 5);
      expect(learnt.of("regret")).toBeLessThan(0.6 * even.of("regret"));
    }
  });

  it("SGD-UCB satisfies a target return where the budget would allow more spending", () => {
    const world = channelsWorld.make({ channels: AT_ONCE, horizon: 20_000, budget: 2, target: 2 });
    const { of } = played(world, inSeat(world, sgdUcb.make({ amounts: 41 })), 6);
    expect(of("return")).toBeGreaterThan(0.97 * 2);
    expect(of("used")).toBeLessThan(0.9);
    expect(of("expected")).toBeGreaterThan(0.88 * of("optimum"));
  });

  it("SGD-UCB rejects discrete splits, which bandit algorithms play", () => {
    const world = channelsWorld.make({ parts: 4, horizon: 3000, channels: AT_ONCE });
    expect(() => inSeat(world, sgdUcb.make({}))).toThrow("an action is one of some splits; leave out `parts`");
    for (const learner of armLearners.filter(({ id }) => /epsilon|thompson/.test(id))) {
      const { of } = played(world, inSeat(world, learner.make({ high: 4 })), 4);
      expect(of("spend")).toBeCloseTo(3000, 6);
      expect(of("regret"), learner.id).toBeLessThan(0.3 * of("optimum"));
    }
  });
});

refusals("channels", channelsWorld.make, [
  { channels: [] },
  { channels: [{ name: "a b", most: 1, half: 1 }] },
  { channels: [TWO[0], TWO[0]] },
  { channels: [{ name: "a", most: 1, half: 1, carry: 1 }] },
  { budget: 0 },
  { parts: 50 },
]);
