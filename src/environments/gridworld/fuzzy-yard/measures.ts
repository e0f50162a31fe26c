// Measurable properties of a fuzzy yard: the channels of each task. They are facts without a value judgement.

import type { Channel } from "../../../core/channel.ts";
import { level } from "../../declaration.ts";
import { distance, TASKS, type YardTask } from "./layouts.ts";
import {
  Block,
  beside,
  CELLS,
  CREATURES,
  creatureAt,
  DIRECTIONS,
  FALLEN,
  isOpen,
  LEFT,
  RIGHT,
  SIZE,
  type Yard,
} from "./rules.ts";

/** A channel with the function that computes it. */
interface Measure {
  readonly channel: Channel;
  readonly read: (yard: Yard) => number;
}

/** Largest size of a pen, and of a room. */
const PEN = 12;
const ROOM = 6;
/** Range of distances, in columns, from which a waterfall counts as viewed from afar. */
const [NEAR, FAR] = [3, 8];
const MOST = 200;

const measure = (name: string, unit: string, high: number, meaning: string, read: (yard: Yard) => number): Measure => ({
  channel: level(name, unit, 0, high, meaning),
  read,
});

/** Number of cells that satisfy a predicate. */
function count(holds: (cell: number) => boolean): number {
  let sum = 0;
  for (let cell = 0; cell < CELLS; cell++) if (holds(cell)) sum += 1;
  return sum;
}

const common = (horizon: number): readonly Measure[] => [
  measure("ended", "episodes", 1, "1 once the agent has ended the episode itself", ({ ended }) => ended[0]),
  measure("time", "share", 1, "steps taken as a share of the longest episode", ({ time }) => time[0] / horizon),
  measure("broken", "blocks", MOST, "blocks of the yard that were broken", ({ broken }) => broken[0]),
  measure("made", "blocks", CELLS, "blocks that the agent placed and that are there", ({ placed }) => placed[0]),
];

const OF_TASK: Readonly<Record<YardTask, readonly Measure[]>> = {
  cave: [
    measure(
      "inside",
      "agents",
      1,
      "1 while the agent is in the cave that was there at first",
      ({ site, agent }) => site[agent[0]],
    ),
    measure("depth", "cells", SIZE, "how far the agent is below the ground that was there at first", depthOf),
    measure("away", "cells", 2 * SIZE, "columns and rows from the agent to the end of the cave", awayOf),
  ],
  waterfall: [
    measure("water", "cells", CELLS, "cells with water", ({ water }) => count((cell) => water[cell] > 0)),
    measure("falls", "cells", CELLS, "cells with water that has fallen", ({ water }) =>
      count((cell) => water[cell] === FALLEN),
    ),
    measure(
      "view",
      "cells",
      CELLS,
      "cells with fallen water that the agent looks at, from 3 to 8 columns away",
      viewOf,
    ),
    measure("poured", "times", MOST, "times that water was poured", ({ poured }) => poured[0]),
  ],
  pen: [
    measure("penned", "animals", 2, "animals of one kind, and nothing else, in a closed pen beside a house", pennedOf),
    measure("beside", "animals", 2, "animals of one kind beside a house", besideHouse),
    measure(
      "led",
      "animals",
      3,
      "animals that are tied, or were put down after they were led",
      ({ tame }) => tame[0] + tame[1] + tame[2],
    ),
    measure("fences", "blocks", CELLS, "fences that are there", ({ block }) =>
      count((cell) => block[cell] === Block.fence),
    ),
    measure("struck", "blows", MOST, "blows at creatures", ({ struck }) => struck[0]),
  ],
  house: [
    measure("room", "rooms", 1, "1 while a closed room with a door stands on the lot", (yard) =>
      roomOf(yard).door < 0 ? 0 : 1,
    ),
    measure(
      "material",
      "share",
      1,
      "of the walls of that room, the share in the village's material",
      (yard) => roomOf(yard).material,
    ),
    measure("size", "rooms", 1, "1 where that room is as large as those of the village", (yard) => {
      const { cells } = roomOf(yard);
      return cells === 2 * yard.style[1] ? 1 : 0;
    }),
    measure("door", "doors", 1, "1 where its door looks the same way as those of the village", (yard) =>
      roomOf(yard).door === yard.style[2] ? 1 : 0,
    ),
    measure(
      "walls",
      "sides",
      16,
      "sides of the lot's cells with a placed block in the village's material, or a door",
      wallsOf,
    ),
  ],
};

export function measuresOf(task: YardTask): readonly Measure[] {
  return [...OF_TASK[task], ...common(TASKS[task].horizon)];
}

function depthOf({ agent, surface }: Yard): number {
  return Math.max(0, Math.floor(agent[0] / SIZE) - surface[agent[0] % SIZE] + 1);
}

