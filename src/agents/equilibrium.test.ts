// The steady equilibrium against closed forms, and against its definition: a separate search over steady actions finds no player that gains
// by deviating alone.

import { describe, expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { near } from "../../test/fixtures/intervals.ts";
import { matrix } from "../../test/fixtures/matrix.ts";
import { seatOf } from "../../test/fixtures/seats.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { RewardPlan } from "../core/reward.ts";
import { coopetitiveEquilibrium } from "../environments/coopetition/equilibrium.ts";
import { deviation, mean } from "../evaluation/statistics/moments.ts";
import { type EpisodeRunner, episodeRunner } from "../play/episode.ts";
import { always } from "../play/policy.ts";
import { streamsBelow } from "../play/streams.ts";
import { channel, rewards } from "../rewards/index.ts";
import { equilibrium, steadyEquilibrium } from "./equilibrium.ts";

const DEFAULTS = { noise: 0, levels: 21, samples: 8, sweeps: 30 };

function solve(make: () => NumericEnvironment, plan: RewardPlan, parameters = DEFAULTS) {
  const { spec } = make();
  return steadyEquilibrium({ spec, makeEnvironment: make, makeReward: () => plan(spec) }, parameters);
}

const world = (id: string, parameters: object = {}) => environments.get(`coopetition/${id}`).make(parameters);
const named = (id: string) => rewards.get(id).make();

/** Pay of an episode of steady actions for every agent, with the solver's random numbers. */
function payOf(runner: EpisodeRunner, actions: ArrayLike<number>, samples: number): number[] {
  const totals = new Array<number>(actions.length).fill(0);
  for (let sample = 0; sample < samples; sample++) {
    const { totals: paid } = runner.play(always(actions), streamsBelow(Random.of(sample, "equilibrium")));
    for (const i of totals.keys()) totals[i] += paid[0][i] / samples;
  }
  return totals;
}

/** Deviations as shares of the range: moves relative to the action, and absolute positions. */
const NEAR_MOVES = [0.002, 0.004, 0.008, 0.015, 0.03].flatMap((share) => [-share, share]);
const LEVELS = Array.from({ length: 41 }, (_, k) => k / 40);

/** The largest relative gain of one agent by a unilateral deviation. */
function largestGain(make: () => NumericEnvironment, plan: RewardPlan, actions: ArrayLike<number>): number {
  const { spec } = make();
  const runner = episodeRunner(make(), [plan]);
  const samples = spec.deterministic ? 1 : DEFAULTS.samples;
  const now = payOf(runner, actions, samples);
  let largest = Number.NEGATIVE_INFINITY;
  for (const i of now.keys()) {
    const [low, high] = [spec.actionLow[i], spec.actionHigh[i]];
    const near = NEAR_MOVES.map((share) => actions[i] + share * (high - low));
    for (const to of [...LEVELS.map((share) => low + share * (high - low)), ...near]) {
      const moved = Array.from(actions);
      moved[i] = Math.min(high, Math.max(low, to));
      largest = Math.max(largest, (payOf(runner, moved, samples)[i] - now[i]) / Math.abs(now[i]));
    }
  }
  return largest;
}

/** Mean trust at the end of an episode in which all agents play these steady actions. */
function finalTrust(make: () => NumericEnvironment, actions: ArrayLike<number>): number {
  const { spec } = make();
  const { outcomes } = episodeRunner(make()).play(always(actions), streamsBelow(Random.of(0)));
  const place = spec.channels.findIndex((c) => c.name === "trust");
  return spec.agents.reduce((sum, _, i) => sum + outcomes[i * spec.channels.length + place] / spec.agents.length, 0);
}

describe("S-LCD", () => {
  const make = () => world("slcd");
  // TR-1 (arXiv 2510.18802), eq. 11 and 13, with the world's constants; without dependence U_i = π_i.
  const game = {
    endowment: [100, 100],
    share: [0.55, 0.45],
    value: { form: "logarithmic", theta: 20 },
    gamma: 0.65,
  } as const;
  const none = matrix("0 0 | 0 0");
  const dependence = matrix("0 0.64 | 0.86 0");
  // The search stops where answers change by less than a thousandth of the range of 100.
  const NEAR = 0.1;

  test("under private pay, both play the one-shot equilibrium, and trust vanishes", () => {
    const { actions, regret } = solve(make, named("private"));
    coopetitiveEquilibrium(game, none).actions.forEach((a, i) => {
      expect(Math.abs(actions[i] - a)).toBeLessThan(NEAR);
    });
    expect(regret).toBeLessThan(1e-6);
    expect(finalTrust(make, actions)).toBeLessThan(0.01);
  });

  test("under integrated utility with trust fixed at 1, both play the coopetitive equilibrium", () => {
    const full = () => world("slcd", { trustMatters: false });
    const { actions } = solve(full, named("integrated"));
    coopetitiveEquilibrium(game, dependence).actions.forEach((a, i) => {
      expect(Math.abs(actions[i] - a)).toBeLessThan(NEAR);
    });
  });

  test("under joint pay, both keep trust above 0.9", () => {
    const { actions } = solve(make, named("cooperative"));
    expect(finalTrust(make, actions)).toBeGreaterThan(0.9);
    for (const a of actions) expect(a).toBeGreaterThan(30);
  });

  test("if pay increases with the action, all agents play the maximum; if it decreases, the minimum", () => {
    expect(Array.from(solve(make, channel("investment")).actions)).toEqual([100, 100]);
    expect(Array.from(solve(make, channel("investment", -1)).actions)).toEqual([0, 0]);
  });
});

// Two and four agents, identical and different, with and without randomness, with early termination.
describe.each(["slcd", "trust-dilemma", "partner-hold-up", "recovery-race", "synergy-search", "team-production"])(
  "%s",
  (id) => {
    test.each(["private", "integrated", "cooperative"])("under %s pay, no unilateral deviation gains", (reward) => {
      const make = () => world(id);
      const { actions, regret } = solve(make, named(reward));
      expect(regret).toBeLessThan(1e-4);
      // The payoff is so flat that a relative change of 1e-3 corresponds to a tenth of an action; an error of 0.1 in a hundred costs 1e-6.
      expect(largestGain(make, named(reward), actions)).toBeLessThan(1e-6);
    });
  },
);

test("interchangeable agents play the same action, the one-shot game's symmetric equilibrium", () => {
  // TR-1's first-order condition for equal shares: a = θ/(1 − γ/(N·N)) − 1 for private pay, here at θ = 20, γ = 0.7, N = 2,
  // in an episode of one step, in which no trust can be lost.
  const make = () => world("trust-dilemma", { horizon: 1 });
  const { actions } = solve(make, named("private"));
  expect(actions[0]).toBe(actions[1]);
  expect(Math.abs(actions[0] - (20 / (1 - 0.7 / 4) - 1))).toBeLessThan(0.05);
});

describe("an agent", () => {
  function seats(parameters: object, plan = named("private")) {
    const make = () => world("slcd");
    const { spec } = make();
    const memo = new Map<string, unknown>();
    let computed = 0;
    const plans = [0, 1].map((seat) => {
      const once = <T>(key: string, compute: () => T): T => {
        if (!memo.has(key)) {
          computed += 1;
          memo.set(key, compute());
        }
        return memo.get(key) as T;
      };
      const own = { makeEnvironment: make, makeReward: () => plan(spec), memo: once };
      return equilibrium.make(parameters)(seatOf(make(), seat, own));
    });
    const play = async (seed: number): Promise<number[]> => {
      const actions = new Float64Array(2);
      for (const [seat, agent] of plans.entries()) {
        await agent.reset(Random.of(seed, "agent", seat, 0));
        await agent.act(new Float32Array(spec.observationSize), actions.subarray(seat, seat + 1));
      }
      return Array.from(actions);
    };
    return { play, computed: () => computed };
  }

  test("plays its part of the equilibrium, computed once for all seats and episodes", async () => {
    const { play, computed } = seats({});
    const { actions } = solve(() => world("slcd"), named("private"));
    expect(await play(1)).toEqual(Array.from(actions));
    expect(await play(2)).toEqual(Array.from(actions));
    expect(actions[0]).not.toBe(actions[1]);
    expect(computed()).toBe(1);
  });

  test("adds noise around the equilibrium action that accounts for the noise", async () => {
    const noise = 2;
    const { play } = seats({ noise });
    const { actions: steady } = solve(() => world("slcd"), named("private"), { ...DEFAULTS, noise });
    const draws: number[][] = [];
    for (let seed = 0; seed < 400; seed++) draws.push(await play(seed));
    for (const i of [0, 1]) {
      const own = draws.map((actions) => actions[i]);
      // The tolerances are about five standard errors: 2/√400 and 2/√800.
      near(mean(own), steady[i], 0.5);
      near(deviation(own), noise, 0.36);
    }
    expect(await play(7)).toEqual(draws[7]);
  });
});
