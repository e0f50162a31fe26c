// The task that every dense reward is built for: key, door and goal, paid 1 at the end and nothing before.

import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import type { Random } from "../../core/random.ts";
import { gridMdp } from "../../environments/gridworld/grid-mdp.ts";
import { goalOf, keyDoorGoalLevel, keyDoorGoalRules } from "../../environments/gridworld/key-door-goal.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { manhattan } from "../../environments/tabular/open-grid.ts";

const level = keyDoorGoalLevel();
const { mdp, pieces } = gridMdp(level, { ...keyDoorGoalRules, discount: 0.97 });

/** The process with its sparse reward; moves are certain, state 0 is the start. */
export const task: TabularMdp = mdp;

/** V* and Q* of the sparse reward. */
export const optimal = valueIteration(task);

/** |Δx| + |Δy| from each state's place to the goal: blind to walls and to the key. */
export const distance: Float64Array = Float64Array.from(pieces, ({ cell }) =>
  manhattan(level.grid.width, cell, goalOf(level)),
);

/** Where (s, a) leads. */
export const successor = (state: number, action: number): number =>
  task.next[task.offset[state * task.actions + action]];

/** One step as an entry of a table [states × actions], and where it began. */
export interface Step {
  readonly state: number;
  readonly action: number;
}

/** At most `steps` steps from `state`: the best action of Q*, or a random one with probability `mistakes`. */
export function walk(state: number, steps: number, mistakes: number, random: Random): Step[] {
  const path: Step[] = [];
  let at = state;
  while (path.length < steps && task.terminal[at] === 0) {
    const row = at * task.actions;
    const mistaken = random.uniform() < mistakes;
    const action = mistaken ? random.integer(task.actions) : firstBest((a) => optimal.actionValues[row + a]);
    path.push({ state: at, action });
    at = successor(at, action);
  }
  return path;
}

/** The action that is worth most, of equals the first: rounding must not decide between them. */
export function firstBest(worth: (action: number) => number): number {
  let best = 0;
  for (let a = 1; a < task.actions; a++) if (worth(a) > worth(best) + 1e-12) best = a;
  return best;
}

/** Entries of the reward table along a path. */
export const entriesOf = (path: readonly Step[]): number[] =>
  path.map(({ state, action }) => state * task.actions + action);

/** Σ of the sparse reward along a path. */
export const returnOf = (path: readonly Step[]): number =>
  entriesOf(path).reduce((sum, entry) => sum + task.reward[entry], 0);
