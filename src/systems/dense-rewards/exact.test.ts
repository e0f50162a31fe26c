// The dense rewards of the experiment on the task's own process: which of them move the optimum away from the goal, and which loops pay.

import { expect, test } from "vitest";
import { gridMdp } from "../../../test/fixtures/grid-mdp.ts";
import { manhattan } from "../../../test/fixtures/open-grid.ts";
import { greedyChoice } from "../../algorithms/planning/policy.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { keyDoorGoalLevel, keyDoorGoalRules } from "../../environments/gridworld/key-door-goal.ts";
import { Tile } from "../../environments/gridworld/tiles.ts";
import { withReward } from "../../environments/tabular/mdp.ts";

const level = keyDoorGoalLevel();
const { mdp: task, pieces } = gridMdp(level, { ...keyDoorGoalRules, discount: 0.97 });
const goal = Array.from(level.grid.tiles).indexOf(Tile.goal);
const distance = pieces.map(({ cell }) => manhattan(level.grid.width, cell, goal));
/** Where each state and action lead. */
const next = task.reward.map((_, at) => task.next[task.offset[at]]);
const from = (at: number) => Math.floor(at / task.actions);

/** The task's own reward and `more` for a move from s to t. */
const paid = (more: (s: number, t: number) => number) =>
  task.reward.map((r, at) => (task.terminal[from(at)] === 1 ? 0 : r + more(from(at), next[at])));

const beingNear = paid((_, t) => Math.exp(-distance[t] / 4));
const comingNear = paid((s, t) => (distance[t] < distance[s] ? 0.1 : 0));
const potentials = {
  nearness: distance.map((d) => 1 - d / 9),
  "below 0": distance.map((d) => -d / 9),
  "V*": valueIteration(task).values,
};

/** Steps of the optimum of a reward to the goal; undefined where it never reaches it. */
function stepsToGoal(reward: ArrayLike<number>): number | undefined {
  const choice = greedyChoice(task, valueIteration(withReward(task, reward)).actionValues);
  for (let s = 0, step = 0; step <= task.states; step++) {
    if (task.terminal[s] === 1) return step;
    s = next[s * task.actions + choice[s]];
  }
  return undefined;
}

/** What stepping away and back again pays, for every pair of neighbours, with the sum of a potential over both. */
function thereAndBack(reward: ArrayLike<number>, phi: ArrayLike<number> = distance) {
  const loops: { pay: number; phi: number }[] = [];
  for (const [at, t] of next.entries()) {
    const s = from(at);
    if (s === t || task.terminal[s] === 1 || task.terminal[t] === 1) continue;
    const back = next.findIndex((to, other) => from(other) === t && to === s);
    if (back >= 0) loops.push({ pay: reward[at] + reward[back], phi: phi[s] + phi[t] });
  }
  expect(loops.length).toBeGreaterThan(100);
  return loops;
}

test("the optimum of pay for being near or for coming near never reaches the goal; that of any potential does, as soon as it can", () => {
  expect([beingNear, comingNear].map(stepsToGoal)).toEqual([undefined, undefined]);
  const shaped = Object.values(potentials).map((phi) => potentialShaping(task, phi));
  expect([task.reward, ...shaped].map(stepsToGoal)).toEqual([15, 15, 15, 15]);
});

test("a loop pays −(1 − γ)·ΣΦ under a potential: nothing where Φ ≥ 0, and below 0 the more, the further from the goal", () => {
  for (const phi of Object.values(potentials))
    for (const loop of thereAndBack(potentialShaping(task, phi), phi))
      expect(loop.pay).toBeCloseTo(-0.03 * loop.phi, 12);
  const most = (phi: ArrayLike<number>) => Math.max(...thereAndBack(potentialShaping(task, phi)).map(({ pay }) => pay));
  expect(most(potentials.nearness)).toBeLessThanOrEqual(0);
  expect(most(potentials["V*"])).toBeLessThanOrEqual(0);
  expect(most(potentials["below 0"])).toBeCloseTo(0.03 * (17 / 9), 12);
});

test("what is paid for coming near is not taken back on the way out: every loop pays", () => {
  for (const { pay } of thereAndBack(comingNear)) expect(pay).toBeCloseTo(0.1, 12);
});
