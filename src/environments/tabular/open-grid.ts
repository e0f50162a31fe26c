// Grids of cells with thin walls between them: an open field with a goal, and the moves shared with the room environments.

import { type TabularMdp, tabularMdp } from "./mdp.ts";
import { slipping } from "./slip.ts";

/** Actions 0 … 3: up, right, down, left. y increases downwards. */
export const DIRECTIONS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** Whether there is a wall between two adjacent cells. */
export type Wall = (x: number, y: number, toX: number, toY: number) => boolean;

/** The cell (row-major) that a move leads to; moves into a wall or over the border have no effect. */
export function stepOnGrid(width: number, height: number, cell: number, action: number, wall?: Wall): number {
  const x = cell % width;
  const y = Math.floor(cell / width);
  const toX = x + DIRECTIONS[action][0];
  const toY = y + DIRECTIONS[action][1];
  if (toX < 0 || toX >= width || toY < 0 || toY >= height || wall?.(x, y, toX, toY) === true) return cell;
  return toY * width + toX;
}

/** Manhattan distance |x − x'| + |y − y'| of two cells. */
export const manhattan = (width: number, a: number, b: number): number =>
  Math.abs((a % width) - (b % width)) + Math.abs(Math.floor(a / width) - Math.floor(b / width));

export interface OpenGridOptions {
  readonly width: number;
  readonly height: number;
  readonly discount: number;
  /** Initial cell. Default 0, the top left. */
  readonly start?: number;
  /** The cell that pays 1 when entered and ends the episode. Default the bottom right. */
  readonly goal?: number;
  /** Probability that a uniformly random move is executed instead. Default 0. */
  readonly slip?: number;
}

/** A field without walls, width × height states; the goal is terminal. */
export function openGrid(options: OpenGridOptions): TabularMdp {
  const { width, height, discount, start = 0, goal = width * height - 1, slip = 0 } = options;
  const successors = (s: number, a: number) => slipping(4, slip, (action) => stepOnGrid(width, height, s, action), a);
  return tabularMdp({
    states: width * height,
    actions: 4,
    discount,
    start,
    terminal: (s) => s === goal,
    transitions: successors,
    reward: (s, a) => successors(s, a).reduce((sum, [next, p]) => sum + (next === goal ? p : 0), 0),
  });
}
