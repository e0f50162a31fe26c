// Update rules: their steps against finite differences and known gradients, and whether a life under them learns.

import { describe, expect, test } from "vitest";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { objects } from "../../environments/gridworld/object-world.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { softmaxTable } from "../tabular/softmax-policy.ts";
import { advantageRule, tableCritic } from "./advantage-rule.ts";
import { onlineA2c } from "./agents.ts";
import { initialLpg, type LpgSettings, learnedRule, lpgSize, lpgStep } from "./learned-policy-gradient.ts";
import { lifeAgent, type TableRollout, type UpdateRule } from "./life.ts";
import { policyStep } from "./policy-step.ts";

const [S, A, T, W] = [7, 5, 40, 4];
const sizes = { states: S, actions: A, steps: T };
const unclipped = 1e9;
const own: LpgSettings = {
  ...{ units: 6, width: W, embedding: 5 },
  ...{ actorRate: 1, targetRate: 1, targetWeight: 0.5, clip: unclipped },
};
const a2c = { actorRate: 10, criticRate: 4, discount: 0.99, lambda: 0.8, entropy: 0.01, clip: 0.5 };

const noise = (size: number, random: Random) => Float64Array.from({ length: size }, () => random.normal());

/** A stretch of play with drawn states, choices and pay, cut into tries of ten steps. */
function drawnRollout(random: Random): TableRollout {
  const states = Int32Array.from({ length: T + 1 }, () => random.integer(S));
  return {
    steps: T,
    states: states.slice(0, T),
    actions: Int32Array.from({ length: T }, () => random.integer(A)),
    rewards: noise(T, random),
    next: states.slice(1),
    status: Uint8Array.from({ length: T }, (_, t) => (t % 10 === 9 ? Status.terminated : Status.running)),
  };
}

/** Checks that a change of `logits` is minus the gradient of `loss` at `before`. */
function expectDescent(before: Float64Array, after: Float64Array, loss: (logits: Float64Array) => number): void {
  for (let at = 0; at < before.length; at++) {
    const [up, down] = [1e-5, -1e-5].map((h) => before.with(at, before[at] + h));
    expect(before[at] - after[at]).toBeCloseTo((loss(up) - loss(down)) / 2e-5, 6);
  }
}

describe("steps", () => {
  const random = Random.of(1, "steps");
  const rollout = drawnRollout(random);
  const { states, actions } = rollout;

  test("a step of the policy follows its loss, entropy included", () => {
    const weights = noise(T, random);
    const table = softmaxTable(S, A, noise(S * A, random));
    const before = table.logits.slice();
    policyStep(S, A)(rollout, weights, table, { step: 1, clip: unclipped, entropy: 0.3 });
    expectDescent(before, table.logits, (logits) => {
      const { policy } = softmaxTable(S, A, logits);
      let sum = 0;
      for (let t = 0; t < T; t++) {
        const row = states[t] * A;
        sum += Math.log(policy[row + actions[t]]) * weights[t];
        for (let b = row; b < row + A; b++) sum += 0.3 * policy[b] * Math.log(policy[b]);
      }
      return sum / T;
    });
  });

  test("predictions follow their divergence from what the network says", () => {
    const target = softmaxTable(T, W, noise(T * W, random)).policy;
    const step = lpgStep(sizes, own);
    step.prediction.logits.set(noise(S * W, random));
    step.prediction.refreshAll();
    const before = step.prediction.logits.slice();
    step.descend(rollout, softmaxTable(S, A), { policy: new Float64Array(T), target });
    expectDescent(before, step.prediction.logits, (logits) => {
      const { policy: y } = softmaxTable(S, W, logits);
      let sum = 0;
      for (let k = 0; k < T * W; k++) {
        const p = y[states[Math.floor(k / W)] * W + (k % W)];
        sum += p * Math.log(p / target[k]);
      }
      return (0.5 * sum) / T;
    });
  });

  test("a network that says −A, with predictions ignored, is REINFORCE with a baseline", () => {
    for (let seed = 0; seed < 20; seed++) {
      const draw = Random.of(seed, "reinforce");
      const played = drawnRollout(draw);
      const logits = noise(S * A, draw);
      const advantages = noise(T, draw);
      const table = softmaxTable(S, A, logits);
      // Σ_t advantage_t·∇log π(a_t|s_t) by the logits of a softmax policy (Williams, 1992).
      const gradient = new Float64Array(S * A);
      for (let t = 0; t < T; t++) {
        const row = played.states[t] * A;
        for (let b = 0; b < A; b++) gradient[row + b] -= advantages[t] * table.policy[row + b];
        gradient[row + played.actions[t]] += advantages[t];
      }
      const step = lpgStep(sizes, { ...own, targetWeight: 0 });
      const said = { policy: advantages.map((a) => -a), target: new Float64Array(T * W).fill(1 / W) };
      step.descend(played, table, said);
      for (const [at, logit] of table.logits.entries())
        expect(Math.abs(logit - logits[at] - gradient[at] / T)).toBeLessThanOrEqual(1e-10);
      expect(step.prediction.logits.every((z) => z === 0)).toBe(true);
    }
  });

  test("a critic moves to the returns that it judges by", () => {
    const critic = tableCritic(sizes, { discount: 0.9, lambda: 0.8 });
    critic.values.set(noise(S, random));
    const before = critic.values.slice();
    const { returns } = critic.judge(rollout);
    critic.learn(rollout, 1, unclipped);
    expectDescent(before, critic.values, (values) => {
      let sum = 0;
      for (let t = 0; t < T; t++) sum += (returns[t] - values[states[t]]) ** 2;
      return sum / T;
    });
  });

  test("what a network says depends on no step after the end of a try", () => {
    const says = (rewards: Float64Array) => {
      const { load, rule } = learnedRule(own);
      load(initialLpg(own, Random.of(4, "network")));
      const table = softmaxTable(S, A);
      rule(sizes).update(
        { ...rollout, states: states.map((s, t) => (t < 10 ? 0 : 1 + (s % (S - 1)))), rewards },
        table,
      );
      return Array.from(table.logits.slice(0, A));
    };
    const later = rollout.rewards.map((pay, t) => (t < 10 ? pay : pay + 1));
    const sooner = rollout.rewards.with(3, rollout.rewards[3] + 1);
    expect(says(later)).toEqual(says(rollout.rewards));
    expect(says(sooner)).not.toEqual(says(rollout.rewards));
    expect(initialLpg(own, Random.of(4, "network"))).toHaveLength(lpgSize(own));
  });
});

