// Policies of finite decision processes: a probability for each action in each state, [states × actions].

import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { largest } from "../../math/largest.ts";
import { softmaxRow } from "../../math/softmax.ts";

/** Two action values count as tied when they differ by less than this share of their size (or of one). */
export const TIE = 1e-9;

/** Probabilities [states × actions], rows adding up to 1. */
export type Policy = Float64Array;

/** The policy that chooses every action alike. */
export function uniformPolicy(mdp: Pick<TabularMdp, "states" | "actions">): Policy {
  return new Float64Array(mdp.states * mdp.actions).fill(1 / mdp.actions);
}

/** The policy of one action for each state. */
export function deterministicPolicy(mdp: Pick<TabularMdp, "states" | "actions">, choice: ArrayLike<number>): Policy {
  const policy = new Float64Array(mdp.states * mdp.actions);
  for (let s = 0; s < mdp.states; s++) policy[s * mdp.actions + choice[s]] = 1;
  return policy;
}

/** softmax(q/α) row by row; `temperature` α > 0. */
export function softmaxPolicy(
  mdp: Pick<TabularMdp, "states" | "actions">,
  q: ArrayLike<number>,
  temperature = 1,
): Policy {
  const { states, actions } = mdp;
  const policy = new Float64Array(states * actions);
  for (let s = 0; s < states; s++) softmaxRow(q, policy, s * actions, actions, temperature);
  return policy;
}

/** The best actions of a state, ties included, by `TIE`. */
export function bestActions(q: ArrayLike<number>, state: number, actions: number): number[] {
  const least = leastOfBest(q, state, actions);
  return Array.from({ length: actions }, (_, a) => a).filter((a) => q[state * actions + a] >= least);
}

/** The greedy choice of each state, the first of the best. */
export function greedyChoice(mdp: Pick<TabularMdp, "states" | "actions">, q: ArrayLike<number>): Int32Array {
  const { states, actions } = mdp;
  const choice = new Int32Array(states);
  for (let s = 0; s < states; s++) {
    const least = leastOfBest(q, s, actions);
    while (q[s * actions + choice[s]] < least) choice[s] += 1;
  }
  return choice;
}

/** The least value of an action that counts as one of the best of a state. */
function leastOfBest(q: ArrayLike<number>, state: number, actions: number): number {
  const most = largest(q, state * actions, actions);
  return most - TIE * Math.max(1, Math.abs(most));
}
