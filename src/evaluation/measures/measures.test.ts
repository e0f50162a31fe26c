// Measures of players against published numbers and closed forms, and the environments that they refuse.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import { type Agent, memoryless, reactive } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { Random } from "../../core/random.ts";
import { slcd } from "../../environments/coopetition/trust-worlds.ts";
import { miniFighterWorld } from "../../environments/games/mini-fighter/world.ts";
import { poker } from "../../environments/games/poker/world.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { againstOracles } from "./against-oracles.ts";
import { exPostRegret } from "./ex-post-regret.ts";
import { exploitability, gameValue } from "./exploitability.ts";
import { measures } from "./index.ts";
import { passAtKMeasure, passHatKMeasure } from "./pass-at-k.ts";
import { rubricMeasure } from "./rubric.ts";

const measured = (plan: MeasurePlan, makeEnvironment: () => NumericEnvironment, agents: readonly Agent[]) =>
  plan(makeEnvironment()).measure({
    playerAt: noPlayerAt,
    makeEnvironment,
    agents,
    reward: channel("payoff"),
    random: Random.of(1, "measure"),
  });

test("every measure has the id it is listed under", async () => {
  expect((await measures.all()).map(({ id }) => id)).toEqual(measures.ids());
});

test("uniformly random legal play in Kuhn poker has an exploitability of 11/24", async () => {
  const kuhn = () => poker.make({ game: "kuhn" });
  const { legal = () => [] } = kuhn().spec;
  const uniform = (): Agent => {
    let rng = Random.of(0, "uniform");
    return {
      reset(random) {
        rng = random;
      },
      act(seen, action) {
        const may = legal(seen);
        action[0] = may[rng.integer(may.length)];
      },
      follow(seen, action) {
        const may = legal(seen);
        const logProbability = may.includes(action[0]) ? -Math.log(may.length) : Number.NEGATIVE_INFINITY;
        return { logProbability, entropy: Math.log(may.length) };
      },
    };
  };
  // NashConv of the uniform policy is 11/12 (OpenSpiel's exploitability of it is 0.458333).
  expect(await measured(exploitability.make({}), kuhn, [uniform(), uniform()])).toBeCloseTo(11 / 24, 12);
});

test("a fighter's payoff against opponents, exactly and in episodes", async () => {
  const fight = () => miniFighterWorld.make({});
  const { oracles = {} } = fight().spec;
  const [rusher, thrower, guards] = ["rusher", "thrower", "guards"].map((name) => oracles[name].play(0));
  expect(await measured(gameValue.make({}), fight, [rusher, thrower])).toBeCloseTo(1, 12);
  expect(await measured(gameValue.make({}), fight, [thrower, rusher])).toBeCloseTo(-1, 12);
  const among = ["rusher", "thrower"];
  const won = (take: string) =>
    measured(againstOracles.make({ channel: "won", among, take, episodes: 3 }), fight, [guards, guards]);
  // The player beats one opponent and loses to the other.
  expect(await won("mean")).toBe(0.5);
  expect(await won("least")).toBe(0);
});

test("the result of two strikers agrees with their action probabilities", async () => {
  const fight = () => miniFighterWorld.make({});
  const { oracles = {} } = fight().spec;
  const [striker, fires] = ["striker", "fires"].map((name) => oracles[name].play(0));
  const exact = (await measured(gameValue.make({}), fight, [striker, fires])) ?? Number.NaN;
  const plan = againstOracles.make({ among: ["fires"], episodes: 2000 });
  expect(2 * ((await measured(plan, fight, [striker, fires])) ?? Number.NaN) - 1).toBeCloseTo(exact, 1);
});

test("an episode is worth its criteria by a rubric, the mean of agents", async () => {
  // Of two that invest a half and a quarter of their endowments, cooperation is 3/8; the second criterion is met beyond its best end.
  const alliance = () => slcd.make({ horizon: 10 });
  const { actionHigh } = alliance().spec;
  const agents = [0.5, 0.25].map((share, seat) => reactive(() => share * actionHigh[seat]));
  const criteria = [
    { channel: "cooperation", worst: 0, best: 0.75, weight: 3 },
    { channel: "investment", worst: 0, best: 1e-3 },
  ];
  const worth = await measured(rubricMeasure.make({ criteria, episodes: 3 }), alliance, agents);
  expect(worth).toBeCloseTo((3 * 0.5 + 1) / 4, 12);
});

