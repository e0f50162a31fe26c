// The world of the study: a grid with pits and a goal, of which the soft planner knows everything, the mind of its annotators too.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice, type Policy, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { stepOnGrid } from "../../environments/tabular/open-grid.ts";
import { type Successors, slipping } from "../../environments/tabular/slip.ts";
import { divergence } from "../../math/preference-game.ts";

const SIDE = 6;
const GOAL = SIDE * SIDE - 1;
const PITS: readonly number[] = [8, 19, 22, 27];
const SLIP = 0.1;

const isEnd = (s: number): boolean => s === GOAL || PITS.includes(s);
const successors = (s: number, a: number): Successors =>
  isEnd(s) ? [[s, 1]] : slipping(4, SLIP, (action) => stepOnGrid(SIDE, SIDE, s, action), a);
const live = Array.from({ length: SIDE * SIDE }, (_, s) => s).filter((s) => !isEnd(s));

/**
 * 6 × 6 cells, slip 0.1, γ = 0.95; starts are even. Entering the goal pays 1, entering a pit −1, and both are never left: there too entropy
 * is paid for, or the soft optimum would rather wander than arrive.
 */
export const pitGrid: TabularMdp = tabularMdp({
  states: SIDE * SIDE,
  actions: 4,
  discount: 0.95,
  start: Float64Array.from({ length: SIDE * SIDE }, (_, s) => (isEnd(s) ? 0 : 1 / live.length)),
  transitions: successors,
  reward: (s, a) =>
    isEnd(s) ? 0 : successors(s, a).reduce((sum, [to, p]) => sum + (to === GOAL ? p : isEnd(to) ? -p : 0), 0),
});

/** Cells that can be left. */
export const liveCells: readonly number[] = live;

/** What entropy weighs in the world's soft optimum. */
export const ALPHA = 0.1;

/** The soft optimum of a process. */
export interface SoftOptimum {
  readonly values: Float64Array;
  readonly actionValues: Float64Array;
  /** A*(s, a) = Q*(s, a) − V*(s), [states × actions]. */
  readonly advantages: Float64Array;
  readonly policy: Policy;
}

export function softOptimum(mdp: TabularMdp, temperature: number): SoftOptimum {
  const { values, actionValues } = softValueIteration(mdp, temperature);
  const advantages = actionValues.map((q, at) => q - values[Math.floor(at / mdp.actions)]);
  return { values, actionValues, advantages, policy: softmaxPolicy(mdp, actionValues, temperature) };
}

/** π*, A* and the rest at α. */
export const optimum: SoftOptimum = softOptimum(pitGrid, ALPHA);

/** What the policy is worth that takes in each state the action of the largest entry, [states × actions]. */
export const greedyReturn = (scores: ArrayLike<number>): number =>
  expectedReturn(pitGrid, deterministicPolicy(pitGrid, greedyChoice(pitGrid, scores)));

/** The most that any policy is worth. */
export const mostReturn: number = greedyReturn(valueIteration(pitGrid).actionValues);

/** Mean of KL(π*‖π) over live cells, in nats; `logPolicy` is ln π. */
export function meanDivergence(logPolicy: Float64Array): number {
  const target = optimum.policy.map(Math.log);
  const row = (of: Float64Array, s: number) => of.subarray(s * pitGrid.actions, (s + 1) * pitGrid.actions);
  return live.reduce((sum, s) => sum + divergence(row(target, s), row(logPolicy, s)), 0) / live.length;
}
