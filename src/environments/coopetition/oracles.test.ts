// The seven oracles against published numbers and against their definitions: equilibria, optima, closed forms.

import { describe, expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { type GymWorld, gymStreams, gymWorld, total } from "../../../test/fixtures/coopetition/play.ts";
import * as reference from "../../../test/fixtures/coopetition/reference.ts";
import { near } from "../../../test/fixtures/intervals.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { oracle, oracles, rowByRow } from "../../../test/fixtures/seats.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { type EpisodeView, episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { synergySearch } from "./agreement-worlds.ts";
import { freeRidingEffort } from "./team-production.ts";
import { teamProduction } from "./team-worlds.ts";
import { slcd } from "./trust-worlds.ts";

/** Plays the oracle in all seats; returns its first actions, and the integrated total of an episode. */
function playOracle({ environment, runner }: GymWorld, name: string) {
  let actions: number[] = [];
  const policy = seated(environment.spec, oracles(environment, name));
  const { totals } = runner.play(policy, gymStreams(), (episode, step) => {
    if (step === 0) actions = Array.from(episode.actions);
  });
  return { actions, integrated: total(totals[1]) };
}

const actionsOf = (name: string, oracle: string, parameters: object = {}) =>
  playOracle(gymWorld(name, parameters), oracle).actions;

function outcomesOf(world: NumericEnvironment, actions: readonly number[], channel: string): number[] {
  const { spec } = world;
  const outcomes = new Float64Array(spec.agents.length * spec.channels.length);
  world.reset(Random.of(0), outcomes);
  world.step(Float64Array.from(actions), outcomes, Random.of(0));
  const at = spec.channels.findIndex((c) => c.name === channel);
  return spec.agents.map((_, i) => outcomes[i * spec.channels.length + at]);
}

describe("available oracles", () => {
  test("each class of environments has its own", () => {
    const all = (id: string) => Object.keys(environments.get(`coopetition/${id}`).make().spec.oracles ?? {});
    const names = (id: string) => all(id).filter((name) => !name.endsWith("-released"));
    expect(names("slcd")).toEqual(["equilibrium", "trust-aware"]);
    expect(names("public-goods")).toEqual(["nash", "social-optimum", "loyalty"]);
    expect(names("gift-exchange")).toEqual(["reciprocity-equilibrium", "bounded-reciprocity"]);
    const ids = environments
      .ids()
      .filter((id) => id.startsWith("coopetition/") && id !== "coopetition/sequential-reciprocity");
    expect(ids).toHaveLength(20);
    for (const id of ids) {
      const { spec } = environments.get(id).make();
      expect(Object.keys(spec.oracles ?? {}).length, id).toBeGreaterThan(1);
    }
  });
});

describe("equilibrium", () => {
  // Exact roots, computed independently from the release's constants (arXiv 2605.02063).
  test.each(Object.entries(reference.EQUILIBRIA))("%s", (name, expected) => {
    for (const [i, a] of actionsOf(name, "equilibrium").entries()) near(a, expected[i], 1e-5);
  });

  test("no agent gains utility by a unilateral deviation, where trust weighs only dependence", () => {
    const world = slcd.make({ trustMatters: false });
    const rest = playOracle(gymWorld("slcd", { trustMatters: false }), "equilibrium").actions;
    const utility = outcomesOf(world, rest, "utility");
    for (let i = 0; i < 2; i++) {
      for (const move of [-5, -0.5, -0.01, 0.01, 0.5, 5]) {
        const moved = rest.map((a, j) => (j === i ? a + move : a));
        expect(outcomesOf(world, moved, "utility")[i]).toBeLessThan(utility[i]);
      }
    }
  });

  test("it depends on the parameters: θ − 1 without synergy, and the mean of a hidden synergy", () => {
    for (const a of actionsOf("slcd", "equilibrium", { gamma: 0, theta: 12 })) expect(a).toBeCloseTo(11, 9);
    const hidden = synergySearch.make({ gammaLow: 0.4, gammaHigh: 0.6 });
    const agents = hidden.spec.agents.map((_, i) => hidden.spec.oracles?.equilibrium?.play(i));
    const action = new Float64Array(1);
    agents[0]?.act(new Float32Array(hidden.spec.observationSize), action);
    expect(action[0]).toBeCloseTo(actionsOf("synergy-search", "equilibrium", { gamma: 0.5 })[0], 9);
  });
});

describe("the power function instead of the logarithmic one", () => {
  test("gives a^β of an investment, and has the equilibrium of TR-1's case", () => {
    const world = slcd.make({ power: 0.75, gamma: 0 });
    expect(outcomesOf(world, [16, 81], "value")).toEqual([8, 27]);
    // At β^(1/(1−β)) marginal value equals marginal cost.
    expect(actionsOf("slcd", "equilibrium", { power: 0.75, gamma: 0 })[0]).toBeCloseTo(0.75 ** 4, 11);
    for (const [i, a] of actionsOf("slcd", "equilibrium", { power: 0.75, gamma: 0.5 }).entries())
      near(a, [0.8329467, 0.87670529][i], 1e-6);
  });

  test("declares the payoff range: the maximum at β^(1/(1−β)), and the minimum at an end", () => {
    const world = slcd.make({ power: 0.75, gamma: 0 });
    const { low, high } = world.spec.channels.find(({ name }) => name === "payoff") ?? { low: 0, high: 0 };
    expect(Math.max(...outcomesOf(world, [0.75 ** 4, 0.75 ** 4], "payoff"))).toBeLessThanOrEqual(high);
    expect(outcomesOf(world, [100, 100], "payoff")[0]).toBeCloseTo(low, 12);
  });

  test("has no θ", () => {
    expect(() => slcd.make({ power: 0.75, theta: 12 })).toThrow("two value functions");
  });
});

describe("trust-aware", () => {
  // The release's result in all ten environments.
  test.each(Object.keys(reference.EQUILIBRIA))("%s: the whole endowment is invested", (name) => {
    expect(actionsOf(name, "trust-aware")).toEqual(Array.from(gymWorld(name).environment.spec.actionHigh));
  });
});

describe("teams", () => {
  test.each(Object.entries(reference.FREE_RIDING))("%s: free riding as published", (name, effort) => {
    for (const a of actionsOf(name, "nash")) expect(Math.abs(a - effort)).toBeLessThan(1e-5);
  });

  test("free riding is an equilibrium of the report's payoff, and its optimum is the best common effort", () => {
    const world = teamProduction.make({ omega: 10 });
    const rest = actionsOf("team-production", "nash", { omega: 10 });
    expect(rest[0]).toBeCloseTo(freeRidingEffort(4, { omega: 10, beta: 0.7, cost: 1, maximum: 50 }), 12);
    const payoff = outcomesOf(world, rest, "teamPayoff")[0];
    for (const factor of [0.5, 0.9, 1.1, 2]) {
      const moved = rest.map((a, j) => (j === 0 ? a * factor : a));
      expect(outcomesOf(world, moved, "teamPayoff")[0]).toBeLessThan(payoff);
    }
    const parameters = { omega: 5 };
    const small = teamProduction.make(parameters);
    const best = actionsOf("team-production", "social-optimum", parameters);
    expect(best[0]).toBeGreaterThan(1);
    expect(best[0]).toBeLessThan(50);
    const sum = (actions: readonly number[]) => outcomesOf(small, actions, "teamPayoff").reduce((a, b) => a + b, 0);
    for (const factor of [0.8, 0.99, 1.01, 1.2]) {
      expect(sum(best.map((a) => a * factor))).toBeLessThan(sum(best));
    }
  });

  test("members have the configured loyalty, one half by default", () => {
    const utility = (parameters: object) =>
      outcomesOf(teamProduction.make({ benefit: 0.8, relief: 0.3, ...parameters }), [10, 20, 30, 40], "teamUtility")[0];
    // 25·100^0.7 is shared by four, and a unit of effort costs 1: π_0 + θ·(0.8·(π_1 + π_2 + π_3) + 0.3·10).
    const share = (25 * 100 ** 0.7) / 4;
    const at = (theta: number) => share - 10 + theta * (0.8 * (3 * share - 90) + 3);
    expect(utility({ loyalty: 0.9 })).toBeCloseTo(at(0.9), 9);
    expect(utility({})).toBeCloseTo(at(0.5), 9);
  });

  test("without loyalty weights a loyal team plays the free-riding effort; with them it contributes more", () => {
    expect(actionsOf("team-production", "loyalty")[0]).toBeCloseTo(34.23998, 5);
    const weak = { omega: 8 };
    expect(actionsOf("loyalty-team", "loyalty", weak)[0]).toBeGreaterThan(actionsOf("loyalty-team", "nash", weak)[0]);
  });

  test.each(Object.entries(reference.PUBLISHED_TEAMS))(
    "%s: the optimum and the released loyal team play full effort and earn the published totals",
    (name, { loyalty }) => {
      const { actions, integrated } = playOracle(gymWorld(name), "loyalty-released");
      expect(actions).toEqual(actions.map(() => 50));
      expect(actionsOf(name, "social-optimum")).toEqual(actions);
      expect(Math.abs(integrated / loyalty - 1)).toBeLessThan(1e-5);
    },
  );

  test("the release demands the team's whole total of every member, and full effort in the linear public good", () => {
    expect(actionsOf("team-production", "loyalty-released")).toEqual([50, 50, 50, 50]);
    expect(actionsOf("public-goods", "nash")).toEqual([0, 0, 0, 0, 0]);
    expect(actionsOf("public-goods", "nash-released")).toEqual([50, 50, 50, 50, 50]);
  });
});

describe("reciprocity", () => {
  // The release's minimiser has errors of up to 0.02, and its actions are printed to 0.01.
  test.each(Object.entries(reference.RECIPROCITY_EQUILIBRIA))("%s: near the released equilibrium", (name, expected) => {
    for (const [i, a] of actionsOf(name, "reciprocity-equilibrium").entries()) near(a, expected[i], 0.025);
  });

  test("two equal partners: θ/(1 − slope − wγ/2) − 1 with slope 0.2·T·(a − b)/e, below the baseline", () => {
    const [a] = actionsOf("reciprocal-dilemma", "reciprocity-equilibrium");
    const slope = (0.2 * 0.85 * (a - 30)) / 100;
    expect(a).toBeCloseTo(20 / (1 - slope - (0.75 * 0.65) / 2) - 1, 9);
  });

  // Integrated totals of the release's Oracle_BoundedReciprocity in self-play.
  test.each(Object.entries(reference.BOUNDED_RECIPROCITY))(
    "%s: bounded reciprocity earns the published totals",
    (name, published) => {
      const { integrated } = playOracle(gymWorld(name), "bounded-reciprocity");
      expect(Math.abs(integrated / published - 1)).toBeLessThan(1e-5);
    },
  );

  test("bounded reciprocity, three rounds by hand: to a partner that plays 50, then 50.5", () => {
    const { environment } = gymWorld("reciprocal-dilemma");
    const { spec } = environment;
    const partner = rowByRow(matrix("50 | 50.5"));
    const played: number[] = [];
    const spy = ({ actions }: EpisodeView) => played.push(actions[0]);
    episodeRunner(environment).play(
      seated(spec, [oracle(environment, "bounded-reciprocity"), partner]),
      streamsBelow(Random.of(1)),
      spy,
    );
    // From 30 + 0.4·70 = 58, the distance from 30 shrinks by a twentieth each round.
    expect(played[0]).toBeCloseTo(56.6, 9);
    expect(played[1]).toBeCloseTo(55.27, 9);
    // s = 50.5 − 50.25, T = 0.5 + 0.1·s·0.45 = 0.51125; 12·T·1.3·0.5·tanh(0.25) = 0.976674394 is added.
    expect(played[2]).toBeCloseTo(54.983174394, 8);
  });

  test("bounded reciprocity responds to partners, unless a steep decline has destroyed trust", () => {
    const { environment } = gymWorld("reciprocal-dilemma");
    const { spec } = environment;
    const mean = (later: number) => {
      const partner = rowByRow([...new Array<number>(10).fill(50), later].map((offer) => [offer]));
      const played: number[] = [];
      const policy = seated(spec, [oracle(environment, "bounded-reciprocity"), partner]);
      const runner = episodeRunner(environment, [privatePay]);
      const { totals } = runner.play(policy, streamsBelow(Random.of(1)), ({ actions }, step) => {
        if (step >= 10 && step < 20) played.push(actions[0]);
      });
      expect(totals[0][0] + totals[0][1]).toBeGreaterThan(0);
      return played.reduce((a, b) => a + b, 0) / played.length;
    };
    const steady = mean(50);
    expect(mean(49.5)).toBeLessThan(steady - 1);
    expect(mean(51)).toBeGreaterThan(steady + 1);
    // λ−·s·T with s = −50 destroys trust in one step; responses are scaled by trust, so the action only drifts to its baseline.
    expect(mean(0)).toBe(steady);
  });
});
