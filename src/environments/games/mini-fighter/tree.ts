// The mini-fighter as a whole game: the left fighter chooses, and the right one does without seeing it.

import type { GameTree } from "../../../core/whole-game.ts";
import { ACTIONS } from "./rules.ts";
import type { FightTable } from "./solution.ts";

/** A moment of a fight. */
export interface FightMoment {
  /** The state as the left fighter sees it, by its number in the table. */
  readonly state: number;
  /** What the left fighter has chosen; −1 before. */
  readonly left: number;
  /** What the left fighter has won, 1, 0 or −1; undefined before the end. */
  readonly result?: number;
}

/** Ways to one state of the table come to the same. */
export const fightTree = ({ start, next, result, mirror }: FightTable): GameTree<FightMoment> => ({
  root: { state: start, left: -1 },
  result: (moment) => (moment.result === undefined ? undefined : [moment.result, -moment.result]),
  chances: () => undefined,
  player: ({ left }) => (left < 0 ? 0 : 1),
  actions: () => ACTIONS.map((_, action) => action),
  next(moment, action) {
    if (moment.left < 0) return { ...moment, left: action };
    const at = (moment.state * ACTIONS.length + moment.left) * ACTIONS.length + action;
    return next[at] < 0 ? { state: moment.state, left: -1, result: result[at] } : { state: next[at], left: -1 };
  },
  known: ({ state, left }) => (left < 0 ? `0:${state}` : `1:${mirror[state]}`),
  same: ({ state, left, result: ended }) => (ended === undefined ? `${state}:${left}` : `over:${ended}`),
});
