// Batched tabular rules: gradients against finite differences and against the sum over single steps, and whether a life under
// A2C learns.

import { describe, expect, test } from "vitest";
import { horizonReturn, optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { uniformPolicy } from "../../algorithms/planning/policy.ts";
import { rowGradient } from "../../algorithms/tabular/group-ascent.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import { type ObjectLevel, objectProcess } from "../../environments/gridworld/objects.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { A2C, advantageRule, batchCritic } from "./advantage-rule.ts";
import { live, policyStep, workers } from "./life.ts";

const lifetime = { updates: 60, environments: 16, steps: 20 };
/** Two cells to an object that ends the episode. */
const walk: ObjectLevel = {
  size: 3,
  walls: new Uint8Array(9),
  start: 0,
  objects: [{ cell: 2, reward: 1, ends: 1, returns: 0 }],
  horizon: 6,
};

/** A batch with a policy that is not uniform. */
function batch(seed: number) {
  const process = objectProcess(objectLevel("small", Random.of(seed, "level")));
  const random = Random.of(seed, "batch");
  const logits = Array.from({ length: process.states * process.actions }, () => random.normal());
  const table = softmaxTable(process.states, process.actions, logits);
  const played = workers(process, 20, 4);
  played.play(table, random);
  const weights = Float64Array.from({ length: 80 }, () => random.normal());
  return { process, table, rollouts: played.rollouts, weights, random };
}

test("an episode ends with its object or at its horizon, and begins anew", () => {
  const process = objectProcess(walk);
  const played = workers(process, 50, 3);
  played.play(softmaxTable(process.states, process.actions), Random.of(2));
  const { states, next, rewards, status } = played.rollouts;
  let time = [0, 0, 0];
  for (let k = 0; k < 150; k++) {
    const n = k % 3;
    time[n] += 1;
    const over = status[k] === Status.terminated;
    expect(over).toBe(rewards[k] === 1 || time[n] === 6);
    if (k + 3 < 150) expect(states[k + 3]).toBe(over ? process.start : next[k]);
    if (over) time = time.with(n, 0);
  }
  expect(rewards.some((r) => r === 1)).toBe(true);
});

describe("gradients", () => {
  test("a step of the policy follows its loss, entropy included", () => {
    const { process, table, rollouts, weights } = batch(1);
    const { actions: A } = process;
    const entropy = 0.3;
    const loss = (logits: Float64Array) => {
      const { policy } = softmaxTable(process.states, A, logits);
      let sum = 0;
      for (let k = 0; k < weights.length; k++) {
        const row = rollouts.states[k] * A;
        sum += Math.log(policy[row + rollouts.actions[k]]) * weights[k];
        for (let b = row; b < row + A; b++) sum += entropy * policy[b] * Math.log(policy[b]);
      }
      return sum / weights.length;
    };
    const before = table.logits.slice();
    const options = { step: 1, clip: Number.POSITIVE_INFINITY, entropy };
    policyStep(process.states, A)(rollouts, weights, table, options);
    for (let at = 0; at < before.length; at++) {
      const [up, down] = [1e-5, -1e-5].map((h) => before.with(at, before[at] + h));
      expect(before[at] - table.logits[at]).toBeCloseTo((loss(up) - loss(down)) / 2e-5, 8);
    }
  });

  test("rows are clipped together and cleared", () => {
    const gradient = rowGradient(5, 2);
    gradient.values.set([3, 0], gradient.touch(1));
    gradient.values.set([0, 4], gradient.touch(3));
    const table = new Float64Array(10);
    expect(gradient.descend(table, 2, 0.5)).toBe(5);
    for (const [at, moved] of [0, 0, -0.6, 0, 0, 0, 0, -0.8, 0, 0].entries()) expect(table[at]).toBeCloseTo(moved, 12);
    expect(gradient.count()).toBe(0);
    expect(gradient.values.every((x) => x === 0)).toBe(true);
  });
});

/** Good and bad in opposite corners; long enough for the horizon to be far away. */
const corners: ObjectLevel = {
  size: 5,
  walls: new Uint8Array(25),
  start: 12,
  objects: [
    { cell: 0, reward: 1, ends: 0, returns: 0.3 },
    { cell: 24, reward: -1, ends: 0, returns: 0.3 },
  ],
  horizon: 200,
};

/** Correlation over states of what a critic learned from uniform play with the exact discounted values. */
function learned(step: number): number | null {
  const discount = 0.9;
  const process = objectProcess(corners);
  const { states: S, actions: A } = process;
  const table = softmaxTable(S, A);
  const played = workers(process, lifetime.steps, lifetime.environments);
  const critic = batchCritic(S, lifetime.steps * lifetime.environments, { discount, lambda: 0.95 });
  const random = Random.of(4);
  for (let update = 0; update < 200; update++) {
    played.play(table, random);
    critic.judge(played.rollouts);
    critic.learn(played.rollouts, step, 0.5);
  }
  const exact = new Float64Array(S);
  const ahead = new Float64Array(process.afterstates);
  for (let sweep = 0; sweep < 300; sweep++) {
    const worth = exact.map((value) => discount * value);
    process.look(worth, ahead);
    for (let s = 0; s < S; s++) {
      exact[s] = 0;
      for (let a = 0; a < A; a++) exact[s] += ahead[process.after[s * A + a]] / A;
    }
  }
  return pearson(critic.values, exact);
}

test("a critic learns the values of the policy that is played, and without steps it learns nothing", () => {
  expect(learned(A2C.valueStep)).toBeGreaterThan(0.5);
  expect(learned(0)).toBeNull();
});

test("a life under A2C earns nearly the optimum where the way is short, and the uniform policy does not", () => {
  const process = objectProcess(walk);
  const { policy } = live(process, advantageRule(A2C), lifetime, Random.of(1));
  const optimum = optimalHorizonReturn(process, process.horizon);
  expect(optimum).toBe(1);
  expect(horizonReturn(process, policy, process.horizon)).toBeGreaterThan(0.95);
  expect(horizonReturn(process, uniformPolicy(process), process.horizon)).toBeLessThan(0.5);
});

test("the open settings do what they say", () => {
  const process = objectProcess(walk);
  const earned = (settings: Partial<typeof A2C>) => {
    const { policy } = live(process, advantageRule({ ...A2C, ...settings }), lifetime, Random.of(1));
    return horizonReturn(process, policy, process.horizon);
  };
  const whole = earned({});
  expect(earned({ policyStep: 0.1 })).toBeLessThan(whole - 0.3);
  expect(earned({ entropy: 10 })).toBeLessThan(whole - 0.3);
  // Signs alone still say which way to go.
  expect(earned({ exponent: 0 })).toBeGreaterThan(0.8);
  expect(earned({ baseline: 0 })).not.toBe(whole);
  expect(earned({ decay: 1 })).not.toBe(whole);
});

test("the same seed leads the same life, and a watcher changes nothing", () => {
  const process = objectProcess(objectLevel("small", Random.of(5, "level")));
  let batches = 0;
  const lives = [undefined, () => void batches++].map((watch) =>
    live(process, advantageRule(A2C), lifetime, Random.of(8), watch),
  );
  expect(lives[1].logits).toEqual(lives[0].logits);
  expect(batches).toBe(lifetime.updates);
});
