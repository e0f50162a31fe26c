// Tabular learners against exact planning: what they converge to, and what their updates are on average.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { chain } from "../../environments/tabular/chain.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { openGrid } from "../../environments/tabular/open-grid.ts";
import { valueIteration } from "../planning/value-iteration.ts";
import { firstState, playEpisode, type TabularLearner, type TransitionPay, tablePay } from "./episode.ts";
import { epsilonGreedy } from "./softmax-policy.ts";
import { record, trajectory } from "./trajectory.ts";
import { qLearning } from "./value-learners.ts";

const grid = openGrid({ width: 4, height: 3, discount: 0.9, slip: 0.2 });

function train(mdp: TabularMdp, learner: TabularLearner, episodes: number, seed: number, pay?: TransitionPay) {
  const world = Random.of(seed, "world");
  const choices = Random.of(seed, "choices");
  const paid = pay ?? tablePay(mdp, mdp.reward);
  return Array.from({ length: episodes }, () => playEpisode(mdp, learner, paid, 200, world, choices));
}

/** Largest difference over states that do not end. */
function distance(mdp: TabularMdp, a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let at = 0; at < mdp.states * mdp.actions; at++) {
    if (mdp.terminal[Math.floor(at / mdp.actions)] === 0) most = Math.max(most, Math.abs(a[at] - b[at]));
  }
  return most;
}

/** Steps that add up to infinity while their squares do not. */
const falling = (visits: number) => 1 / (1 + visits) ** 0.7;

describe("value learners", () => {
  const options = { states: grid.states, actions: 4, discount: 0.9, step: falling };

  test("Q-learning finds the optimal values while it acts at random", () => {
    const learner = qLearning({ ...options, choice: epsilonGreedy(1) });
    train(grid, learner, 20_000, 1);
    expect(distance(grid, learner.table, valueIteration(grid).actionValues)).toBeLessThan(0.03);
  });

  test("potential-based pay moves the values by the potential and nothing else", () => {
    const potential = Float64Array.from({ length: grid.states }, (_, s) => (grid.terminal[s] === 1 ? 0 : Math.sin(s)));
    const learner = qLearning({ ...options, choice: epsilonGreedy(1) });
    train(grid, learner, 20_000, 4, {
      pay: (s, a, next) => grid.reward[s * 4 + a] + 0.9 * potential[next] - potential[s],
    });
    const q = valueIteration(grid).actionValues.map((value, at) => value - potential[Math.floor(at / 4)]);
    expect(distance(grid, learner.table, q)).toBeLessThan(0.03);
  });

  test("ε-greedy chooses as often as it says, ties included", () => {
    const choice = epsilonGreedy(0.3);
    const values = Float64Array.of(9, 1, 2, 2, 0);
    const random = Random.of(5);
    const counts = [0, 0, 0, 0];
    for (let k = 0; k < 40_000; k++) counts[choice.choose(values, 1, 4, random)]++;
    const expected = [0.075, 0.425, 0.425, 0.075];
    for (let a = 0; a < 4; a++) {
      expect(choice.probability(values, 1, 4, a)).toBeCloseTo(expected[a], 12);
      expect(Math.abs(counts[a] / 40_000 - expected[a])).toBeLessThan(0.0125);
    }
  });
});

describe("episodes", () => {
  test("what is reported is the world's own reward, under any pay", () => {
    const line = chain({ length: 3, discount: 0.5 });
    const learner = qLearning({ states: 4, actions: 2, discount: 0.5, initial: [0, 1, 0, 1, 0, 1, 0, 0], step: 1 });
    const heard: string[] = [];
    const [result] = train(line, { ...learner, act: () => 1 }, 1, 8, {
      begin: () => heard.push("begin"),
      pay: (s, _, next, ended) => {
        heard.push(`${s}>${next}${ended ? "!" : ""}`);
        return 100;
      },
      end: () => heard.push("end"),
    });
    expect(result).toEqual({ discounted: 0.25, steps: 3, ended: true });
    expect(heard).toEqual(["begin", "0>1", "1>2", "2>3!", "end"]);
    expect(learner.table[5]).toBe(100);
  });

  test("first states follow their distribution", () => {
    const random = Random.of(9);
    const start = Float64Array.of(0, 0.25, 0, 0.75, 0);
    const counts = new Map<number, number>();
    for (let k = 0; k < 10_000; k++) {
      const s = firstState({ ...grid, states: 5, start }, random);
      counts.set(s, (counts.get(s) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 3]);
    expect(Math.abs((counts.get(1) ?? 0) / 10_000 - 0.25)).toBeLessThan(0.02);
  });

  test("a trajectory that is too long is refused", () => {
    const path = trajectory(1);
    record(path, 0, 0, 0);
    expect(() => record(path, 0, 0, 0)).toThrow("more than 1 steps");
  });
});
