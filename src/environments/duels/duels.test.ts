// Duels: turns, regrets of actions, annotators' answers, and budgets.

import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { stagePolicyReturn } from "../../../test/fixtures/played-duels.ts";
import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { dirichletProcess } from "../tabular/dirichlet.ts";
import { randomProcessDuels, stageRegrets } from "./random-process.ts";

test("a policy's expected regrets sum to its loss", () => {
  const random = Random.of(1, "duels");
  const horizon = 4;
  const mdp = dirichletProcess({ states: 5, actions: 3, concentration: 0.3, power: 3, random });
  const regret = new Float64Array(horizon * 15);
  stageRegrets(mdp, horizon, regret);
  const policy = Int32Array.from({ length: horizon * 5 }, () => random.integer(3));
  let at = Float64Array.of(1, 0, 0, 0, 0);
  let lost = 0;
  for (let h = 0; h < horizon; h++) {
    const next = new Float64Array(5);
    for (let s = 0; s < 5; s++) {
      const row = s * 3 + policy[h * 5 + s];
      lost += at[s] * regret[h * 15 + row];
      for (let k = mdp.offset[row]; k < mdp.offset[row + 1]; k++) next[mdp.next[k]] += at[s] * mdp.probability[k];
    }
    at = next;
  }
  const best = finiteHorizonValues(mdp, horizon)[horizon][0];
  expect(lost).toBeGreaterThan(0.01);
  expect(lost).toBeCloseTo(best - stagePolicyReturn(mdp, policy, horizon), 12);
});

test("Dirichlet processes: rewards are powers of uniform numbers, transitions are concentrated", () => {
  const one = (concentration: number) =>
    dirichletProcess({ states: 6, actions: 50, concentration, power: 3, random: Random.of(2, "duels") });
  const largest = ({ offset, probability }: ReturnType<typeof one>) => {
    let sum = 0;
    for (let at = 0; at < 300; at++) sum += Math.max(...probability.subarray(offset[at], offset[at + 1])) / 300;
    return sum;
  };
  expect(largest(one(0.1))).toBeGreaterThan(0.75);
  expect(largest(one(100))).toBeLessThan(0.25);
  expect(one(0.3).reward.reduce((a, b) => a + b, 0) / 300).toBeCloseTo(0.25, 1);
});

/** Plays `rounds` with one action in moves and another in questions; returns answers and values of the pairs. */
function played(parameters: object, question: number) {
  const world = randomProcessDuels.make({ rounds: 300, steps: 2, ...parameters });
  const seen = new Float32Array(world.spec.observationSize);
  const hand = Random.of(3, "hand");
  const { outcomes, step } = byHand(world, Random.of(3, "world"));
  const pairs: { first: number; second: number; answer: number; questions: number }[] = [];
  let sums = [0, 0];
  let status: Status = Status.running;
  while (status === Status.running) {
    world.observe(seen);
    const turn = seen[2];
    status = step(turn === 2 ? question : hand.integer(3));
    if (turn < 2) {
      sums[turn] += outcomes[0];
      continue;
    }
    world.observe(seen);
    pairs.push({ first: sums[0], second: sums[1], answer: seen[4], questions: outcomes[2] });
    sums = [0, 0];
  }
  return pairs;
}

test("an honest annotator prefers the better episode, a lying one the worse; without a question there is no answer", () => {
  const clear = ({ first, second }: { first: number; second: number }) => Math.abs(first - second) > 0.3;
  for (const [honesty, right] of [
    ["honest", 1],
    ["flipped", 0],
  ] as const) {
    const pairs = played({ honesty, slope: 1000, power: 1 }, 2).filter(clear);
    expect(pairs.length).toBeGreaterThan(30);
    for (const { first, second, answer } of pairs) expect(answer).toBe(first > second ? right : 1 - right);
  }
  const coin = played({ honesty: "coin", slope: 1000, power: 1 }, 1);
  const heads = coin.filter(({ answer }) => answer === 1).length / 300;
  expect(Math.abs(heads - 0.5)).toBeLessThan(0.12);
  expect(played({}, 0).every(({ answer, questions }) => answer === -1 && questions === 0)).toBe(true);
});

test("no answers are given beyond the budget", () => {
  const pairs = played({ budget: 7 }, 1);
  expect(pairs).toHaveLength(300);
  pairs.forEach(({ answer, questions }, k) => {
    expect(questions).toBe(k < 7 ? 1 : 0);
    expect(answer >= 0).toBe(k < 7);
  });
});
