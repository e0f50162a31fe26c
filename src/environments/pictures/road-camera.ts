// Two cameras on a car that drives through voxels: which voxel each sample of each pixel's ray lies in, where a point is seen one step later,
// and which pixels the convex hull of a box covers.

/** Voxels ahead, across and up; the lowest layer is the ground. */
export const [DEEP, WIDE, HIGH] = [16, 16, 4];
export const [CAMERAS, ROWS, COLUMNS] = [2, 8, 12];
/** Pixels of one camera, and of a frame of both. */
export const VIEW = ROWS * COLUMNS;
export const RAYS = CAMERAS * VIEW;
/** Samples of a ray, a voxel's width apart. */
export const SAMPLES = 14;
/** Frames of a clip at most: with more, rays would leave the grid ahead. */
export const LONGEST = DEEP - SAMPLES + 1;

/** Row of the horizon, focal length in pixels, place of the eye across and up, and how far the cameras look aside. */
const [HORIZON, FOCAL, EYE_Y, EYE_Z, YAW] = [2, COLUMNS / 2 / Math.tan(Math.PI / 4.5), WIDE / 2, 3.2, Math.PI / 6];
/** Nearest depth at which a corner is before a camera. */
const NEAREST = 0.2;

export const voxelAt = (x: number, y: number, z: number): number => (x * WIDE + y) * HIGH + z;

/** A point before a camera: its place in pixels. */
interface Projected {
  readonly row: number;
  readonly column: number;
}

const yawOf = (camera: number) => (camera === 0 ? -YAW : YAW);

/** Projects a point, relative to the car along x; undefined where it lies behind the camera. */
export function projected(camera: number, x: number, y: number, z: number): Projected | undefined {
  const [cos, sin] = [Math.cos(yawOf(camera)), Math.sin(yawOf(camera))];
  const depth = cos * x + sin * (y - EYE_Y);
  if (depth < NEAREST) return undefined;
  const aside = cos * (y - EYE_Y) - sin * x;
  return { row: HORIZON + (FOCAL * (EYE_Z - z)) / depth, column: COLUMNS / 2 + (FOCAL * aside) / depth };
}

/** Of each sample of each ray, the voxel it lies in from the first frame's place, or −1 outside the grid; [RAYS × SAMPLES]. */
export const voxels = new Int32Array(RAYS * SAMPLES).fill(-1);
/** Of each sample, the ray of the same camera that sees this point after the car has driven one voxel ahead, or −1. */
export const later = new Int32Array(RAYS * SAMPLES).fill(-1);

for (let ray = 0; ray < RAYS; ray++) {
  const camera = Math.floor(ray / VIEW);
  const [cos, sin] = [Math.cos(yawOf(camera)), Math.sin(yawOf(camera))];
  const aside = ((ray % COLUMNS) + 0.5 - COLUMNS / 2) / FOCAL;
  const down = (Math.floor((ray % VIEW) / COLUMNS) + 0.5 - HORIZON) / FOCAL;
  const length = Math.hypot(1, aside, down);
  for (let k = 0; k < SAMPLES; k++) {
    const far = (k + 1) / length;
    const [x, y, z] = [far * (cos - aside * sin), EYE_Y + far * (sin + aside * cos), EYE_Z - far * down];
    if (x < 0 || y < 0 || y >= WIDE || z < 0 || z >= HIGH) continue;
    voxels[ray * SAMPLES + k] = voxelAt(Math.floor(x), Math.floor(y), Math.floor(z));
    const then = projected(camera, x - 1, y, z);
    if (then === undefined) continue;
    const [row, column] = [Math.floor(then.row), Math.floor(then.column)];
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) continue;
    later[ray * SAMPLES + k] = camera * VIEW + row * COLUMNS + column;
  }
}

/** Whether a place lies in the convex hull of points: no half-plane through it is free of them, so no gap between directions exceeds π. */
export function isInHull(points: readonly Projected[], row: number, column: number): boolean {
  const turns = points.map((one) => Math.atan2(one.row - row, one.column - column)).sort((a, b) => a - b);
  return turns.every(
    (turn, k) => (k + 1 < turns.length ? turns[k + 1] - turn : turns[0] + 2 * Math.PI - turn) <= Math.PI,
  );
}

/** A box of voxels: its corner nearest the origin, and its sizes. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly deep: number;
  readonly wide: number;
  readonly high: number;
}

/** The pixels of a camera whose centres lie in the hull of a box's projected corners, hidden parts too; the car has driven `driven` voxels. */
export function hullOf({ x, y, z, deep, wide, high }: Box, camera: number, driven: number): number[] {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((k) => projected(camera, x - driven + (k & 1) * deep, y + ((k >> 1) & 1) * wide, z + (k >> 2) * high))
    .filter((one) => one !== undefined);
  if (corners.length < 3) return [];
  return Array.from({ length: VIEW }, (_, pixel) => pixel).filter((pixel) =>
    isInHull(corners, Math.floor(pixel / COLUMNS) + 0.5, (pixel % COLUMNS) + 0.5),
  );
}

/** What an object that covers `area` of `pixels` adds to the weight 1 of each of its pixels: 1 − area/pixels (DualDiff, FGM). */
export const maskValue = (area: number, pixels: number): number => 1 - area / pixels;