describe("lives", () => {
  const level: object = { tasks: "sparse", contexts: 1, layoutSeed: 4, horizon: 50 };

  /** Pay of the two halves of a life on one level. */
  function halves(rule: UpdateRule, lifetime: number, seed = 1): readonly [number, number] {
    const world = objects.make({ ...level, lifetime });
    const runner = episodeRunner(world, [() => privatePay(world.spec)]);
    const agent = lifeAgent({ spec: world.spec, sees: ["x", "y"], steps: 50 }, rule);
    const paid: [number, number] = [0, 0];
    runner.play(seated(world.spec, [agent]), streamsOf(seed, 0), ({ pay }, t) => {
      paid[t < lifetime / 2 ? 0 : 1] += pay[0][0];
    });
    return paid;
  }

  test("under A2C the second half of a life pays more, and without steps it does not", () => {
    const [first, second] = halves(advantageRule(a2c), 20_000);
    expect(second).toBeGreaterThan(1.3 * first);
    const idle = halves(() => ({ begin() {}, update() {} }), 20_000);
    expect(second).toBeGreaterThan(10 * Math.max(1, idle[1]));
  });

  test("a life begins with nothing of the one before", () => {
    const world = objects.make({ ...level, lifetime: 2000 });
    const runner = episodeRunner(world, [() => privatePay(world.spec)]);
    const { load, rule } = learnedRule({ ...own, actorRate: 40 });
    load(initialLpg(own, Random.of(1, "network")));
    for (const one of [advantageRule(a2c), rule]) {
      const agent = lifeAgent({ spec: world.spec, steps: 20 }, one);
      const lives = [3, 3, 4].map((seed) => {
        const choices: number[] = [];
        runner.play(seated(world.spec, [agent]), streamsOf(seed, 0), ({ actions }) => void choices.push(actions[0]));
        return choices;
      });
      expect(lives[1]).toEqual(lives[0]);
      expect(lives[2]).not.toEqual(lives[0]);
    }
  });

  test("an unknown field is answered with the nearest one", () => {
    const { spec } = objects.make();
    const make = () => onlineA2c.make({ sees: ["x", "z"] })({ spec, seat: 0, ...trial });
    expect(make).toThrow('sees.1: no field of the observation is called "z"; did you mean "x"?');
  });
});

const trial = {
  makeEnvironment: () => objects.make(),
  makeReward: () => privatePay(objects.make().spec),
  memo: <V>(_: string, compute: () => V): V => compute(),
  directory: ".",
};
