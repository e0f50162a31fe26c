// Exact solvers against each other, closed forms and brute force, on chains and random processes.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { tabularMdp } from "../../environments/tabular/mdp.ts";
import { actionValues, expectedReturn, occupancy, policyReward, policyValues } from "./evaluation.ts";
import { deterministicPolicy, softmaxPolicy, uniformPolicy } from "./policy.ts";
import { finiteHorizonValues, policyIteration, softValueIteration, valueIteration } from "./value-iteration.ts";

/** Random transitions and rewards, reproducible. */
function randomMdp(seed: number, states: number, actions: number, discount: number) {
  const random = Random.of(seed, "planning test");
  const rows = Array.from({ length: states * actions }, () => {
    const weights = Array.from({ length: states }, () => random.uniform() ** 3);
    const total = weights.reduce((a, b) => a + b, 0);
    return weights.map((w, s) => [s, w / total] as const);
  });
  const rewards = Array.from({ length: states * actions }, () => random.uniform(-1, 1));
  return tabularMdp({
    states,
    actions,
    discount,
    transitions: (s, a) => rows[s * actions + a],
    reward: (s, a) => rewards[s * actions + a],
  });
}

/** States 0 … n−1, action 1 right, 0 left (stays at 0); leaving the last state to the right pays 10 and ends. */
const chain = (n: number, discount: number) =>
  tabularMdp({
    states: n + 1,
    actions: 2,
    discount,
    terminal: (s) => s === n,
    transitions: (s, a) => [[a === 1 ? s + 1 : Math.max(0, s - 1), 1]],
    reward: (s, a) => (s === n - 1 && a === 1 ? 10 : 0),
  });

test("a chain's values are powers of the discount", () => {
  const { values } = valueIteration(chain(8, 0.9));
  for (let s = 0; s < 8; s++) expect(values[s]).toBeCloseTo(10 * 0.9 ** (7 - s), 12);
  expect(values[8]).toBe(0);
});

describe.each([1, 2, 3, 4, 5])("random process %i", (seed) => {
  const mdp = randomMdp(seed, 6, 3, 0.93);

  test("value iteration, policy iteration and all 729 deterministic policies agree", () => {
    const { values, actionValues: q } = valueIteration(mdp);
    const exact = policyIteration(mdp);
    let best = Number.NEGATIVE_INFINITY;
    for (let code = 0; code < 3 ** 6; code++) {
      const choice = Array.from({ length: 6 }, (_, s) => Math.floor(code / 3 ** s) % 3);
      best = Math.max(best, policyValues(mdp, deterministicPolicy(mdp, choice))[0]);
    }
    expect(exact.values[0]).toBeCloseTo(best, 10);
    for (let s = 0; s < 6; s++) expect(values[s]).toBeCloseTo(exact.values[s], 9);
    for (let k = 0; k < 18; k++) expect(q[k]).toBeCloseTo(exact.actionValues[k], 9);
  });

  test("the return is the occupancy's reward", () => {
    const policy = softmaxPolicy(mdp, mdp.reward, 0.5);
    const visits = occupancy(mdp, policy);
    const rewards = policyReward(mdp, policy);
    expect(visits.reduce((sum, visit, s) => sum + visit * rewards[s], 0)).toBeCloseTo(expectedReturn(mdp, policy), 10);
    expect(visits.reduce((a, b) => a + b, 0)).toBeCloseTo(1 / (1 - 0.93), 9);
  });

  test("soft values bound hard ones, meet them as the temperature falls, and their policy is the softmax", () => {
    const hard = valueIteration(mdp).values;
    for (const temperature of [1, 0.1, 0.001]) {
      const soft = softValueIteration(mdp, temperature);
      for (let s = 0; s < 6; s++) {
        expect(soft.values[s]).toBeGreaterThanOrEqual(hard[s] - 1e-9);
        expect(soft.values[s]).toBeLessThanOrEqual(hard[s] + (temperature * Math.log(3)) / (1 - 0.93) + 1e-9);
      }
      const policy = softmaxPolicy(mdp, soft.actionValues, temperature);
      for (let s = 0; s < 6; s++) {
        let value = 0;
        for (let a = 0; a < 3; a++) {
          const p = policy[s * 3 + a];
          if (p > 0) value += p * (soft.actionValues[s * 3 + a] - temperature * Math.log(p));
        }
        expect(value).toBeCloseTo(soft.values[s], 8);
      }
    }
  });

  test("a long horizon is an infinite one", () => {
    const rows = finiteHorizonValues(mdp, 600);
    const { values } = valueIteration(mdp);
    for (let s = 0; s < 6; s++) expect(rows[600][s]).toBeCloseTo(values[s], 9);
    expect(rows[1][0]).toBe(Math.max(mdp.reward[0], mdp.reward[1], mdp.reward[2]));
  });
});

test("action values of a policy's values average to them", () => {
  const mdp = randomMdp(9, 5, 4, 0.8);
  const policy = uniformPolicy(mdp);
  const values = policyValues(mdp, policy);
  const q = actionValues(mdp, values);
  for (let s = 0; s < 5; s++)
    expect((q[s * 4] + q[s * 4 + 1] + q[s * 4 + 2] + q[s * 4 + 3]) / 4).toBeCloseTo(values[s], 10);
});

test("what is no process is refused", () => {
  const base = { states: 2, actions: 1, discount: 0.9, reward: () => 0 };
  expect(() => tabularMdp({ ...base, transitions: () => [[0, 0.4]] })).toThrow("add up to 0.4");
  expect(() => tabularMdp({ ...base, transitions: () => [[2, 1]] })).toThrow("leads to 2, of 2 states");
  expect(() =>
    valueIteration(tabularMdp({ ...base, discount: 1, transitions: (s) => [[s, 1]], reward: () => 1 }), {
      maxSweeps: 100,
    }),
  ).toThrow("does every policy end?");
});
