// What a judge of geometry sees of a film (VIGOR, arXiv 2603.16271): a camera and depths that explain it best, patches that are tracked through
// its frames, and how far these are from where one rigid scene would have put them; beside it the same in colours, and without depths.

import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { FRAMES } from "./film-bank.ts";
import { COLOURS, PIXELS, PLACES, SIDE, spriteOf, TEMPLATES, templates } from "./sprite-bank.ts";

/** Side of a patch. */
const PATCH = 3;
const DOTS = PATCH * PATCH;
/** Patches of a frame. */
const PATCHES = PLACES * PLACES;
/** Share of patches that are kept where only meaningful ones are. */
export const KEPT = 0.2;
/** Fewest patches with texture that are scored. */
const FEWEST = 3;
/** Largest error in pixels: of a film that cannot be scored, too. */
export const LOST = 20;
/** Largest mean squared difference of colours. */
export const WIDEST = 16;

/** Errors of a film, 0 for one of a rigid scene; in pixels, or as mean squares of colours. */
export interface FilmErrors {
  pointwise: number;
  pointwiseAll: number;
  pixelwise: number;
  pixelwiseAll: number;
  epipolar: number;
  /** Mean way of the sprites between two frames, in pixels: 0 of a still. */
  speed: number;
}

/** The sprite of a frame that is nearest to a canvas, as its place: the geometry model's first look. */
function placeOf(x: ArrayLike<number>, at: number): { y: number; x: number } {
  let [best, most] = [1, Number.NEGATIVE_INFINITY];
  for (let template = 1; template < TEMPLATES; template++) {
    let [product, ink] = [0, 0];
    for (let k = 0; k < PIXELS; k++) {
      const one = (templates[template * PIXELS + k] + 1) / 2;
      product += one * (x[at + k] + 1);
      ink += one;
    }
    // −½‖x − s‖² with s = 2·ink − 1, but for what all share.
    if (product - ink > most) [best, most] = [template, product - ink];
  }
  return spriteOf(best) ?? { y: 0, x: 0 };
}

/**
 * The rank-1 fit of tracks: ways [2·(frames − 1)] of a camera and depths, at least 0, whose products are nearest to the displacements, given as
 * one column a track. A depth below 0 would lie behind the camera.
 */
export function rankOne(columns: readonly (readonly number[])[]): { way: number[]; depths: number[] } {
  const rows = columns[0].length;
  const matrix = new Matrix(Array.from({ length: rows }, (_, k) => columns.map((column) => column[k])));
  const { leftSingularVectors: left } = new SingularValueDecomposition(matrix, { autoTranspose: true });
  const way = Array.from({ length: rows }, (_, k) => left.get(k, 0));
  const along = columns.map((column) => column.reduce((sum, one, k) => sum + one * way[k], 0));
  const sign = along.reduce((sum, one) => sum + one, 0) < 0 ? -1 : 1;
  return { way: way.map((one) => sign * one), depths: along.map((one) => Math.max(0, sign * one)) };
}

