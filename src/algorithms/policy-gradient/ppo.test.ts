// PPO against games whose best play is known, and the promises of every training: the same seed gives the same weights,
// a player is not moved by what comes after it.

import { describe, expect, test } from "vitest";
import { gameSpec } from "../../../test/fixtures/games.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { slcd } from "../../environments/coopetition/trust-worlds.ts";
import { cooperativePay } from "../../rewards/mutuality.ts";
import { ppo } from "./ppo.ts";

/** A game of `horizon` rounds in which each agent's payoff is a function of its own action. */
function lonely(
  agents: number,
  pays: (action: number, seat: number) => number,
  choices?: number,
  horizon = 5,
): NumericEnvironment {
  const state = layout({ step: [1] });
  return {
    state,
    spec: gameSpec({
      ...{ players: agents, horizon, action: choices === undefined ? { low: 0, high: 10 } : { choices } },
      observation: [{ name: "time", size: 1, low: 0, high: horizon, meaning: "steps taken" }],
    }),
    reset(_random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
    },
    step(actions, outcomes) {
      for (let i = 0; i < agents; i++) outcomes[i] = pays(actions[i], i);
      state.views.step[0] += 1;
      return state.views.step[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations.fill(state.views.step[0]);
    },
  };
}

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "ppo test", seed);

/** Trains to the end and gives what each seat plays first. */
function learn(parameters: object, ctx: TrainingContext): number[] {
  const training = ppo.make(parameters).train(ctx);
  while (training.update() !== undefined);
  const world = ctx.makeEnvironment();
  world.reset(Random.of(0), new Float64Array(ctx.spec.agents.length * ctx.spec.channels.length));
  const observations = new Float32Array(ctx.spec.agents.length * ctx.spec.observationSize);
  world.observe(observations);
  const played = ctx.seats.map((seat) => {
    const player = training.player(seat);
    const action = new Float64Array(1);
    player.reset(Random.of(0, "player"));
    player.act(observations.subarray(seat * ctx.spec.observationSize, (seat + 1) * ctx.spec.observationSize), action);
    player.close?.();
    return action[0];
  });
  training.close();
  return played;
}

const quick = settings(
  "steps: 10000, copies: 8, rollout: 25, minibatches: 2, rate: 0.01, hidden: [16], entropy: 0, mode: true",
);

describe("finds the best play", () => {
  test("of a bandit with five arms", () => {
    const pays = [0.1, 0.4, 0.2, 0.9, 0.3];
    const bandit = context(() => lonely(1, (a) => pays[a], 5));
    expect(learn(quick, bandit)).toEqual([3]);
  });

  test("of two seats that want different numbers, each with a network of its own", () => {
    const [first, second] = learn(
      quick,
      context(() => lonely(2, (a, seat) => -((a - (seat === 0 ? 2 : 7)) ** 2) / 10)),
    );
    expect(first).toBeCloseTo(2, 0);
    expect(second).toBeCloseTo(7, 0);
  });

  test("of seats that share a network and want the same", () => {
    for (const action of learn(
      { ...quick, shared: true },
      context(() => lonely(3, (a) => -((a - 4) ** 2) / 10)),
    ))
      expect(action).toBeCloseTo(4, 0);
  });

  test("with a critic that sees all seats", () => {
    expect(
      learn(
        { ...quick, critic: "central" },
        context(() => lonely(2, (a) => -((a - 6) ** 2) / 10)),
      ).map(Math.round),
    ).toEqual([6, 6]);
  });

  test("of cart-pole, nearly: four times as long as chance within 40,000 steps", () => {
    const make = () => cartPole.make();
    const training = ppo.make({ steps: 40_000, rate: 1e-3 }).train(context(make));
    const lengths: number[] = [];
    for (let report = training.update(); report !== undefined; report = training.update()) {
      if (report.measures.episodeSteps !== undefined) lengths.push(report.measures.episodeSteps);
    }
    training.close();
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(lengths[0]).toBeLessThan(30);
    expect(mean(lengths.slice(-5))).toBeGreaterThan(4 * lengths[0]);
  });
});

test("an alliance under cooperative pay keeps its trust", () => {
  const make = () => slcd.make({ horizon: 50 });
  const { spec } = make();
  const [samsung, sony] = learn(
    { steps: 16_000, copies: 8, rollout: 50, rate: 3e-3, hidden: [16], entropy: 0, logDeviation: -1 },
    { ...context(make), makeReward: () => cooperativePay(spec) },
  );
  expect(samsung).toBeGreaterThan(30);
  expect(sony).toBeGreaterThan(30);
});

test("the first gradient step sees the policy that acted: no divergence, nothing clipped", () => {
  const training = ppo.make({ ...quick, epochs: 1, minibatches: 1 }).train(context(() => lonely(1, (a) => -a)));
  const report = training.update();
  training.close();
  expect(Math.abs(report?.measures.klDivergence ?? 1)).toBeLessThan(1e-6);
  expect(report?.measures.clipFraction).toBe(0);
  expect(Math.abs(report?.measures.surrogate ?? 1)).toBeLessThan(1e-6);
});

test("a training that blows up is refused", () => {
  const training = ppo
    .make({ ...quick, rate: 10, maxNorm: 1e30, scaleRewards: false, clipValue: false })
    .train(context(() => lonely(1, (a) => a * 1e25)));
  expect(() => {
    while (training.update() !== undefined);
  }).toThrow(/the training diverged: \w+ is (NaN|Infinity|-Infinity) at gradient step \d+; a smaller rate/);
  training.close();
});

test("a player uses the activation that it was trained with", () => {
  const ctx = context(() => lonely(1, (a) => a));
  const first = ["tanh", "relu", "silu"].map(
    (activation) =>
      learn(
        { ...quick, steps: 400, hidden: [32], activation, rate: 1e-9, logDeviation: -8, mode: true, anneal: false },
        ctx,
      )[0],
  );
  // Hardly trained, the same weights play differently under each.
  expect(new Set(first.map((a) => a.toFixed(6))).size).toBe(3);
});