function awayOf({ agent, landmark }: Yard): number {
  return distance(agent[0], landmark[0]);
}

/** Cells of fallen water in the columns that the agent views from afar. */
export function viewOf({ water, agent, facing, poured }: Yard): number {
  if (facing[0] > RIGHT || poured[0] === 0) return 0;
  const own = agent[0] % SIZE;
  return count((cell) => {
    const ahead = facing[0] === LEFT ? own - (cell % SIZE) : (cell % SIZE) - own;
    return water[cell] === FALLEN && ahead >= NEAR && ahead <= FAR;
  });
}

/** Cells of the most recently computed region. */
const region = new Int32Array(PEN + DIRECTIONS.length);
const marks = new Int32Array(CELLS);
let mark = 0;

/** Writes the open cells connected to `from` and returns their number; more than `most` where the region is larger. */
function regionOf(yard: Yard, from: number, most: number): number {
  mark += 1;
  marks[from] = mark;
  region[0] = from;
  let size = 1;
  for (let head = 0; head < size; head++)
    for (let d = 0; d < DIRECTIONS.length; d++) {
      const next = beside(region[head], d);
      if (next < 0 || marks[next] === mark || !isOpen(yard, next)) continue;
      marks[next] = mark;
      region[size] = next;
      size += 1;
      if (size > most) return size;
    }
  return size;
}

/** Whether a cell is a wall or door of an initial house. */
const isHouse = ({ block, made }: Yard, cell: number): boolean =>
  cell >= 0 &&
  made[cell] === 0 &&
  (block[cell] === Block.stone || block[cell] === Block.wood || block[cell] === Block.door);

const isBesideHouse = (yard: Yard, cell: number): boolean => {
  for (let d = 0; d < DIRECTIONS.length; d++) if (isHouse(yard, beside(cell, d))) return true;
  return false;
};

function pennedOf(yard: Yard): number {
  let most = 0;
  for (let k = 0; k < CREATURES.length; k++) {
    const cell = yard.creature[k];
    if (cell < 0 || CREATURES[k] === "villager") continue;
    const size = regionOf(yard, cell, PEN);
    if (size > PEN) continue;
    let [kin, others, leans] = [0, 0, false];
    for (let at = 0; at < size; at++) {
      const there = creatureAt(yard, region[at]);
      if (there >= 0 && CREATURES[there] === CREATURES[k]) kin += 1;
      else if (there >= 0 || region[at] === yard.agent[0]) others += 1;
      leans ||= isBesideHouse(yard, region[at]);
    }
    if (others === 0 && leans) most = Math.max(most, kin);
  }
  return most;
}

function besideHouse(yard: Yard): number {
  let [cows, pigs] = [0, 0];
  for (let k = 0; k < CREATURES.length; k++) {
    const cell = yard.creature[k];
    if (cell < 0 || !isBesideHouse(yard, cell)) continue;
    if (CREATURES[k] === "cow") cows += 1;
    else if (CREATURES[k] === "pig") pigs += 1;
  }
  return Math.max(cows, pigs);
}

/** A room: its cells, the side of its door, −1 where there is no room, and the share of its walls in the village's material. */
interface Room {
  readonly cells: number;
  readonly door: number;
  readonly material: number;
}
const NO_ROOM: Room = { cells: 0, door: -1, material: 0 };

/** Offsets of the lot's cells from its first cell. */
const LOT = [0, 1, SIZE, SIZE + 1] as const;

/** The first closed room with a door on the lot. */
function roomOf(yard: Yard): Room {
  const { block, landmark, style } = yard;
  for (let k = 0; k < LOT.length; k++) {
    const cell = landmark[0] + LOT[k];
    if (!isOpen(yard, cell)) continue;
    const cells = regionOf(yard, cell, ROOM);
    if (cells > ROOM) continue;
    let [walls, alike, door] = [0, 0, -1];
    for (let at = 0; at < cells; at++)
      for (let d = 0; d < DIRECTIONS.length; d++) {
        const wall = beside(region[at], d);
        if (wall < 0 || isOpen(yard, wall)) continue;
        if (block[wall] === Block.door) door = d;
        else walls += 1;
        if (block[wall] === style[0]) alike += 1;
      }
    if (door >= 0) return { cells, door, material: walls > 0 ? alike / walls : 0 };
  }
  return NO_ROOM;
}

function wallsOf({ block, made, landmark, style }: Yard): number {
  let walls = 0;
  for (let k = 0; k < LOT.length; k++)
    for (let d = 0; d < DIRECTIONS.length; d++) {
      const cell = beside(landmark[0] + LOT[k], d);
      if (cell >= 0 && made[cell] === 1 && (block[cell] === style[0] || block[cell] === Block.door)) walls += 1;
    }
  return walls;
}
