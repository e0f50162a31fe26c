// Frozen encoders of named pictures, as of a model that was trained elsewhere: pictures become the chances of their words, names the readout of a
// hidden layer, which numbers called a prompt can move. The readout was fitted to clean pictures of some of the classes.

import type { Random } from "../../core/random.ts";
import { factorised } from "../../math/linear-solve.ts";
import { quadrantOf, SHAPES, spriteOf, TEMPLATES } from "./sprite-bank.ts";

/** Numbers of the hidden layer of names, and of a prompt. */
export const [HIDDEN, PROMPT] = [64, 48];
/** Pictures of each class that the readout was fitted to, its ridge, and the size of the prompt's weights. */
const [PICTURES, RIDGE, REACH] = [20, 0.1, 2];

/** A class: a colour, a shape and a quadrant. */
export type PictureClass = readonly [colour: number, shape: number, quadrant: number];

/** Templates of a shape in a quadrant. */
export const templatesOf = ([, shape, quadrant]: PictureClass): number[] =>
  Array.from({ length: TEMPLATES }, (_, id) => id).filter((id) => {
    const sprite = spriteOf(id);
    return sprite !== undefined && sprite.shape === shape && quadrantOf(sprite) === quadrant;
  });

export interface ClassEncoderOptions {
  readonly classes: readonly PictureClass[];
  /** Classes that the readout was fitted to. */
  readonly fitted: readonly number[];
  /** Numbers of a picture. */
  readonly size: number;
  /** Draws a clean picture of a class and returns its vector, of length 1. */
  picture(of: number, random: Random): Float64Array;
}

/**
 * The name of class c is v(p) = R·tanh(n_c + A·p), made of length 1, under a prompt p: `names` has the n_c [classes × HIDDEN], `prompting` A
 * [HIDDEN × PROMPT], `readout` R [size × HIDDEN].
 */
export function classEncoders({ classes, fitted, size, picture }: ClassEncoderOptions, random: Random) {
  const drawn = random.stream("names");
  const bias = Float64Array.from({ length: HIDDEN }, () => drawn.normal());
  const words = Array.from({ length: 3 + SHAPES.length + 4 }, () =>
    Float64Array.from({ length: HIDDEN }, () => drawn.normal()),
  );
  const names = new Float64Array(classes.length * HIDDEN);
  for (const [c, [colour, shape, quadrant]] of classes.entries()) {
    for (let h = 0; h < HIDDEN; h++)
      names[c * HIDDEN + h] = bias[h] + words[colour][h] + words[3 + shape][h] + words[3 + SHAPES.length + quadrant][h];
  }
  const prompting = Float64Array.from({ length: HIDDEN * PROMPT }, () => (REACH * drawn.normal()) / Math.sqrt(PROMPT));
  const readout = new Float64Array(size * HIDDEN);
  const squares = new Float64Array(HIDDEN * HIDDEN);
  const products = Array.from({ length: size }, () => new Float64Array(HIDDEN));
  const pairs = random.stream("pairs");
  for (const c of fitted) {
    const hidden = names.slice(c * HIDDEN, (c + 1) * HIDDEN).map(Math.tanh);
    for (let n = 0; n < PICTURES; n++) {
      const seen = picture(c, pairs);
      for (let i = 0; i < HIDDEN; i++) {
        for (let j = 0; j < HIDDEN; j++) squares[i * HIDDEN + j] += hidden[i] * hidden[j];
        for (let d = 0; d < size; d++) products[d][i] += hidden[i] * seen[d];
      }
    }
  }
  for (let i = 0; i < HIDDEN; i++) squares[i * HIDDEN + i] += PICTURES * RIDGE;
  const solve = factorised(squares, HIDDEN);
  for (const [d, product] of products.entries()) readout.set(solve(product), d * HIDDEN);
  return { names, prompting, readout };
}