test("missing features of an environment are reported", () => {
  const fight = miniFighterWorld.make({});
  expect(() => exPostRegret.make({ channel: "gain" })(fight)).toThrow('"gain"');
  const pair = { ...fight, spec: { ...fight.spec, actionSize: 2 } };
  expect(() => exPostRegret.make({})(pair)).toThrow("this world's have 2");
  expect(() => passAtKMeasure.make({})(fight)).toThrow('"correct"');
  expect(() => passAtKMeasure.make({ k: 4, tries: 3 })).toThrow("it must be at least 4");
  expect(() => passHatKMeasure.make({ k: 5 })).toThrow("it must be at least 5");
  expect(() => exploitability.make({})(poker.make({ hands: 2 }))).toThrow("no whole game");
  expect(() => againstOracles.make({})(poker.make({}))).toThrow("no oracles");
  expect(() => againstOracles.make({ among: ["turtel"] })(fight)).toThrow("turtle");
  expect(() => rubricMeasure.make({ criteria: [{ channel: "gain", worst: 0, best: 1 }] })(fight)).toThrow('"gain"');
});

/** A one-step environment that pays 1 with the probability drawn at reset; actions have no effect. */
function coin(): NumericEnvironment {
  const world = miniFighterWorld.make({ ticks: 1 });
  const chance = new Float64Array(1);
  return {
    ...world,
    spec: {
      ...world.spec,
      agents: ["agent_0"],
      channels: [{ ...world.spec.channels[0], name: "correct", over: "sum" }],
    },
    state: { ...world.state, buffer: chance },
    reset(random, outcomes) {
      chance[0] = random.integer(2) === 0 ? 0.5 : 0.25;
      outcomes.fill(0);
    },
    step(_, outcomes, random) {
      outcomes[0] = random.uniform() < chance[0] ? 1 : 0;
      return 1;
    },
    observe() {},
  };
}

test("pass@k is the probability that one of k independent attempts succeeds, averaged over starts", async () => {
  const idle = memoryless(() => {});
  const passes = (k: number) => measured(passAtKMeasure.make({ k, tries: 50, beginnings: 2000 }), coin, [idle]);
  expect(await passes(1)).toBeCloseTo((0.5 + 0.25) / 2, 1.9);
  expect(await passes(4)).toBeCloseTo((1 - 0.5 ** 4 + 1 - 0.75 ** 4) / 2, 1.9);
});

test("pass^k is the probability that all of k independent attempts succeed, optionally given that one does", async () => {
  const idle = memoryless(() => {});
  const passes = (k: number, relative = false) =>
    measured(passHatKMeasure.make({ k, tries: 50, beginnings: 2000, relative }), coin, [idle]);
  expect(await passes(1)).toBeCloseTo((0.5 + 0.25) / 2, 1.9);
  expect(await passes(2)).toBeCloseTo((0.5 ** 2 + 0.25 ** 2) / 2, 1.9);
  expect(await passes(2, true)).toBeCloseTo((0.5 ** 2 + 0.25 ** 2) / (0.5 + 0.25), 1.9);
  const never = () => ({ ...coin(), step: () => 1 as const });
  expect(await measured(passHatKMeasure.make({ relative: true }), never, [idle])).toBeUndefined();
});

/** Two seats; each is paid a − a² for its own action a, so that 1/2 is always the best action. */
function parabola(): NumericEnvironment {
  const world = miniFighterWorld.make({ ticks: 1 });
  const { choices: _, ...spec } = world.spec;
  return {
    ...world,
    spec: {
      ...spec,
      actionLow: Float64Array.of(0, 0),
      actionHigh: Float64Array.of(1, 1),
      channels: [{ ...spec.channels[0], name: "payoff", low: -1, high: 1 }],
    },
    reset: (_random, outcomes) => void outcomes.fill(0),
    step(actions, outcomes) {
      for (let seat = 0; seat < 2; seat++) outcomes[seat] = actions[seat] - actions[seat] ** 2;
      return 1;
    },
    observe() {},
  };
}

test("ex-post regret is the gain of the best alternative action", async () => {
  const plays = (choice: number) => memoryless((_, action) => action.fill(choice));
  const regret = (take: "mean" | "largest", first: number, second: number) =>
    measured(exPostRegret.make({ take, rounds: 3, actions: 21 }), parabola, [plays(first), plays(second)]);
  expect(await regret("mean", 0.5, 0.5)).toBe(0);
  expect(await regret("mean", 0.25, 0.5)).toBeCloseTo(0.0625 / 2, 12);
  expect(await regret("largest", 0.25, 0)).toBeCloseTo(0.25, 12);
});
