// What is seen of a road: classes along rays, the exact picture of them, and the class that each pixel of a drawn picture is read as.

import { later, RAYS, SAMPLES, voxelAt, voxels } from "./road-camera.ts";
import { CLASSES, FREE } from "./road-grid.ts";

/** Writes the classes at the samples of a ray in a frame, [SAMPLES], outside the grid free (occupancy ray-shape sampling). */
export function rayClasses(grid: ArrayLike<number>, frame: number, ray: number, into: { [at: number]: number }): void {
  for (let k = 0; k < SAMPLES; k++) {
    const voxel = voxels[ray * SAMPLES + k];
    into[k] = voxel < 0 ? FREE : grid[voxel + voxelAt(frame, 0, 0)];
  }
}

/** The first sample of a ray that is not free, or SAMPLES. */
export function firstHit(grid: ArrayLike<number>, frame: number, ray: number): number {
  for (let k = 0; k < SAMPLES; k++) {
    const voxel = voxels[ray * SAMPLES + k];
    if (voxel >= 0 && grid[voxel + voxelAt(frame, 0, 0)] !== FREE) return k;
  }
  return SAMPLES;
}

/** Class and depth in samples of every pixel, [frames × RAYS] each; the sky is as far as the last sample. */
export function labels(grid: ArrayLike<number>, frames: number, kinds: Uint8Array, depths: Uint8Array): void {
  for (let at = 0; at < frames * RAYS; at++) {
    const [frame, ray] = [Math.floor(at / RAYS), at % RAYS];
    const k = firstHit(grid, frame, ray);
    depths[at] = k;
    kinds[at] = k === SAMPLES ? FREE : grid[voxels[ray * SAMPLES + k] + voxelAt(frame, 0, 0)];
  }
}

/** Pairs of pixels of one frame and the next that see the same voxel, [2 × pairs]. */
export function pointPairs(frames: number, depths: Uint8Array): number[] {
  const pairs: number[] = [];
  for (let at = 0; at < (frames - 1) * RAYS; at++) {
    const ray = at % RAYS;
    if (depths[at] === SAMPLES) continue;
    const next = later[ray * SAMPLES + depths[at]];
    if (next < 0) continue;
    const then = at - ray + RAYS + next;
    if (depths[then] === SAMPLES) continue;
    // The car has driven one voxel ahead.
    const ahead = voxels[next * SAMPLES + depths[then]] + voxelAt(1, 0, 0);
    if (voxels[ray * SAMPLES + depths[at]] === ahead) pairs.push(at, then);
  }
  return pairs;
}

/** Colours of the classes in red, green and blue, from −1 to 1; free is the sky. */
const PALETTE: readonly (readonly number[])[] = [
  [-0.2, 0.4, 1],
  [-0.7, -0.7, -0.7],
  [1, 1, 1],
  [0.2, 0.1, -0.1],
  [1, -1, -1],
  [1, 0.8, -1],
  [-1, 0.7, -0.9],
  [0.3, -0.9, 0.9],
];
/** Share of the sky in a colour a sample away. */
const HAZE = 0.02;

const hazed = (kind: number, depth: number, colour: number) =>
  PALETTE[kind][colour] + HAZE * depth * (PALETTE[FREE][colour] - PALETTE[kind][colour]);

/** Writes the exact picture, [pixels × 3], in light of a share. */
export function render(kinds: Uint8Array, depths: Uint8Array, light: number, into: Float64Array): void {
  for (const [at, kind] of kinds.entries())
    for (let c = 0; c < 3; c++) into[at * 3 + c] = light * (hazed(kind, depths[at], c) + 1) - 1;
}

/** The class whose colour, at middle depth, is nearest to a pixel once its light is undone. */
export function readClass(picture: ArrayLike<number>, pixel: number, light: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let kind = 0; kind < CLASSES.length; kind++) {
    let distance = 0;
    for (let c = 0; c < 3; c++)
      distance += ((picture[pixel * 3 + c] + 1) / light - 1 - hazed(kind, SAMPLES / 2, c)) ** 2;
    if (distance < least) [best, least] = [kind, distance];
  }
  return best;
}
