// From what is said of a picture's objects to a weight for each of its pixels (SRUM, arXiv 2510.12784). The paper's text and its released code
// differ: both readings stand here by name.

import type { PixelBox } from "../../core/template-mixture.ts";

/** An object that was looked at. */
export interface ScoredBox {
  readonly box: PixelBox;
  /** How right it is, from −1 to 1. */
  readonly score: number;
}

export interface PictureJudgement {
  readonly objects: readonly ScoredBox[];
  /** How right the layout of the whole is, from −1 to 1. */
  readonly layout: number;
}

/**
 * `signed`: α·R, from −1 to 1, as the paper has it. `unsigned`: α·(R + 1)/2, from 0 to 1, with a ground of ½, as its released code has it.
 * `sparse`: 1 or 0 for the whole picture, and `none`: 0 everywhere, its baselines.
 */
export const READINGS = ["unsigned", "signed", "sparse", "none"] as const;
export type MapReading = (typeof READINGS)[number];

/** Which scores count: of objects and layout, of objects alone, or of the layout alone. */
export const PARTS = ["both", "local", "global"] as const;
export type MapParts = (typeof PARTS)[number];

/** Layouts above this are right, for the sparse map. */
const RIGHT = 0.5;

/**
 * Writes the weights of a picture's pixels, [height × width], row by row. With α = (layout + 1)/2, or 1 for `local`:
 * - `signed`: R is the largest score of the boxes over a pixel and 0 where there is none, the weight α·R; for `global` R is 1.
 * - `unsigned`: R is the largest of ½ and the (score + 1)/2 of the boxes over a pixel, the weight α·R. A score below 0 changes nothing.
 * - `sparse`: 1 where every score is above 0 and the layout above ½, else 0.
 * Boxes are cut at the edges; those with no pixel count for nothing.
 */
export function writeRewardMap(
  { objects, layout }: PictureJudgement,
  reading: MapReading,
  parts: MapParts,
  width: number,
  into: Float32Array | Float64Array,
): void {
  if (reading === "none") {
    into.fill(0);
    return;
  }
  if (reading === "sparse") {
    const isRight =
      objects.every(({ score }) => score > 0 || parts === "global") && (layout > RIGHT || parts === "local");
    into.fill(isRight ? 1 : 0);
    return;
  }
  const alpha = parts === "local" ? 1 : (layout + 1) / 2;
  const seen = parts === "global" ? [] : objects;
  const ground = reading === "unsigned" ? 0.5 : parts === "global" ? 1 : 0;
  into.fill(Number.NEGATIVE_INFINITY);
  for (const { box, score } of seen) {
    const worth = reading === "unsigned" ? (score + 1) / 2 : score;
    const [left, right] = [Math.max(0, box.left), Math.min(width, box.right)];
    for (let y = Math.max(0, box.top); y < Math.min(into.length / width, box.bottom); y++) {
      for (let x = left; x < right; x++) into[y * width + x] = Math.max(into[y * width + x], worth);
    }
  }
  for (let k = 0; k < into.length; k++) {
    const covered = into[k] > Number.NEGATIVE_INFINITY;
    const most = reading === "unsigned" ? Math.max(ground, into[k]) : covered ? into[k] : ground;
    into[k] = alpha * most;
  }
}
