// Two processes of reward design: four rooms joined by four doors, with a prize for leaving by the far corner, and a line of cells
// whose prize needs a key that lies the other way (Devidze et al., NeurIPS 2021, sections 4.2 and 4.3).

import { type TabularMdp, tabularMdp } from "./mdp.ts";
import { DIRECTIONS, stepOnGrid } from "./open-grid.ts";
import { slipping } from "./slip.ts";

const SIZE = 7;
/** The walls run above row 3 and left of column 3; each has doors at 1 and 5. */
const WALL = 3;
const DOORS = [1, 5];

/** State numbers: cells row by row, then the terminal state. */
export const fourRoomsStates = { start: SIZE + 1, goal: SIZE * SIZE - 1, terminal: SIZE * SIZE } as const;

/** What leaving with the prize pays. */
const PRIZE = 10;
const DISCOUNT = 0.95;

/**
 * 7 × 7 cells, start (1, 1), goal (6, 6): going right there pays the prize and ends. Moves slip to a uniform one with
 * probability `slip`, but not at the goal. The released code has further exits in the corner of the start; here the goal
 * is the only way out.
 */
export function fourRooms({ slip = 0.1 }: { readonly slip?: number } = {}): TabularMdp {
  const { start, goal, terminal } = fourRoomsStates;
  const move = (s: number) => (action: number) =>
    s === goal && DIRECTIONS[action][0] === 1 ? terminal : stepOnGrid(SIZE, SIZE, s, action, wall);
  return tabularMdp({
    states: SIZE * SIZE + 1,
    actions: 4,
    discount: DISCOUNT,
    start,
    terminal: (s) => s === terminal,
    transitions: (s, a) => slipping(4, s === goal ? 0 : slip, move(s), a),
    reward: (s, a) => (s === goal && DIRECTIONS[a][0] === 1 ? PRIZE : 0),
  });
}

function wall(x: number, y: number, toX: number, toY: number): boolean {
  const acrossColumn = Math.max(x, toX) === WALL && x !== toX;
  const acrossRow = Math.max(y, toY) === WALL && y !== toY;
  return (acrossColumn && !DOORS.includes(y)) || (acrossRow && !DOORS.includes(x));
}

/** Places on the line, and the one of the key. */
const CELLS = 10;
const KEY_CELL = 1;

/**
 * The places without the key, then as many with it, then the terminal state. Actions 0 left, 1 right, 2 pick. The
 * episode starts in the middle without the key; going right in the last cell with it pays the prize and ends, going left
 * in cell 0 without it ends with nothing. A left or right move is exchanged for the other with probability `slip`/2.
 */
export function lineWithKey({ slip = 0.1 }: { readonly slip?: number } = {}): TabularMdp {
  const terminal = 2 * CELLS;
  const goal = terminal - 1;
  const move = (s: number) => (action: number) => {
    const held = s >= CELLS ? CELLS : 0;
    const cell = s - held;
    if (action === 1) return s === goal ? terminal : held + Math.min(CELLS - 1, cell + 1);
    return cell > 0 ? s - 1 : held > 0 ? s : terminal;
  };
  return tabularMdp({
    states: terminal + 1,
    actions: 3,
    discount: DISCOUNT,
    start: Math.floor(CELLS / 2),
    terminal: (s) => s === terminal,
    transitions: (s, a) => {
      if (a === 2) return [[s === KEY_CELL ? s + CELLS : s, 1]];
      return slipping(2, s === goal ? 0 : slip, move(s), a);
    },
    reward: (s, a) => (s === goal && a === 1 ? PRIZE : 0),
  });
}
