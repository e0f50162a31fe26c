// Digits drawn by a rule: ten glyphs of 5 × 7 pixels on a field of 7 × 9, moved, dimmed and covered with noise. A stand-in
// for handwritten digits that needs no file and comes in any number.

import type { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { Samples } from "./dense.ts";

const WIDTH = 7;
const HEIGHT = 9;
export const GLYPH_PIXELS = WIDTH * HEIGHT;
export const GLYPH_CLASSES = 10;

const GLYPHS: readonly (readonly string[])[] = [
  [".###.", "#...#", "#..##", "#.#.#", "##..#", "#...#", ".###."],
  ["..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."],
  [".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"],
  ["#####", "...#.", "..#..", "...#.", "....#", "#...#", ".###."],
  ["...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#."],
  ["#####", "#....", "####.", "....#", "....#", "#...#", ".###."],
  ["..##.", ".#...", "#....", "####.", "#...#", "#...#", ".###."],
  ["#####", "....#", "...#.", "..#..", ".#...", ".#...", ".#..."],
  [".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."],
  [".###.", "#...#", "#...#", ".####", "....#", "...#.", ".##.."],
];

/** Images with their digits. */
interface Glyphs {
  readonly rows: number;
  /** [rows × GLYPH_PIXELS], row by row of the field. */
  readonly images: Float64Array;
  readonly labels: Uint8Array;
}

/**
 * `rows` images: a digit, a shift of 0 to 2 pixels right and down, a contrast within 0.7 to 1.3, all uniform, and normal noise of
 * deviation `noise`. `standard`: the mean and deviation over all pixels to standardise by; those of the images themselves where
 * it is left out.
 */
export function drawGlyphs(
  rows: number,
  random: Random,
  { noise = 0.4, standard }: { readonly noise?: number; readonly standard?: Standard } = {},
): Glyphs & { readonly standard: Standard } {
  const images = new Float64Array(rows * GLYPH_PIXELS);
  const labels = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) {
    const digit = random.integer(GLYPH_CLASSES);
    const [right, down] = [random.integer(3), random.integer(3)];
    const contrast = random.uniform(0.7, 1.3);
    labels[i] = digit;
    const at = i * GLYPH_PIXELS;
    GLYPHS[digit].forEach((line, y) => {
      for (let x = 0; x < line.length; x++) {
        if (line[x] === "#") images[at + (y + down) * WIDTH + x + right] = contrast;
      }
    });
    if (noise > 0) for (let k = 0; k < GLYPH_PIXELS; k++) images[at + k] += noise * random.normal();
  }
  const used = standard ?? { mean: mean(images), deviation: deviation(images, 0) };
  for (let k = 0; k < images.length; k++) images[k] = (images[k] - used.mean) / used.deviation;
  return { rows, images, labels, standard: used };
}

/** What images are standardised by. */
export interface Standard {
  readonly mean: number;
  readonly deviation: number;
}

/** The images numbered by `order` as a batch: with one-hot digits, or with the images themselves as targets. */
export function glyphBatch(glyphs: Glyphs, order: ArrayLike<number>, targets: "digits" | "images"): Samples {
  const rows = order.length;
  const inputs = new Float64Array(rows * GLYPH_PIXELS);
  const digits = new Float64Array(rows * GLYPH_CLASSES);
  for (let i = 0; i < rows; i++) {
    const from = order[i] * GLYPH_PIXELS;
    inputs.set(glyphs.images.subarray(from, from + GLYPH_PIXELS), i * GLYPH_PIXELS);
    digits[i * GLYPH_CLASSES + glyphs.labels[order[i]]] = 1;
  }
  return { rows, inputs, targets: targets === "digits" ? digits : inputs };
}

/** 0 … n − 1 in random order. */
export function shuffledOrder(n: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  shuffle(order, random);
  return order;
}
