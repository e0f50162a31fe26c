// Sources of levels with objects: distributions of levels, and five hand-written tasks with random positions only (the gridworlds of arXiv
// 2007.08794 with the ranges of arXiv 2310.02782's code).

import type { Random } from "../../core/random.ts";
import type { GridObject, ObjectLevel } from "./objects.ts";

/** Smallest and largest value, both inclusive. */
type Range = readonly [low: number, high: number];

/** Ranges of random levels. */
interface Distribution {
  /** Side length of the square grid. */
  readonly size: Range;
  /** Steps per episode, log-uniform. */
  readonly horizon: Range;
  readonly objects: Range;
  /** Number of walls, drawn over the cells of the largest grid; those outside a smaller grid are dropped. */
  readonly walls: number;
}

const DISTRIBUTIONS = {
  all: { size: [4, 10], horizon: [20, 750], objects: [1, 5], walls: 15 },
  small: { size: [4, 6], horizon: [20, 100], objects: [1, 3], walls: 7 },
  medium: { size: [6, 8], horizon: [100, 250], objects: [2, 4], walls: 10 },
  large: { size: [8, 10], horizon: [250, 750], objects: [2, 5], walls: 15 },
} as const satisfies Record<string, Distribution>;

/** Probability that a collected object ends the episode, and that it returns after a step; both log-uniform. */
const ENDS: Range = [0.01, 1];
const RETURNS: Range = [0.001, 0.1];

/** A hand-written task: everything except the positions of start and objects. */
interface Task {
  readonly size: number;
  readonly horizon: number;
  /** Whether there is a wall at (x, y). */
  readonly wall?: (x: number, y: number) => boolean;
  readonly objects: readonly Omit<GridObject, "cell">[];
}

const object = (reward: number, ends: number, returns: number) => ({ reward, ends, returns });

const TASKS = {
  dense: {
    size: 11,
    horizon: 500,
    objects: [object(1, 0, 0.05), object(1, 0, 0.05), object(-1, 0.5, 0.1), object(-1, 0, 0.5)],
  },
  sparse: { size: 13, horizon: 50, objects: [object(1, 1, 0), object(-1, 1, 0)] },
  long: {
    size: 11,
    horizon: 1000,
    objects: [object(1, 0, 0.01), object(1, 0, 0.01), object(-1, 0.5, 1), object(-1, 0.5, 1)],
  },
  longer: {
    size: 9,
    horizon: 2000,
    wall: (x, y) => x === 4 && y !== 1 && y !== 7,
    objects: [object(1, 0.1, 0.01), object(1, 0.1, 0.01), object(-1, 0.8, 1), object(-1, 0.8, 1), object(-1, 0.8, 1)],
  },
  longDense: {
    size: 11,
    horizon: 2000,
    wall: (x, y) => (x === 5 && y !== 0 && y !== 7) || (y === 4 && x !== 2 && x !== 8),
    objects: [object(1, 0, 0.005), object(1, 0, 0.005), object(1, 0, 0.005), object(1, 0, 0.005)],
  },
} as const satisfies Record<string, Task>;

/** Names of the hand-written tasks. */
export const WRITTEN_TASKS = [
  "dense",
  "sparse",
  "long",
  "longer",
  "longDense",
] as const satisfies (keyof typeof TASKS)[];

/** Sources of levels: a distribution, or a hand-written task. */
export const OBJECT_TASKS = ["all", "small", "medium", "large", ...WRITTEN_TASKS] as const;
export type ObjectTask = (typeof OBJECT_TASKS)[number];

const isDistribution = (task: ObjectTask): task is keyof typeof DISTRIBUTIONS => task in DISTRIBUTIONS;

/** Largest size, horizon and number of objects of a task's levels. */
export function objectExtent(task: ObjectTask): {
  readonly size: number;
  readonly horizon: number;
  readonly objects: number;
} {
  if (!isDistribution(task)) return { ...TASKS[task], objects: TASKS[task].objects.length };
  const { size, horizon, objects } = DISTRIBUTIONS[task];
  return { size: size[1], horizon: horizon[1], objects: objects[1] };
}

/** Draws a level; for a hand-written task, only the positions. `horizon` caps the episode's length. */
export function objectLevel(task: ObjectTask, random: Random, horizon = Number.POSITIVE_INFINITY): ObjectLevel {
  const level = isDistribution(task) ? randomLevel(DISTRIBUTIONS[task], random) : writtenLevel(TASKS[task], random);
  return { ...level, horizon: Math.min(level.horizon, horizon) };
}

function randomLevel(ranges: Distribution, random: Random): ObjectLevel {
  const between = ([low, high]: Range) => low + random.integer(high - low + 1);
  const logUniform = ([low, high]: Range) => Math.exp(random.uniform(Math.log(low), Math.log(high)));
  const size = between(ranges.size);
  const horizon = Math.round(logUniform(ranges.horizon));
  const count = between(ranges.objects);
  const walls = new Uint8Array(size * size);
  const [, largest] = ranges.size;
  for (const cell of drawn(ranges.walls, range(largest ** 2), random)) if (cell < walls.length) walls[cell] = 1;
  const [start, ...cells] = drawn(count + 1, free(walls), random);
  // The first object has a positive reward, so that every level has an aim.
  const objects = cells.map((cell, i) => ({
    cell,
    reward: random.uniform(i === 0 ? 0 : -1, 1),
    ends: logUniform(ENDS),
    returns: logUniform(RETURNS),
  }));
  return { size, walls, start, objects, horizon };
}

function writtenLevel({ size, horizon, wall, objects }: Task, random: Random): ObjectLevel {
  const walls = Uint8Array.from(range(size * size), (cell) =>
    wall?.(cell % size, Math.floor(cell / size)) === true ? 1 : 0,
  );
  const [start, ...cells] = drawn(objects.length + 1, free(walls), random);
  return { size, walls, start, objects: objects.map((thing, i) => ({ ...thing, cell: cells[i] })), horizon };
}

const range = (count: number) => Array.from({ length: count }, (_, k) => k);
const free = (walls: Uint8Array) => range(walls.length).filter((cell) => walls[cell] === 0);

/** Draws `count` different elements of `from`, in random order. */
function drawn(count: number, from: readonly number[], random: Random): number[] {
  const left = [...from];
  return range(count).map(() => left.splice(random.integer(left.length), 1)[0]);
}
