// A scripted demonstrator for each task of the fuzzy yard: it observes the whole yard, walks the shortest path to the next place of work,
// and acts there.

import { nearestCow, type YardTask } from "./layouts.ts";
import { viewOf } from "./measures.ts";
import {
  Act,
  Block,
  beside,
  CELLS,
  creatureAt,
  DIRECTIONS,
  isFree,
  isOpen,
  RIGHT,
  SIZE,
  walked,
  type Yard,
} from "./rules.ts";

/** Number of cells of fallen water at which it stops pouring, and its distance from the edge when it looks at the waterfall. */
const ENOUGH = 6;
const AFAR = 5;
/** An action without effect where no creature is adjacent. */
const WAIT = Act.lead;

export function demonstrated(yard: Yard, task: YardTask): number {
  switch (task) {
    case "cave":
      return enterCave(yard);
    case "waterfall":
      return makeWaterfall(yard);
    case "pen":
      return makePen(yard);
    case "house":
      return buildHouse(yard);
    default:
      return task satisfies never;
  }
}

function enterCave(yard: Yard): number {
  const way = towards(yard, true, (cell) => cell === yard.landmark[0]);
  return way === HERE ? Act.end : way === NOWHERE ? WAIT : way;
}

function makeWaterfall(yard: Yard): number {
  const { agent, landmark, facing } = yard;
  if (yard.poured[0] === 0) return work(yard, landmark[0], Act.water, true) ?? WAIT;
  if (viewOf(yard) >= ENOUGH) return Act.end;
  const ahead = landmark[0] % SIZE > agent[0] % SIZE ? RIGHT : 0;
  if (Math.abs((landmark[0] % SIZE) - (agent[0] % SIZE)) < AFAR) return RIGHT - ahead;
  return facing[0] === ahead ? WAIT : ahead;
}

function makePen(yard: Yard): number {
  const upper = yard.landmark[0];
  const lower = upper + SIZE;
  const isHeld = (cell: number) => {
    const there = creatureAt(yard, cell);
    return there >= 0 && yard.tame[there] === 1;
  };
  if (yard.led[0] >= 0) {
    const put = [lower, upper].filter((cell) => !isHeld(cell));
    return firstWork(yard, put, Act.lead) ?? WAIT;
  }
  if (!isHeld(lower) || !isHeld(upper)) {
    const cow = nearestCow(yard);
    return cow < 0 ? Act.end : (work(yard, cow, Act.lead, false) ?? WAIT);
  }
  const fences = [upper - SIZE, upper + 1, lower + 1, lower + SIZE];
  const missing = fences.filter((cell) => yard.block[cell] !== Block.fence);
  return missing.length === 0 ? Act.end : (firstWork(yard, missing, Act.fence) ?? WAIT);
}

function firstWork(yard: Yard, cells: readonly number[], action: number): number | undefined {
  for (const cell of cells) {
    const next = work(yard, cell, action, false);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** Builds from inside the room, which has as many of the lot's rows as the rooms of the village. */
function buildHouse(yard: Yard): number {
  const lot = yard.landmark[0];
  const [material, rows, side] = yard.style;
  const room = Array.from({ length: 2 * rows }, (_, k) => lot + (k % 2) + SIZE * Math.floor(k / 2));
  const doorway = side === RIGHT ? lot + 2 : lot + SIZE * rows;
  for (const cell of room) if (!isFree(yard, cell)) return work(yard, cell, Act.break, false) ?? WAIT;
  for (const cell of room)
    for (let d = 0; d < DIRECTIONS.length; d++) {
      const wall = beside(cell, d);
      if (room.includes(wall)) continue;
      const wanted = wall === doorway ? Block.door : material;
      if (yard.block[wall] === wanted) continue;
      const place = wall === doorway ? Act.door : material === Block.stone ? Act.stone : Act.wood;
      const next = work(yard, wall, place, false, (from) => room.includes(from));
      if (next !== undefined) return next;
    }
  return Act.end;
}

/** The next action towards acting on a cell from a cell beside it; an obstacle in the cell is broken first. */
function work(
  yard: Yard,
  cell: number,
  action: number,
  fromSide: boolean,
  mayStand: (from: number) => boolean = () => true,
): number | undefined {
  const facing = (from: number) => DIRECTIONS.findIndex((_, d) => beside(from, d) === cell);
  const way = towards(yard, fromSide, (from) => from !== cell && facing(from) >= 0 && mayStand(from));
  if (way !== HERE) return way === NOWHERE ? undefined : way;
  const direction = facing(yard.agent[0]);
  if (yard.facing[0] !== direction) return direction;
  const isPlacing = action >= Act.stone && action !== Act.lead;
  const there = creatureAt(yard, cell);
  if (isPlacing && there >= 0) return undefined;
  return action !== Act.break && !isOpen(yard, cell) ? Act.break : action;
}

/** Results of `towards` other than directions: the agent is already there; there is no path. */
const HERE = -2;
const NOWHERE = -1;
const cameFrom = new Int32Array(CELLS);
const first = new Int32Array(CELLS);
const queue = new Int32Array(CELLS);

/**
 * First step of a shortest path to a cell that satisfies `willDo`: `HERE` where the agent's own cell does, `NOWHERE` where none is
 * reachable.
 */
function towards(yard: Yard, fromSide: boolean, willDo: (cell: number) => boolean): number {
  const start = yard.agent[0];
  if (willDo(start)) return HERE;
  cameFrom.fill(-1);
  cameFrom[start] = start;
  queue[0] = start;
  let size = 1;
  for (let head = 0; head < size; head++) {
    const at = queue[head];
    for (let d = 0; d < DIRECTIONS.length; d++) {
      const next = walked(yard, at, d, fromSide);
      if (cameFrom[next] >= 0) continue;
      cameFrom[next] = at;
      first[next] = at === start ? d : first[at];
      if (willDo(next)) return first[next];
      queue[size] = next;
      size += 1;
    }
  }
  return NOWHERE;
}
