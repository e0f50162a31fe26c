// A peg on a table that a gripper carries to a hole and presses in, as a finite process: reach, grasp, carry, align, insert. Progress has
// five equal parts, one for each; within reaching and carrying it grows with every cell.

import type { Random } from "../../core/random.ts";
import { type TabularMdp, tabularMdp } from "../tabular/mdp.ts";

export const PEG_ACTIONS = ["left", "right", "down", "up", "grasp", "align", "insert", "wait"] as const;
const [GRASP, ALIGN, INSERT] = [4, 5, 6];
const MOVES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** Sub-tasks that each add as much to progress. */
const PARTS = 5;

export const PEG_DISCOUNT = 0.95;

/** Cells of a square table, x + size·y. */
export interface PegLayout {
  readonly size: number;
  readonly start: number;
  readonly peg: number;
  readonly hole: number;
}

/** Grips of a state: the jaws are empty, hold the peg, hold it aligned with the hole, or have let it go in the hole. */
export const [EMPTY, HELD, ALIGNED, INSERTED] = [0, 1, 2, 3];

/** A layout: peg and hole are drawn at least half a side apart, and the gripper begins in the cell that is furthest from the peg. */
export function drawPegLayout(size: number, random: Random): PegLayout {
  for (;;) {
    const [peg, hole] = [random.integer(size * size), random.integer(size * size)];
    if (2 * distance(size, peg, hole) >= size) return { size, peg, hole, start: furthest(size, peg) };
  }
}

/** States: empty jaws over each cell, the peg held over each cell, aligned, inserted. */
export const pegStates = (size: number): number => 2 * size * size + 2;

/** Cell and grip of a state. */
export function gripOf({ size, hole }: PegLayout, state: number): { readonly cell: number; readonly grip: number } {
  const n = size * size;
  if (state >= 2 * n) return { cell: hole, grip: state === 2 * n ? ALIGNED : INSERTED };
  return state < n ? { cell: state, grip: EMPTY } : { cell: state - n, grip: HELD };
}

/** Steps along the table's axes between two cells. */
export function distance(size: number, a: number, b: number): number {
  return Math.abs((a % size) - (b % size)) + Math.abs(Math.floor(a / size) - Math.floor(b / size));
}

function furthest(size: number, from: number): number {
  let best = 0;
  for (let cell = 1; cell < size * size; cell++)
    if (distance(size, cell, from) > distance(size, best, from)) best = cell;
  return best;
}

/** Where a move leads; over the edge nothing moves. */
function moved(size: number, cell: number, action: number): number {
  const [dx, dy] = MOVES[action];
  const [x, y] = [(cell % size) + dx, Math.floor(cell / size) + dy];
  return x < 0 || x >= size || y < 0 || y >= size ? cell : x + size * y;
}

/**
 * The process. `chance` is that of an insertion; one that fails drops the peg, which lies where it lay at first. Its reward is the chance
 * of an insertion in the step.
 */
export function pegProcess(layout: PegLayout, chance: number): TabularMdp {
  const { size, start, peg, hole } = layout;
  const n = size * size;
  const [aligned, inserted] = [2 * n, 2 * n + 1];
  const next = (state: number, action: number): number => {
    const { cell, grip } = gripOf(layout, state);
    if (action < MOVES.length) return moved(size, cell, action) + (grip === EMPTY ? 0 : n);
    if (action === GRASP && grip === EMPTY && cell === peg) return cell + n;
    if (action === ALIGN && grip === HELD && cell === hole) return aligned;
    return state;
  };
  return tabularMdp({
    states: pegStates(size),
    actions: PEG_ACTIONS.length,
    discount: PEG_DISCOUNT,
    start,
    terminal: (state) => state === inserted,
    transitions: (state, action) =>
      state === aligned && action === INSERT
        ? [
            [inserted, chance],
            [hole, 1 - chance],
          ]
        : [[next(state, action), 1]],
    reward: (state, action) => (state === aligned && action === INSERT ? chance : 0),
  });
}

/** True progress Φ of every state, in [0, 1]: 0 at the start, 1 where the peg is inserted. */
export function pegProgress(layout: PegLayout): Float64Array {
  const { size, peg, hole, start } = layout;
  const [reach, carry] = [distance(size, start, peg), distance(size, furthest(size, hole), hole)];
  return Float64Array.from({ length: pegStates(size) }, (_, state) => {
    const { cell, grip } = gripOf(layout, state);
    if (grip === INSERTED) return 1;
    if (grip === ALIGNED) return 4 / PARTS;
    return grip === HELD
      ? (3 - distance(size, cell, hole) / carry) / PARTS
      : (1 - distance(size, cell, peg) / reach) / PARTS;
  });
}

/** An expert's choice in a state: straight to what comes next, along x first. */
export function pegExpert(layout: PegLayout, state: number): number {
  const { size, peg, hole } = layout;
  const { cell, grip } = gripOf(layout, state);
  if (grip === ALIGNED) return INSERT;
  const target = grip === EMPTY ? peg : hole;
  const [dx, dy] = [(target % size) - (cell % size), Math.floor(target / size) - Math.floor(cell / size)];
  if (dx !== 0) return dx < 0 ? 0 : 1;
  if (dy !== 0) return dy < 0 ? 2 : 3;
  return grip === EMPTY ? GRASP : ALIGN;
}
