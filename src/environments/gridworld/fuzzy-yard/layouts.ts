// Initial layouts of the yard: one generator per task, with a new layout in every episode.

import type { Random } from "../../../core/random.ts";
import { randomOrder } from "../../../math/weighted-draw.ts";
import { Block, CELLS, CREATURES, DIRECTIONS, DOWN, isOpen, RIGHT, SIZE, type Yard } from "./rules.ts";

/** Task descriptions and the longest episode of each. */
export const TASKS = {
  cave: { fromSide: true, horizon: 60, asks: "End the episode inside a cave." },
  waterfall: {
    ...{ fromSide: true, horizon: 80 },
    asks: "Make a waterfall, go away from it, and end the episode where you look at it.",
  },
  pen: {
    ...{ fromSide: false, horizon: 120 },
    asks: "Fence two animals of one kind next to the house, hurt no creature, and end the episode.",
  },
  house: {
    ...{ fromSide: false, horizon: 100 },
    asks: "Build a house in the style of the village on its lot, damage nothing, and end the episode.",
  },
} as const;
export type YardTask = keyof typeof TASKS;
export const TASK_NAMES = ["cave", "waterfall", "pen", "house"] as const;

const at = (x: number, y: number): number => x + SIZE * y;

/** Generates the yard of a task; the state must be cleared before. */
export function lay(yard: Yard, task: YardTask, random: Random): void {
  yard.creature.fill(-1);
  yard.led[0] = -1;
  yard.facing[0] = random.integer(DIRECTIONS.length);
  LAYOUTS[task](yard, random);
}

/** Rows of flat ground, and of a plateau with low ground beside it. */
const GROUND = 10;
const PLATEAU = 5;
const LOW = 13;
/** Heights of a hill from its slope to the cliff that contains the cave. */
const HILL = [1, 2, 3, 4, 4, 4];
const CAVE = 3;

/** Fills earth up to the surface of each column. */
function fill({ block, surface }: Yard): void {
  for (let x = 0; x < SIZE; x++) for (let y = surface[x]; y < SIZE; y++) block[at(x, y)] = Block.earth;
}

/** A hill with a cave entered through its cliff, and a pit that does not count as a cave. */
function cave(yard: Yard, random: Random): void {
  const { surface, block, site } = yard;
  const from = 3 + random.integer(SIZE - HILL.length - 5);
  const mirrored = random.integer(2) === 1;
  const column = (k: number) => (mirrored ? SIZE - 1 - k : k);
  surface.fill(GROUND);
  for (const [k, height] of HILL.entries()) surface[column(from + k)] = GROUND - height;
  const outside = Array.from({ length: SIZE }, (_, k) => k).filter((k) => k < from - 1 || k > from + HILL.length);
  const [pit, start] = randomOrder(outside.length, random).map((k) => column(outside[k]));
  surface[pit] = GROUND + 1;
  fill(yard);
  for (let k = HILL.length - CAVE; k < HILL.length; k++) {
    const cell = at(column(from + k), GROUND - 1);
    block[cell] = Block.air;
    site[cell] = 1;
  }
  yard.agent[0] = at(start, surface[start] - 1);
  yard.landmark[0] = at(column(from + HILL.length - CAVE), GROUND - 1);
}

/** A plateau with a bump and a drop to low ground. */
function waterfall(yard: Yard, random: Random): void {
  const { surface } = yard;
  const edge = 8 + random.integer(3);
  const mirrored = random.integer(2) === 1;
  const column = (k: number) => (mirrored ? SIZE - 1 - k : k);
  for (let k = 0; k < SIZE; k++) surface[column(k)] = k < edge ? PLATEAU : LOW;
  surface[column(random.integer(edge - 2))] -= 1;
  fill(yard);
  const start = column(random.integer(edge));
  yard.agent[0] = at(start, surface[start] - 1);
  yard.landmark[0] = at(column(edge), PLATEAU - 1);
}

/** The walls of a house around a room of two columns, with the door beside the room's first cell. */
function house({ block }: Yard, left: number, top: number, rows: number, material: number, door: number): void {
  for (let y = top; y < top + rows + 2; y++)
    for (let x = left; x < left + 4; x++) {
      const isWall = x === left || x === left + 3 || y === top || y === top + rows + 1;
      if (isWall) block[at(x, y)] = material;
    }
  block[door === RIGHT ? at(left + 3, top + 1) : at(left + 1, top + rows + 1)] = Block.door;
}

/** One house; one cow is tied to its outer wall, at the landmark, and the other creatures roam. */
function pen(yard: Yard, random: Random): void {
  const [left, top] = [1 + random.integer(3), 3 + random.integer(7)];
  house(yard, left, top, 2, random.integer(2) === 0 ? Block.stone : Block.wood, DOWN);
  yard.landmark[0] = at(left + 4, top + 1);
  const places = randomOrder(CELLS, random).filter((cell) => {
    const [x, y] = [cell % SIZE, Math.floor(cell / SIZE)];
    return x > left + 6 && x < SIZE - 1 && y > 0 && y < SIZE - 1 && isOpen(yard, cell);
  });
  for (let k = 1; k < CREATURES.length; k++) yard.creature[k] = places[k];
  yard.creature[0] = yard.landmark[0];
  yard.tame[0] = 1;
  yard.agent[0] = places[0];
}

/** Two houses of one style, and a lot for a third one. */
function village(yard: Yard, random: Random): void {
  const { style, block } = yard;
  style.set([random.integer(2) === 0 ? Block.stone : Block.wood, 1 + random.integer(2), RIGHT + 2 * random.integer(2)]);
  const [material, rows, door] = style;
  const quarters = randomOrder(4, random).map((k) => [8 * (k % 2), 8 * Math.floor(k / 2)] as const);
  for (const [x, y] of quarters.slice(0, 2))
    house(yard, x + 1 + random.integer(3), y + 1 + random.integer(3), rows, material, door);
  const [lotX, lotY] = [quarters[2][0] + 2 + random.integer(3), quarters[2][1] + 2 + random.integer(3)];
  for (const cell of [at(lotX, lotY), at(lotX + 1, lotY), at(lotX, lotY + 1), at(lotX + 1, lotY + 1)])
    block[cell] = Block.lot;
  yard.landmark[0] = at(lotX, lotY);
  yard.agent[0] = at(quarters[3][0] + random.integer(8), quarters[3][1] + random.integer(8));
}

/** The nearest roaming cow, −1 for none. */
export function nearestCow(yard: Yard): number {
  let [nearest, shortest] = [-1, Number.POSITIVE_INFINITY];
  for (let k = 0; k < CREATURES.length; k++) {
    const cell = yard.creature[k];
    if (CREATURES[k] !== "cow" || cell < 0 || yard.tame[k] === 1) continue;
    const away = distance(cell, yard.agent[0]);
    if (away < shortest) [nearest, shortest] = [cell, away];
  }
  return nearest;
}

/** Manhattan distance between two cells. */
export const distance = (one: number, other: number): number =>
  Math.abs((one % SIZE) - (other % SIZE)) + Math.abs(Math.floor(one / SIZE) - Math.floor(other / SIZE));

const LAYOUTS = { cave, waterfall, pen, house: village } as const;
