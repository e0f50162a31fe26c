// Randomly generated grid tasks: objects of several kinds lie on a small grid. Collecting one gives a reward and may end the episode, and
// the object may return. A level is plain data; its decision process is defined here.

import type { Random } from "../../core/random.ts";
import { stepOnGrid } from "../tabular/open-grid.ts";

/** Choices 0 … 4: up, right, down, left, stay. */
export const OBJECT_CHOICES = 5;

/** An object that is collected by stepping onto it. */
export interface GridObject {
  readonly cell: number;
  /** Reward for collecting it. */
  readonly reward: number;
  /** Probability that collecting it ends the episode. */
  readonly ends: number;
  /** Probability per step that it returns, once collected. */
  readonly returns: number;
}

/** A grid of `size` × `size` cells, row by row, with its task. Objects lie on different free cells, none at the start. */
export interface ObjectLevel {
  readonly size: number;
  /** 1 for walls, [size × size]. */
  readonly walls: ArrayLike<number>;
  readonly start: number;
  readonly objects: readonly GridObject[];
  readonly horizon: number;
}

/** A level as a decision process. */
export interface ObjectProcess {
  readonly states: number;
  /** First state: at the start, with all objects there. */
  readonly start: number;
  readonly horizon: number;
  /** Cell of each position reachable from the start. */
  readonly cells: Int32Array;
  /** Indices, in the level, of the reachable objects; bit i of a state tells whether the i-th of them exists. */
  readonly objects: readonly number[];
  /** Result of the last `step`. */
  readonly outcome: StepOutcome;
  /** Plays an action; returns the next state and writes the rest to `outcome`. */
  step(state: number, action: number, random: Random): number;
}

export interface StepOutcome {
  reward: number;
  /** Whether an object ended the episode; the caller checks the horizon. */
  ended: boolean;
  /** Index of the collected object's bit; −1 for none. */
  collected: number;
}

/** Destination of a choice; walls and the border block a move. */
export function moveAmongObjects({ size, walls }: ObjectLevel, cell: number, choice: number): number {
  if (choice === OBJECT_CHOICES - 1) return cell;
  const to = stepOnGrid(size, size, cell, choice);
  return walls[to] === 1 ? cell : to;
}

/** Cells reachable from the start, in the order of the search. */
function reachable(level: ObjectLevel): number[] {
  const cells = [level.start];
  const seen = new Uint8Array(level.size ** 2);
  seen[level.start] = 1;
  for (let head = 0; head < cells.length; head++) {
    for (let choice = 0; choice < OBJECT_CHOICES; choice++) {
      const to = moveAmongObjects(level, cells[head], choice);
      if (seen[to] === 1) continue;
      seen[to] = 1;
      cells.push(to);
    }
  }
  return cells;
}

/**
 * Creates the process of a level. A state is position·2^k + bits, where bit i tells whether object i of the k reachable ones exists;
 * unreachable objects never change and are left out. In a step the agent moves and collects; then each object that was missing before
 * returns with its own probability (the rules of arXiv 2007.08794, with certain collection).
 */
export function objectProcess(level: ObjectLevel): ObjectProcess {
  const cells = Int32Array.from(reachable(level));
  const places = new Map(Array.from(cells, (cell, place) => [cell, place] as const));
  const reached = level.objects.flatMap((object, number) => (places.has(object.cell) ? [{ ...object, number }] : []));
  const k = reached.length;
  const sets = 1 << k;
  const all = sets - 1;
  const A = OBJECT_CHOICES;
  const states = cells.length * sets;
  const moves = Int32Array.from(
    { length: cells.length * A },
    (_, at) => places.get(moveAmongObjects(level, cells[Math.floor(at / A)], at % A)) ?? 0,
  );
  const objectAt = new Int8Array(cells.length).fill(-1);
  for (const [i, { cell }] of reached.entries()) objectAt[places.get(cell) ?? 0] = i;
  const rewards = Float64Array.from(reached, ({ reward }) => reward);
  const ends = Float64Array.from(reached, ({ ends }) => ends);
  const returns = Float64Array.from(reached, ({ returns }) => returns);
  const outcome: StepOutcome = { reward: 0, ended: false, collected: -1 };

  /** Objects of `missing` that return, decided sequentially by rescaling one uniform number. */
  function returned(missing: number, uniform: number): number {
    let back = 0;
    let u = uniform;
    for (let i = 0; i < k; i++) {
      if ((missing & (1 << i)) === 0) continue;
      const p = returns[i];
      if (u < p) {
        back |= 1 << i;
        u /= p;
      } else u = (u - p) / (1 - p);
    }
    return back;
  }

  function step(state: number, action: number, random: Random): number {
    const bits = state & all;
    const place = moves[(state >> k) * A + action];
    const object = objectAt[place];
    const missing = all & ~bits;
    let left = missing === 0 ? bits : bits | returned(missing, random.uniform());
    if (object >= 0 && (bits & (1 << object)) !== 0) {
      left &= ~(1 << object);
      outcome.reward = rewards[object];
      outcome.ended = ends[object] > 0 && random.uniform() < ends[object];
      outcome.collected = object;
    } else {
      outcome.reward = 0;
      outcome.ended = false;
      outcome.collected = -1;
    }
    return place * sets + left;
  }

  return {
    states,
    start: all,
    horizon: level.horizon,
    cells,
    objects: reached.map(({ number }) => number),
    outcome,
    step,
  };
}
