// A chain of cells with a reward at its right end: the simplest environment with a delayed reward.

import { type TabularMdp, tabularMdp } from "./mdp.ts";
import { slipping } from "./slip.ts";

export interface ChainOptions {
  /** Number of cells; the state after them is terminal. */
  readonly length: number;
  readonly discount: number;
  /** Initial cell. Default 0, the left end. */
  readonly start?: number;
  /** Reward for going right in the last cell. Default 1. */
  readonly prize?: number;
  /** Whether the reward ends the episode or can be obtained repeatedly. Default "ends". */
  readonly goal?: "ends" | "stays";
  /** Whether going left from cell 0 stays there or ends the episode. Default "stays". */
  readonly leftEnd?: "stays" | "ends";
  /** Probability that a uniformly random action is executed instead. Default 0. */
  readonly slip?: number;
  /** A small reward for going left in one cell. */
  readonly distractor?: { readonly cell: number; readonly pay: number };
}

/** Actions are 0 left and 1 right; rewards depend on the chosen action, not on the executed one. */
export function chain(options: ChainOptions): TabularMdp {
  const { length: n, discount, start = 0, prize = 1, goal = "ends", leftEnd = "stays", slip = 0, distractor } = options;
  const move = (cell: number) => (action: number) => {
    if (action === 1) return cell < n - 1 ? cell + 1 : goal === "ends" ? n : cell;
    return cell > 0 ? cell - 1 : leftEnd === "ends" ? n : cell;
  };
  return tabularMdp({
    states: n + 1,
    actions: 2,
    discount,
    start,
    terminal: (s) => s === n,
    transitions: (s, a) => slipping(2, slip, move(s), a),
    reward: (s, a) => (s === n - 1 && a === 1 ? prize : 0) + (s === distractor?.cell && a === 0 ? distractor.pay : 0),
  });
}

/**
 * The chain of Devidze, Kamalaruban & Singla (NeurIPS 2022): `right` cells to the goal, `left` cells to a dead end, and a reward of 1 for
 * every step to the right at the goal. Default 20 and 40, γ = 0.99, slip 0.05.
 */
export function twoSidedChain({
  right = 20,
  left = 40,
  discount = 0.99,
  slip = 0.05,
  distraction = 0,
}: {
  readonly right?: number;
  readonly left?: number;
  readonly discount?: number;
  readonly slip?: number;
  /** Reward for going left 15 cells left of the start. Default 0. */
  readonly distraction?: number;
} = {}): TabularMdp {
  return chain({
    length: left + right + 1,
    start: left,
    discount,
    slip,
    goal: "stays",
    leftEnd: "ends",
    distractor: { cell: left - 15, pay: distraction },
  });
}
