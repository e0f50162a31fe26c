// Digits drawn by a rule: ten shapes of 5 × 7 pixels, moved, dimmed and covered with noise. They stand for handwritten digits, need no file
// and come in any number.

import type { Random } from "../../core/random.ts";

const SHAPES: readonly (readonly string[])[] = [
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
export const DIGITS = SHAPES.length;
const WIDTH = 5;
const HEIGHT = 7;

export interface DigitDrawing {
  /** Pixels by which a digit is moved at most, to the right and down; the image is as much larger. */
  readonly shift: number;
  /** Ink of a digit, even between the two. */
  readonly contrast: readonly [least: number, most: number];
  /** Standard deviation of the noise of each pixel. */
  readonly noise: number;
}

/** How images are drawn, with pixels standardised by the exact mean and deviation of all that can be drawn. */
export function digitDrawing({ shift, contrast: [least, most], noise }: DigitDrawing) {
  const [width, height] = [WIDTH + shift, HEIGHT + shift];
  const pixels = width * height;
  const inked = SHAPES.flat().reduce((sum, line) => sum + line.split("#").length - 1, 0) / (DIGITS * pixels);
  const mean = (inked * (least + most)) / 2;
  const square = (inked * (least * least + least * most + most * most)) / 3;
  const deviation = Math.sqrt(square - mean * mean + noise * noise);
  const standard = (ink: number) => (ink - mean) / deviation;
  return {
    width,
    height,
    pixels,
    /** A pixel of so much ink, in the units of images. */
    standard,
    /** Bounds of pixels without noise. */
    low: standard(0),
    high: standard(most),
    /** Bounds of pixels with noise: normal samples end at 12.1. */
    lowest: standard(-13 * noise),
    highest: standard(most + 13 * noise),
    /** Draws a digit, without noise into `clean` and with it into `image`, [pixels] row by row; returns the digit. */
    draw(random: Random, clean: Float64Array, image: Float64Array): number {
      const digit = random.integer(DIGITS);
      const [right, down] = [random.integer(shift + 1), random.integer(shift + 1)];
      const ink = random.uniform(least, most);
      clean.fill(standard(0));
      for (const [y, line] of SHAPES[digit].entries()) {
        for (let x = 0; x < WIDTH; x++) if (line[x] === "#") clean[(y + down) * width + x + right] = standard(ink);
      }
      image.set(clean);
      if (noise > 0) for (let k = 0; k < pixels; k++) image[k] += (noise / deviation) * random.normal();
      return digit;
    },
  };
}
