// Four rooms joined by four doors, with a prize for leaving by the far corner (Devidze et al., NeurIPS 2021, section 4.2).

import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { DIRECTIONS, stepOnGrid } from "../../environments/tabular/open-grid.ts";
import { slipping } from "../../environments/tabular/slip.ts";

const SIZE = 7;
/** The walls run above row 3 and left of column 3; each has doors at 1 and 5. */
const WALL = 3;
const DOORS = [1, 5];

/** State numbers: cells row by row, then the terminal state. */
export const fourRoomsStates = { start: SIZE + 1, goal: SIZE * SIZE - 1, terminal: SIZE * SIZE } as const;

/**
 * 7 × 7 cells, start (1, 1), goal (6, 6): going right there pays `prize` and ends. Moves slip to a uniform one with
 * probability `slip`, but not at the goal. The released code has further exits in the corner of the start; here the goal
 * is the only way out.
 */
export function fourRooms({
  discount = 0.95,
  slip = 0.1,
  prize = 10,
}: {
  readonly discount?: number;
  readonly slip?: number;
  readonly prize?: number;
} = {}): TabularMdp {
  const { start, goal, terminal } = fourRoomsStates;
  const move = (s: number) => (action: number) =>
    s === goal && DIRECTIONS[action][0] === 1 ? terminal : stepOnGrid(SIZE, SIZE, s, action, wall);
  return tabularMdp({
    states: SIZE * SIZE + 1,
    actions: 4,
    discount,
    start,
    terminal: (s) => s === terminal,
    transitions: (s, a) => slipping(4, s === goal ? 0 : slip, move(s), a),
    reward: (s, a) => (s === goal && DIRECTIONS[a][0] === 1 ? prize : 0),
  });
}

function wall(x: number, y: number, toX: number, toY: number): boolean {
  const acrossColumn = Math.max(x, toX) === WALL && x !== toX;
  const acrossRow = Math.max(y, toY) === WALL && y !== toY;
  return (acrossColumn && !DOORS.includes(y)) || (acrossRow && !DOORS.includes(x));
}