/** Reads films [colours × FRAMES × PIXELS]. */
export function filmGeometry() {
  const patches = COLOURS.length * PATCHES;
  const tracked = new Float64Array(patches * FRAMES * 2);
  const heat = new Float64Array(patches);
  const order = Int32Array.from({ length: patches }, (_, k) => k);
  const unit = new Float64Array(patches * FRAMES * DOTS);
  const energy = new Float64Array(patches * FRAMES);

  /** Patches of every canvas less their means, over their lengths; a flat one is 0. */
  const patchesOf = (x: ArrayLike<number>): void => {
    for (let canvas = 0; canvas < COLOURS.length * FRAMES; canvas++) {
      for (let place = 0; place < PATCHES; place++) {
        const at = (canvas * PATCHES + place) * DOTS;
        let [sum, square] = [0, 0];
        for (let k = 0; k < DOTS; k++) sum += x[canvas * PIXELS + pixelOf(place, k)];
        for (let k = 0; k < DOTS; k++) {
          unit[at + k] = x[canvas * PIXELS + pixelOf(place, k)] - sum / DOTS;
          square += unit[at + k] ** 2;
        }
        energy[canvas * PATCHES + place] = square;
        const length = square > 1e-9 ? Math.sqrt(square) : Number.POSITIVE_INFINITY;
        for (let k = 0; k < DOTS; k++) unit[at + k] /= length;
      }
    }
  };
  /** Tracks a patch of the first frame of a colour by the largest correlation, which brightness does not change; of equal ones the nearest. */
  const track = (colour: number, place: number): void => {
    const [y, right] = [Math.floor(place / PLACES), place % PLACES];
    const row = colour * PATCHES + place;
    const first = (colour * FRAMES * PATCHES + place) * DOTS;
    let kept = 0;
    for (let frame = 1; frame < FRAMES; frame++) {
      const canvas = colour * FRAMES + frame;
      let [best, most, near] = [place, Number.NEGATIVE_INFINITY, 0];
      for (let other = 0; other < PATCHES; other++) {
        const at = (canvas * PATCHES + other) * DOTS;
        let product = 0;
        for (let k = 0; k < DOTS; k++) product += unit[first + k] * unit[at + k];
        if (product < most - 1e-9) continue;
        const way = Math.abs(Math.floor(other / PLACES) - y) + Math.abs((other % PLACES) - right);
        if (product > most + 1e-9 || way < near) [best, most, near] = [other, product, way];
      }
      tracked[(row * FRAMES + frame) * 2] = Math.floor(best / PLACES) - y;
      tracked[(row * FRAMES + frame) * 2 + 1] = (best % PLACES) - right;
      kept += most / (FRAMES - 1);
    }
    // Gradient times persistence.
    heat[row] = energy[colour * FRAMES * PATCHES + place] * kept;
  };

  return (x: ArrayLike<number>, into: FilmErrors): void => {
    let moved = 0;
    const columns = COLOURS.map((_, colour) => {
      const places = Array.from({ length: FRAMES }, (_, k) => placeOf(x, (colour * FRAMES + k) * PIXELS));
      for (let k = 1; k < FRAMES; k++)
        moved += Math.hypot(places[k].y - places[k - 1].y, places[k].x - places[k - 1].x);
      return places.slice(1).flatMap((place) => [place.y - places[0].y, place.x - places[0].x]);
    });
    into.speed = moved / (COLOURS.length * (FRAMES - 1));
    const { way, depths } = rankOne(columns);
    patchesOf(x);
    for (let row = 0; row < patches; row++) track(Math.floor(row / PATCHES), row % PATCHES);
    order.sort((a, b) => heat[b] - heat[a] || a - b);
    const kept = order.subarray(0, Math.round(KEPT * patches));
    if (heat[kept[FEWEST - 1]] <= 0) {
      Object.assign(into, {
        pointwise: LOST,
        pointwiseAll: LOST,
        epipolar: LOST,
        pixelwise: WIDEST,
        pixelwiseAll: WIDEST,
      });
      return;
    }
    const errors = [kept, order].map((rows) => {
      const sums = { point: 0, pixel: 0, line: 0 };
      for (const row of rows) {
        const colour = Math.floor(row / PATCHES);
        for (let frame = 1; frame < FRAMES; frame++) {
          const [down, right] = [0, 1].map((axis) => depths[colour] * way[2 * (frame - 1) + axis]);
          const at = (row * FRAMES + frame) * 2;
          const [y, right1] = [tracked[at], tracked[at + 1]];
          sums.point += Math.hypot(y - down, right1 - right);
          const length = Math.hypot(way[2 * (frame - 1)], way[2 * frame - 1]);
          // Where the camera stands still, all displacement is an error.
          sums.line +=
            length < 1e-9
              ? Math.hypot(y, right1)
              : Math.abs(y * way[2 * frame - 1] - right1 * way[2 * (frame - 1)]) / length;
          sums.pixel += warped(x, colour, row % PATCHES, frame, down, right);
        }
      }
      const count = rows.length * (FRAMES - 1);
      return { point: sums.point / count, pixel: sums.pixel / count, line: sums.line / count };
    });
    into.pointwise = errors[0].point;
    into.pixelwise = errors[0].pixel;
    into.epipolar = errors[0].line;
    into.pointwiseAll = errors[1].point;
    into.pixelwiseAll = errors[1].pixel;
  };
}

/** The k-th pixel of the patch at a place, within a frame. */
const pixelOf = (place: number, k: number): number =>
  (Math.floor(place / PLACES) + Math.floor(k / PATCH)) * SIDE + (place % PLACES) + (k % PATCH);

/** Mean squared difference of a patch of the first frame and of a frame where it should be, between pixels bilinear, at the edge repeated. */
function warped(
  x: ArrayLike<number>,
  colour: number,
  place: number,
  frame: number,
  down: number,
  right: number,
): number {
  const at = colour * FRAMES * PIXELS;
  const from = at + frame * PIXELS;
  const [top, left] = [Math.floor(down), Math.floor(right)];
  const [low, far] = [down - top, right - left];
  let sum = 0;
  for (let k = 0; k < DOTS; k++) {
    const pixel = pixelOf(place, k);
    const [y, z] = [Math.floor(pixel / SIDE) + top, (pixel % SIDE) + left];
    const upper = from + inFrame(y) * SIDE;
    const lower = from + inFrame(y + 1) * SIDE;
    const [one, next] = [inFrame(z), inFrame(z + 1)];
    const above = (1 - far) * x[upper + one] + far * x[upper + next];
    const below = (1 - far) * x[lower + one] + far * x[lower + next];
    sum += ((1 - low) * above + low * below - x[at + pixel]) ** 2;
  }
  return sum / DOTS;
}

const inFrame = (k: number): number => Math.min(SIDE - 1, Math.max(0, k));
