// Placement of snakes and food on BattleSnake's standard map, and royale's hazards, which close in from the sides.

import type { Random } from "../../../core/random.ts";
import { shuffle } from "../../../math/weighted-draw.ts";
import { type Board, FULL_HEALTH, START_LENGTH } from "./rules.ts";

/** Rules of food and of royale's shrinking board. */
export interface MapRules {
  /** Minimum number of food pieces, while there is room. */
  readonly fewestFood: number;
  /** Probability per turn of a further piece. */
  readonly foodChance: number;
  /** Turns after which one more row or column becomes a hazard; 0 for never. */
  readonly shrinkEvery: number;
}

/** Largest number of snakes with fixed start positions. */
const FIXED = 8;
/** Side of the smallest board with fixed start positions. */
const SMALLEST_FIXED = 7;
/** On boards with fewer cells there is no food beside the snakes if these are more than four. */
const SMALL = 11 * 11;

/** Creates the initial board: snakes stacked on their start cells, and the first food. */
export function setUp(board: Board, random: Random): void {
  const { bodies, length, health, by } = board.state.views;
  board.state.buffer.fill(0);
  by.fill(-1);
  const places = startsOf(board, random);
  for (const [seat, place] of places.entries()) {
    bodies.fill(place, seat * board.room, seat * board.room + START_LENGTH);
    length[seat] = START_LENGTH;
    health[seat] = FULL_HEALTH;
  }
  if (!board.rules.grows) firstFood(board, random);
}

/** Start cells: on square boards the corners and edge midpoints, one cell inside; random cells on other boards. */
function startsOf(board: Board, random: Random): number[] {
  const { width, height, snakes } = board.rules;
  if (width !== height || width < SMALLEST_FIXED || snakes > FIXED) {
    const cells = Array.from({ length: width * height }, (_, k) => board.point(k % width, Math.floor(k / width)));
    return shuffled(cells, random).slice(0, snakes);
  }
  const [near, middle, far] = [1, Math.floor((width - 1) / 2), width - 2];
  const at = ([x, y]: readonly [number, number]) => board.point(x, y);
  const corners: [number, number][] = [
    [near, near],
    [near, far],
    [far, near],
    [far, far],
  ];
  const edges: [number, number][] = [
    [near, middle],
    [middle, near],
    [middle, far],
    [far, middle],
  ];
  const [first, second] = [shuffled(corners.map(at), random), shuffled(edges.map(at), random)];
  const all = random.integer(2) === 0 ? [...first, ...second] : [...second, ...first];
  return all.slice(0, snakes);
}

function shuffled(values: number[], random: Random): number[] {
  shuffle(values, random);
  return values;
}

/** Places food diagonally to each head, away from the centre and in no corner, and one piece in the centre. */
function firstFood(board: Board, random: Random): void {
  const { width, height, snakes } = board.rules;
  const { food } = board.state.views;
  const [middleX, middleY] = [Math.floor((width - 1) / 2), Math.floor((height - 1) / 2)];
  const centre = board.point(middleX, middleY);
  if (snakes <= 4 || width * height >= SMALL) {
    for (let seat = 0; seat < snakes; seat++) {
      const [x, y] = [board.x(board.head(seat)), board.y(board.head(seat))];
      const places: number[] = [];
      for (const dx of [-1, 1]) {
        for (const dy of [-1, 1]) {
          const point = board.point(x + dx, y + dy);
          const isAway = Math.sign(x - middleX) === dx || Math.sign(y - middleY) === dy;
          const isCorner = (x + dx === 0 || x + dx === width - 1) && (y + dy === 0 || y + dy === height - 1);
          const isFree = food[point] === 0 && point !== centre && !board.isOutside(point) && !isTaken(board, point);
          if (isAway && !isCorner && isFree) places.push(point);
        }
      }
      if (places.length > 0) food[places[random.integer(places.length)]] = 1;
    }
  }
  if (!isTaken(board, centre)) food[centre] = 1;
}

/** Changes of the map after a turn: new food, and growing hazards. */
export function afterTurn(board: Board, map: MapRules, random: Random): void {
  if (!board.rules.grows) newFood(board, map, random);
  const { shrunk, turn } = board.state.views;
  if (map.shrinkEvery > 0 && turn[0] % map.shrinkEvery === 0) {
    shrunk[random.integer(4)] += 1;
    layHazards(board);
  }
}

function newFood(board: Board, map: MapRules, random: Random): void {
  const { food } = board.state.views;
  let there = 0;
  for (let point = 0; point < food.length; point++) there += food[point];
  let wanted = map.fewestFood - there;
  if (wanted <= 0) wanted = map.foodChance > 0 && random.uniform() < map.foodChance ? 1 : 0;
  for (; wanted > 0; wanted--) {
    const point = freePoint(board, random);
    if (point < 0) return;
    food[point] = 1;
  }
}

/** A random point without food or snake, and not adjacent to a living head; −1 where there is none. */
function freePoint(board: Board, random: Random): number {
  const taken = takenPoints(board);
  const { width, height } = board.rules;
  let free = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (taken[board.point(x, y)] === 0) free += 1;
  if (free === 0) return -1;
  let left = random.integer(free);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = board.point(x, y);
      if (taken[point] === 0 && left-- === 0) return point;
    }
  }
  return -1;
}

/** 1 where no food may be placed. The array belongs to the board and is overwritten by the next call. */
function takenPoints(board: Board): Uint8Array {
  const { food, bodies, length } = board.state.views;
  const taken = board.marks;
  for (let point = 0; point < food.length; point++) taken[point] = food[point];
  for (let seat = 0; seat < board.rules.snakes; seat++) {
    if (!board.isAlive(seat)) continue;
    for (let k = 0; k < length[seat]; k++) taken[bodies[seat * board.room + k]] = 1;
    for (let direction = 0; direction < 4; direction++) taken[board.next(board.head(seat), direction)] = 1;
  }
  return taken;
}

function isTaken(board: Board, point: number): boolean {
  for (let seat = 0; seat < board.rules.snakes; seat++) if (board.head(seat) === point) return true;
  return false;
}

/** Places hazards on all closed rows and columns. */
function layHazards(board: Board): void {
  const { width, height } = board.rules;
  const { hazards, shrunk } = board.state.views;
  const [left, right, below, above] = shrunk;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isClosed = x < left || x >= width - right || y < below || y >= height - above;
      hazards[board.point(x, y)] = isClosed ? 1 : 0;
    }
  }
}
