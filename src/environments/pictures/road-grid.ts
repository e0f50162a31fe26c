// Roads in voxels: lanes between kerbs, vehicles that fill their boxes in different ways, people, poles and buildings.

import type { Random } from "../../core/random.ts";
import { type Box, DEEP, HIGH, voxelAt, WIDE } from "./road-camera.ts";

export const CLASSES = ["free", "road", "line", "kerb", "car", "pedestrian", "pole", "building"] as const;
type Class = (typeof CLASSES)[number];
export const classAt = (name: Class): number => CLASSES.indexOf(name);
export const [FREE, CAR, PEDESTRIAN] = [classAt("free"), classAt("car"), classAt("pedestrian")];
export const isForeground = (kind: number): boolean => kind === CAR || kind === PEDESTRIAN;

export const VOXELS = DEEP * WIDE * HIGH;
/** Boxes of a scene at most, and numbers of each: its class, 0 for none, its corner and its sizes. */
export const [BOXES, BOX] = [7, 7];

/** The boxes of a scene that are there. */
export function boxesIn(boxes: ArrayLike<number>): (Box & { readonly kind: number })[] {
  const all = Array.from({ length: BOXES }, (_, k) => {
    const [kind, x, y, z, deep, wide, high] = Array.from({ length: BOX }, (_, n) => boxes[k * BOX + n]);
    return { kind, x, y, z, deep, wide, high };
  });
  return all.filter(({ kind }) => kind > 0);
}

/** Sizes of an object's box, ahead, across and up, and which of its voxels it fills. */
interface Form {
  readonly size: readonly [number, number, number];
  fills(x: number, y: number, z: number): boolean;
}

const VEHICLES: readonly Form[] = [
  { size: [2, 1, 1], fills: () => true },
  // A flat bed with a mast along one side.
  { size: [3, 2, 2], fills: (_, y, z) => z === 0 || y === 0 },
  // A lorry: a low bed, a gap, and a high cab.
  { size: [4, 2, 2], fills: (x, _, z) => (x < 2 ? z === 0 : x === 3) },
  // Two low vehicles side by side, of which one is shorter, in one box.
  { size: [3, 3, 1], fills: (x, y) => y === 0 || (y === 2 && x > 0) },
];
const PERSON: Form = { size: [1, 1, 2], fills: () => true };

/** Nearest object ahead. */
const FIRST = 4;

/** Draws a scene into `grid`, the classes of its voxels, and `boxes`. */
export function drawRoad(random: Random, grid: Float64Array, boxes: Float64Array): void {
  grid.fill(FREE);
  boxes.fill(0);
  const middle = 6 + random.integer(4);
  for (let x = 0; x < DEEP; x++) {
    for (let y = 0; y < WIDE; y++) {
      const isRoad = Math.abs(y - middle) <= 3;
      const isLine = y === middle && x % 3 > 0;
      grid[voxelAt(x, y, 0)] = classAt(isLine ? "line" : isRoad ? "road" : "kerb");
    }
  }
  for (const edge of [0, WIDE - 2]) {
    for (let x = 1; x < DEEP; ) {
      const [long, high] = [2 + random.integer(3), random.integer(HIGH)];
      for (let k = x; k < Math.min(DEEP, x + long); k++)
        for (let y = edge; y < edge + 2; y++)
          for (let z = 1; z <= high; z++) grid[voxelAt(k, y, z)] = classAt("building");
      x += long + 1;
    }
  }
  for (let k = 2 + random.integer(3); k > 0; k--) {
    const [x, y] = [FIRST + random.integer(DEEP - FIRST), middle + (random.integer(2) === 0 ? -4 : 4)];
    for (let z = 1; z < HIGH; z++) grid[voxelAt(x, y, z)] = classAt("pole");
  }
  let count = 0;
  const place = (kind: number, { size: [deep, wide, high], fills }: Form, from: number, breadth: number) => {
    const [x, y] = [FIRST + random.integer(DEEP - FIRST - deep), from + random.integer(breadth - wide + 1)];
    const cells: { readonly at: number; readonly isFilled: boolean }[] = [];
    for (let a = 0; a < deep; a++)
      for (let b = 0; b < wide; b++)
        for (let c = 0; c < high; c++) cells.push({ at: voxelAt(x + a, y + b, 1 + c), isFilled: fills(a, b, c) });
    if (cells.some(({ at }) => grid[at] !== FREE)) return;
    for (const { at, isFilled } of cells) if (isFilled) grid[at] = kind;
    boxes.set([kind, x, y, 1, deep, wide, high], count * BOX);
    count += 1;
  };
  for (let k = 2 + random.integer(3); k > 0; k--) place(CAR, VEHICLES[random.integer(VEHICLES.length)], middle - 3, 7);
  for (let k = 1 + random.integer(3); k > 0; k--) place(PEDESTRIAN, PERSON, middle - 4, 9);
}

/** What boxes and a road map know of a scene: the ground, and boxes that are full; no pole and no building. */
export function boxesAndMap(grid: Float64Array, boxes: ArrayLike<number>, into: Float64Array): void {
  for (let at = 0; at < VOXELS; at++) into[at] = at % HIGH === 0 ? grid[at] : FREE;
  for (const { kind, x, y, z, deep, wide, high } of boxesIn(boxes))
    for (let a = x; a < x + deep; a++)
      for (let b = y; b < y + wide; b++) for (let c = z; c < z + high; c++) into[voxelAt(a, b, c)] = kind;
}
