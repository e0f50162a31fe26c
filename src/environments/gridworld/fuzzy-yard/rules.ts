// Rules of the fuzzy yard: cell contents and the effects of actions. A yard is shown from the side, with gravity and flowing water, or from
// above, with roaming creatures.
//
// A direction action turns the agent where it faces another direction, and otherwise moves it. In side view the agent moves left and right,
// climbs one block and falls; up and down only turn it. Breaking, placing, pouring and leading affect the cell that it faces.

import { layout } from "../../../core/layout.ts";
import type { Random } from "../../../core/random.ts";

/** Rows and columns; row 0 is the top. */
export const SIZE = 16;
export const CELLS = SIZE * SIZE;

/** Contents of a cell. A lot is ground that a village reserves for its next house. */
export const Block = { air: 0, earth: 1, stone: 2, wood: 3, door: 4, fence: 5, lot: 6 } as const;

export const ACTIONS = [
  ...(["left", "right", "up", "down"] as const),
  ...(["break", "stone", "wood", "door", "fence", "water", "lead", "end"] as const),
] as const;
export const Act = { break: 4, stone: 5, wood: 6, door: 7, fence: 8, water: 9, lead: 10, end: 11 } as const;

/** Column and row offsets of the directions: left, right, up, down. */
export const DIRECTIONS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
export const [LEFT, RIGHT, UP, DOWN] = [0, 1, 2, 3];

/** Creatures by number: two cows, a pig, and a villager that cannot be led. */
export const CREATURES = ["cow", "cow", "pig", "villager"] as const;
const VILLAGER = 3;
/** Probability that a roaming creature moves in a step. */
const ROAMING = 1 / 8;

/**
 * Strength of water where it is poured, and where it has fallen. Spreading sideways reduces it by one, to at most one less than poured
 * water.
 */
const POURED = 3;
export const FALLEN = 4;

/** State of a yard. Cells are numbered row by row; −1 is no cell. */
export const yardState = () =>
  layout({
    block: [SIZE, SIZE],
    /** Strength of the water, 0 for none. */
    water: [SIZE, SIZE],
    /** 1 where the agent placed the block. */
    made: [SIZE, SIZE],
    /** 1 in the initial cave. */
    site: [SIZE, SIZE],
    /** Initial surface row of each column. */
    surface: [SIZE],
    creature: [CREATURES.length],
    /** 1 where the creature does not roam: tied, or released after it was led. */
    tame: [CREATURES.length],
    agent: [1],
    facing: [1],
    /** Number of the creature being led, −1 for none. */
    led: [1],
    /** Target cell of the task: the end of the cave, the cell beyond the edge, the tied cow, or the first cell of the lot. */
    landmark: [1],
    /** Style of the village: material of its houses, rows of their rooms, side of their doors. */
    style: [3],
    /** Counters: broken original blocks, struck creatures, pourings of water, and blocks placed by the agent that remain. */
    broken: [1],
    struck: [1],
    poured: [1],
    placed: [1],
    time: [1],
    ended: [1],
  });
export type Yard = ReturnType<typeof yardState>["views"];

/** The neighbouring cell in a direction, −1 beyond the border. */
export function beside(cell: number, direction: number): number {
  const [dx, dy] = DIRECTIONS[direction];
  const x = (cell % SIZE) + dx;
  const y = Math.floor(cell / SIZE) + dy;
  return x < 0 || x >= SIZE || y < 0 || y >= SIZE ? -1 : x + SIZE * y;
}

/** The creature in a cell, −1 for none. */
export function creatureAt({ creature }: Yard, cell: number): number {
  for (let k = 0; k < creature.length; k++) if (creature[k] === cell && cell >= 0) return k;
  return -1;
}

/** Whether a cell contains nothing solid: air or a lot. */
export const isOpen = ({ block }: Yard, cell: number): boolean =>
  cell >= 0 && (block[cell] === Block.air || block[cell] === Block.lot);

