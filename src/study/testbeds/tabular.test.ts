// The bed of finite processes: trainings go on where they were, and equal streams are equal luck.

import { expect, test } from "vitest";
import { tablePay } from "../../algorithms/tabular/episode.ts";
import { qLearning } from "../../algorithms/tabular/value-learners.ts";
import { Random } from "../../core/random.ts";
import { tabularMdp } from "../../environments/tabular/mdp.ts";
import { greedyTest, testedAlong, trained } from "./tabular.ts";

/** Two states in a row and an end that pays 1: action 1 goes on, action 0 stays; a move slips one time in five. */
const mdp = tabularMdp({
  states: 3,
  actions: 2,
  discount: 0.9,
  terminal: (s) => s === 2,
  transitions: (s, a) =>
    a === 0
      ? [[s, 1]]
      : [
          [s + 1, 0.8],
          [s, 0.2],
        ],
  reward: (s, a) => (s === 1 && a === 1 ? 0.8 : 0),
});

function training(seed: number, horizon = 20) {
  const learner = qLearning({ ...mdp, step: 0.5 });
  const streams = { world: Random.of(seed, "world"), choices: Random.of(seed, "choices") };
  return { mdp, horizon, learner, pay: tablePay(mdp, mdp.reward), ...streams };
}

test("one episode after the other, by the streams that it is given", () => {
  const returns = (seed: number) => {
    const all = trained(training(seed));
    return Array.from({ length: 50 }, () => all.next().value.discounted);
  };
  expect(new Set(returns(1)).size).toBeGreaterThan(3);
  expect(returns(1)).toEqual(returns(1));
  expect(returns(1)).not.toEqual(returns(2));
});

test("a test of the best actions counts good episodes, and pay beside the own reward, and teaches nothing", () => {
  const table = Float64Array.of(0, 1, 0, 1, 0, 0);
  const pays = mdp.reward.map((own, at) => own + (at === 1 ? 0.25 : 0));
  const streams = () => ({ world: Random.of(5, "world"), choices: Random.of(5, "choices") });
  const test = (best: Float64Array) =>
    greedyTest({ table: best }, { mdp, pays, horizon: 40, episodes: 20, ...streams() });
  const { successes, own, beside } = test(table);
  expect(successes).toBe(20);
  // Each episode goes on from the second state once or more often, and from the first as well.
  expect(own).toBeGreaterThanOrEqual(20 * 0.8);
  expect(beside).toBeGreaterThanOrEqual(20 * 0.25);
  expect(test(table)).toEqual({ successes, own, beside });
  expect(table).toEqual(Float64Array.of(0, 1, 0, 1, 0, 0));
  expect(test(Float64Array.of(1, 0, 1, 0, 0, 0))).toEqual({ successes: 0, own: 0, beside: 0 });
});

test("tests along a training see the learner as it is then", async () => {
  const told: number[] = [];
  const own = training(1);
  const options = { episodes: 7, every: 3, episode: (number: number) => told.push(number) };
  const tables = await testedAlong(own, options, () => own.learner.table.slice());
  expect(told).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(tables).toHaveLength(2);
  const again = training(1);
  const all = trained(again);
  for (let k = 0; k < 3; k++) all.next();
  expect(tables[0]).toEqual(again.learner.table);
  expect(tables[1]).not.toEqual(tables[0]);
});
