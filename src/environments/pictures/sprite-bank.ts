// Small pictures that can be described exactly: a canvas of 8 × 8 pixels in three colours, with at most one sprite of 3 × 3 pixels in each
// colour. Pixels are −1 on the ground and 1 in ink.

import type { PixelBox } from "../../core/template-mixture.ts";

/** Side of the canvas and of a sprite, in pixels, and places of a sprite along a side. */
export const SIDE = 8;
const SPRITE = 3;
export const PLACES = SIDE - SPRITE + 1;
export const PIXELS = SIDE * SIDE;

export const COLOURS = ["red", "green", "blue"] as const;
export const SHAPES = ["square", "plus", "cross"] as const;
export const QUADRANTS = ["top left", "top right", "bottom left", "bottom right"] as const;

const DRAWINGS: readonly (readonly string[])[] = [
  ["###", "###", "###"],
  [".#.", "###", ".#."],
  ["#.#", ".#.", "#.#"],
];

/** Templates of a colour: an empty canvas, then each shape in each place, row by row. */
export const TEMPLATES = 1 + SHAPES.length * PLACES * PLACES;

/** A template's sprite: its shape and the upper left pixel. */
export interface Sprite {
  readonly shape: number;
  readonly y: number;
  readonly x: number;
}

const SPRITES = Array.from({ length: TEMPLATES }, (_, template): Sprite | undefined => {
  const place = (template - 1) % (PLACES * PLACES);
  return template === 0
    ? undefined
    : { shape: Math.floor((template - 1) / (PLACES * PLACES)), y: Math.floor(place / PLACES), x: place % PLACES };
});

/** Returns the sprite of a template; undefined for the empty canvas. */
export const spriteOf = (template: number): Sprite | undefined => SPRITES[template];

/** Returns the template of a sprite. */
export const templateOf = ({ shape, y, x }: Sprite): number => 1 + (shape * PLACES + y) * PLACES + x;

/** Returns the pixels that a template's sprite takes up; undefined for the empty canvas. */
export function boxOf(template: number): PixelBox | undefined {
  const sprite = spriteOf(template);
  if (sprite === undefined) return undefined;
  return { left: sprite.x, top: sprite.y, right: sprite.x + SPRITE, bottom: sprite.y + SPRITE };
}

/** Returns the quadrant that a sprite lies in, row by row; each has nine places. */
export const quadrantOf = ({ y, x }: Pick<Sprite, "y" | "x">): number =>
  2 * Math.floor((2 * y) / PLACES) + Math.floor((2 * x) / PLACES);

/** Pixels of all templates, [TEMPLATES × PIXELS]. */
export const templates: Float64Array = drawn();

function drawn(): Float64Array {
  const pixels = new Float64Array(TEMPLATES * PIXELS).fill(-1);
  for (let template = 1; template < TEMPLATES; template++) {
    const sprite = spriteOf(template);
    if (sprite === undefined) continue;
    for (const [y, line] of DRAWINGS[sprite.shape].entries()) {
      for (let x = 0; x < SPRITE; x++) {
        if (line[x] === "#") pixels[template * PIXELS + (sprite.y + y) * SIDE + sprite.x + x] = 1;
      }
    }
  }
  return pixels;
}