/** Whether the agent can enter a cell: doors are passable, creatures are not. */
export const isFree = (yard: Yard, cell: number): boolean =>
  cell >= 0 && (isOpen(yard, cell) || yard.block[cell] === Block.door) && creatureAt(yard, cell) < 0;

/** Destination of a walk; the cell itself where the way is blocked. */
export function walked(yard: Yard, cell: number, direction: number, fromSide: boolean): number {
  const ahead = beside(cell, direction);
  if (!fromSide) return isFree(yard, ahead) ? ahead : cell;
  if (direction > RIGHT || ahead < 0) return cell;
  if (isFree(yard, ahead)) return fallen(yard, ahead);
  const above = ahead - SIZE;
  return isFree(yard, above) && isFree(yard, cell - SIZE) ? above : cell;
}

/** Cell in which a released object comes to rest. */
function fallen(yard: Yard, cell: number): number {
  let at = cell;
  while (isFree(yard, beside(at, DOWN))) at = beside(at, DOWN);
  return at;
}

/** Executes the agent's action. */
export function act(yard: Yard, choice: number, fromSide: boolean): void {
  const { block, water, made, agent, facing, creature, led } = yard;
  if (choice < DIRECTIONS.length) {
    if (facing[0] === choice) agent[0] = walked(yard, agent[0], choice, fromSide);
    else facing[0] = choice;
    return;
  }
  if (choice === Act.end) {
    yard.ended[0] = 1;
    return;
  }
  const ahead = beside(agent[0], facing[0]);
  if (ahead < 0) return;
  const there = creatureAt(yard, ahead);
  if (choice === Act.break) {
    if (there >= 0) yard.struck[0] += 1;
    else if (!isOpen(yard, ahead)) {
      if (made[ahead] === 0) yard.broken[0] += 1;
      else yard.placed[0] -= 1;
      block[ahead] = Block.air;
      made[ahead] = 0;
      if (fromSide) agent[0] = fallen(yard, agent[0]);
    }
  } else if (choice === Act.lead && led[0] < 0) {
    if (there < 0 || there === VILLAGER) return;
    led[0] = there;
    creature[there] = -1;
  } else if (!isOpen(yard, ahead) || there >= 0) {
    return;
  } else if (choice === Act.lead) {
    creature[led[0]] = ahead;
    yard.tame[led[0]] = 1;
    led[0] = -1;
  } else if (choice === Act.water) {
    water[ahead] = POURED;
    yard.poured[0] += 1;
  } else {
    block[ahead] = PLACED[choice - Act.stone];
    made[ahead] = 1;
    water[ahead] = 0;
    yard.placed[0] += 1;
  }
}

/** Blocks placed by the actions from `stone` on. */
const PLACED = [Block.stone, Block.wood, Block.door, Block.fence] as const;

/** Moves water by one cell per step: down where there is air below, otherwise sideways. `before` [cells] is overwritten. */
export function flow(yard: Yard, before: Float64Array): void {
  const { water } = yard;
  before.set(water);
  for (let cell = 0; cell < CELLS; cell++) {
    const strength = before[cell];
    if (strength === 0) continue;
    const below = beside(cell, DOWN);
    if (isOpen(yard, below)) {
      water[below] = FALLEN;
      continue;
    }
    const spread = Math.min(strength, POURED) - 1;
    for (let side = LEFT; side <= RIGHT; side++) {
      const next = beside(cell, side);
      if (isOpen(yard, next) && water[next] < spread) water[next] = spread;
    }
  }
}

/** Moves roaming creatures at random. Two numbers are drawn for each creature, so that the random stream does not depend on the events. */
export function roam(yard: Yard, random: Random): void {
  const { creature, tame, agent } = yard;
  for (let k = 0; k < creature.length; k++) {
    const moves = random.uniform() < ROAMING;
    const to = beside(Math.max(0, creature[k]), random.integer(DIRECTIONS.length));
    if (!moves || creature[k] < 0 || tame[k] === 1) continue;
    if (isOpen(yard, to) && to !== agent[0] && creatureAt(yard, to) < 0) creature[k] = to;
  }
}
