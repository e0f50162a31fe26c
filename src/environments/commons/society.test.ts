// A society at a common resource: its stock in closed form, fines and norms by hand, and what its members are shown.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { seatOf } from "../../../test/fixtures/seats.ts";
import { commoner } from "../../agents/commoners.ts";
import { fieldOffset } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { episodeRunner } from "../../play/episode.ts";
import { always } from "../../play/policy.ts";
import { society } from "./society.ts";

/** Stock as a share of the capacity after so many periods of a common effort. */
function stockAfter(periods: number, rate: number, effort: number): { stock: number; steps: number } {
  const world = society.make({ agents: 4, rate, horizon: periods });
  const { steps } = playEpisode(world, always(new Array(4).fill([effort, 0.5, 0]).flat()), Random.of(1));
  return { stock: world.state.views.stock[0] / 100, steps };
}

describe("a common effort e", () => {
  test("leaves the stock (1 − (q·e)/(r·(1 − q·e)))/(1 − q·e), which is .773349 at r = .6 and e = .3", () => {
    const taken = 0.6 * 0.3;
    const fixed = (1 - taken / (0.6 * (1 - taken))) / (1 - taken);
    expect(fixed).toBeCloseTo(0.773349, 6);
    expect(stockAfter(5000, 0.6, 0.3).stock).toBeCloseTo(fixed, 9);
  });

  test.each([0.3, 0.6])("ends the society exactly where it is above r/(q·(1 + r)), at r = %s", (rate) => {
    const critical = rate / (0.6 * (1 + rate));
    expect(stockAfter(5000, rate, critical - 0.02).steps).toBe(5000);
    expect(stockAfter(5000, rate, critical + 0.02).steps).toBeLessThan(5000);
  });
});

/** One period of three members in a full stock. Of three, the watcher meets either of the others. */
function onePeriod(actions: readonly (readonly number[])[], settings: object = {}) {
  const world = society.make({ agents: actions.length, ...settings });
  const { channels } = world.spec;
  const runner = episodeRunner(world);
  runner.begin(Random.of(3, "world"));
  runner.episode.actions.set(actions.flat());
  runner.step();
  const of = (name: string) => {
    const at = channels.findIndex((one) => one.name === name);
    return actions.map((_, seat) => runner.episode.outcomes[seat * channels.length + at]);
  };
  return { world, of };
}

test("the norm is the median of opinions, and above it a watched member pays thrice its harvest", () => {
  const members = matrix("0.2 0.1 1 | 0.9 0.9 0 | 0.9 0.3 0");
  const { of } = onePeriod(members);
  expect(of("norm")).toEqual([0.3, 0.3, 0.3]);
  expect(of("harvest").map((x) => Number(x.toFixed(9)))).toEqual([4, 18, 18]);
  const fined = of("fined");
  expect(fined[0]).toBe(0);
  expect(fined[1] + fined[2]).toBe(1);
  const payoff = of("payoff").map((x) => Number(x.toFixed(9)));
  expect(payoff[0]).toBeCloseTo(4 - 0.015 * 20, 9);
  expect(payoff.slice(1).sort((a, b) => a - b)).toEqual([18 - 3 * 18, 18]);
  // At the norm and its tolerance no member is fined.
  expect(onePeriod(members.map(([, , watches]) => [0.35, 0.3, watches])).of("fined")).toEqual([0, 0, 0]);
});

test("no member is shown its payoff: what watching costs changes no field and no word but how a peer fares", () => {
  const members = [0, 1, 2].map((k) => [0.5, 0.4, k === 0 ? 1 : 0]);
  const [cheap, dear] = [0.01, 0.9].map((cost) => onePeriod(members, { cost, fine: 0 }).world);
  const seen = [cheap, dear].map((world) => {
    const all = new Float32Array(3 * world.spec.observationSize);
    world.observe(all);
    const ahead = fieldOffset(world.spec, "peerAhead") ?? -1;
    return all.map((x, k) => (k % world.spec.observationSize === ahead ? 0 : x));
  });
  expect(seen[0]).toEqual(seen[1]);
  const words = [cheap, dear].map((world) => world.toolPlay?.shown(0).replace(/richer|poorer/, ""));
  expect(words[0]).toBe(words[1]);
  expect(words[0]).toContain("The resource is plentiful and shrinking.");
});

test("tools say in words what is wrong with a call, and write what is right", () => {
  const { toolPlay } = society.make({ agents: 3 });
  const action = new Float64Array(3);
  expect(toolPlay?.read({ name: "live", input: { effort: 2 } }, 0, action)).toContain("effort: 0 to 1");
  expect(toolPlay?.read({ name: "live", input: { effort: 0.4, norm: 0.3, watch: true } }, 0, action)).toBeUndefined();
  expect([...action]).toEqual([0.4, 0.3, 1]);
});

/** Periods that a society of commoners lives. */
function lived(members: object, settings: object, seed: number): number {
  const world = society.make(settings);
  const agents = world.spec.agents.map((_, seat) => commoner.make(members)(seatOf(world, seat)));
  return playEpisode(world, agents, Random.of(seed)).steps;
}

describe("commoners", () => {
  const scarce = { rate: 0.3 };
  test("do not obey a fine of nothing: watching then changes nothing", () => {
    for (const seed of [1, 2]) {
      const unwatched = lived({ copies: 0, watches: 0, flips: 0, effort: 0.45 }, { ...scarce, fine: 0 }, seed);
      expect(lived({ copies: 0, effort: 0.45 }, { ...scarce, fine: 0 }, seed)).toBe(unwatched);
    }
  });

  test("that copy success without fines end sooner than those that copy by chance", () => {
    const periods = (copying: string) =>
      [1, 2, 3].reduce((sum, seed) => sum + lived({ copying }, { ...scarce, fine: 0 }, seed), 0);
    expect(periods("success")).toBeLessThan(periods("chance") / 2);
  });

  test("live on while fines are paid", () => {
    expect(lived({ copies: 0 }, scarce, 1)).toBe(300);
  });

  test("need a society", () => {
    const world = society.make({});
    const elsewhere = { ...seatOf(world), spec: { ...world.spec, observation: [] } };
    expect(() => commoner.make({})(elsewhere)).toThrow("a commoner lives in societies");
  });
});
