// Clips that can be described exactly: in each colour at most one sprite, which moves with a constant velocity and stays in the frame. Places
// are halves of a pixel, drawn by bilinear interpolation.

import { PIXELS, PLACES, quadrantOf, SHAPES, templateOf, templates } from "./sprite-bank.ts";

/** Places of a sprite along a side, in halves of a pixel. */
export const HALVES = 2 * PLACES - 1;
/** Pictures of one sprite in a frame: each shape in each place, row by row. */
export const STILLS = SHAPES.length * HALVES * HALVES;
/** Pixels of a frame that a sprite between pixels can touch. */
const REACH = 16;
/** Speeds along an axis, in halves of a pixel a frame. */
const SPEEDS = [-2, -1, 0, 1, 2];

/** Ink that each still lays on a frame, 0 to 1, [STILLS × PIXELS]. */
export const ink: Float64Array = laid();

function laid(): Float64Array {
  const all = new Float64Array(STILLS * PIXELS);
  for (let shape = 0; shape < SHAPES.length; shape++) {
    for (let y = 0; y < HALVES; y++) {
      for (let x = 0; x < HALVES; x++) {
        const to = stillOf(shape, y, x) * PIXELS;
        for (const row of [Math.floor(y / 2), Math.ceil(y / 2)]) {
          for (const column of [Math.floor(x / 2), Math.ceil(x / 2)]) {
            const from = templateOf({ shape, y: row, x: column }) * PIXELS;
            for (let k = 0; k < PIXELS; k++) all[to + k] += (templates[from + k] + 1) / 8;
          }
        }
      }
    }
  }
  return all;
}

/** The still of a shape in a place, in halves of a pixel. */
export function stillOf(shape: number, y: number, x: number): number {
  return (shape * HALVES + y) * HALVES + x;
}

/** Pixels with ink of each still, [STILLS × REACH], how many there are, and the sum of squares of its pixels. */
export const inked: { readonly pixels: Uint8Array; readonly counts: Uint8Array; readonly squares: Float64Array } =
  listed();

function listed() {
  const pixels = new Uint8Array(STILLS * REACH);
  const counts = new Uint8Array(STILLS);
  const squares = new Float64Array(STILLS);
  for (let still = 0; still < STILLS; still++) {
    for (let k = 0; k < PIXELS; k++) {
      const one = ink[still * PIXELS + k];
      squares[still] += (2 * one - 1) ** 2;
      if (one > 0) pixels[still * REACH + counts[still]++] = k;
    }
  }
  return { pixels, counts, squares };
}

/** Σ over pixels of ink × picture, of a still and a frame that begins at `at`. */
export function inkOn(still: number, picture: ArrayLike<number>, at: number): number {
  let sum = 0;
  for (let k = still * REACH; k < still * REACH + inked.counts[still]; k++)
    sum += ink[still * PIXELS + inked.pixels[k]] * picture[at + inked.pixels[k]];
  return sum;
}

/** Adds `weight` × ink of a still to a frame that begins at `at`. */
export function addInk(still: number, weight: number, into: Float64Array, at: number): void {
  for (let k = still * REACH; k < still * REACH + inked.counts[still]; k++)
    into[at + inked.pixels[k]] += weight * ink[still * PIXELS + inked.pixels[k]];
}

/** A way through the frames: the first place and the speed a frame along both axes, in halves of a pixel. */
export interface Track {
  readonly y: number;
  readonly x: number;
  readonly vy: number;
  readonly vx: number;
}

/** Tracks of a number of frames; a sprite begins on a whole pixel and never leaves the frame. */
export function tracksOf(frames: number): Track[] {
  const along = Array.from({ length: PLACES }, (_, k) => 2 * k).flatMap((start) =>
    SPEEDS.flatMap((speed) => {
      const end = start + speed * (frames - 1);
      return end >= 0 && end < HALVES ? [{ start, speed }] : [];
    }),
  );
  return along.flatMap((down) =>
    along.map((right): Track => ({ y: down.start, x: right.start, vy: down.speed, vx: right.speed })),
  );
}

/** Clips of a colour: 0 is nothing at all, then each shape on each track. */
export interface ClipBank {
  readonly frames: number;
  readonly tracks: readonly Track[];
  readonly count: number;
  /** The quadrant that each track begins in. */
  readonly quadrants: Uint8Array;
  /** How each track moves, a bit for each of MOVES that holds. */
  readonly moves: Uint8Array;
  /** The still of each frame of each clip but the first, [(count − 1) × frames]. */
  readonly stills: Uint16Array;
}

/** Words of motion, in the order of their bits. */
export const MOVES = ["stands still", "left", "right", "up", "down", "slowly", "fast"] as const;

function movesOf({ vy, vx }: Track): number {
  const still = vy === 0 && vx === 0;
  const fast = Math.max(Math.abs(vy), Math.abs(vx)) > 1;
  const words = [still, vx < 0, vx > 0, vy < 0, vy > 0, !still && !fast, fast];
  return words.reduce((bits, holds, k) => bits + (holds ? 1 << k : 0), 0);
}

const banks = new Map<number, ClipBank>();

/** The bank of a number of frames, which is made once. */
export function clipBank(frames: number): ClipBank {
  let bank = banks.get(frames);
  if (bank === undefined) {
    const tracks = tracksOf(frames);
    const stills = new Uint16Array(SHAPES.length * tracks.length * frames);
    for (let shape = 0; shape < SHAPES.length; shape++) {
      for (const [k, { y, x, vy, vx }] of tracks.entries()) {
        for (let frame = 0; frame < frames; frame++) {
          const at = (shape * tracks.length + k) * frames + frame;
          stills[at] = stillOf(shape, y + frame * vy, x + frame * vx);
        }
      }
    }
    const quadrants = Uint8Array.from(tracks, ({ y, x }) => quadrantOf({ y: y / 2, x: x / 2 }));
    const moves = Uint8Array.from(tracks, movesOf);
    bank = { frames, tracks, count: 1 + SHAPES.length * tracks.length, quadrants, moves, stills };
    banks.set(frames, bank);
  }
  return bank;
}

/** Pixels of all clips, [count × frames × PIXELS], with ink of 2·contrast − 1 on a ground of −1. */
export function clipTemplates({ frames, count, stills }: ClipBank, contrast: number): Float64Array {
  const pixels = new Float64Array(count * frames * PIXELS).fill(-1);
  for (const [k, still] of stills.entries()) addInk(still, 2 * contrast, pixels, (frames + k) * PIXELS);
  return pixels;
}
