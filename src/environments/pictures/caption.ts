// Captions of sprites: for each colour whether it is there, its shape and its quadrant. A caption fixes all but the place within the quadrant,
// which is uniform over nine.

import type { TemplateMixture } from "../../core/template-mixture.ts";
import {
  COLOURS,
  PIXELS,
  PLACES,
  QUADRANTS,
  quadrantOf,
  SHAPES,
  spriteOf,
  TEMPLATES,
  templates,
} from "./sprite-bank.ts";

/** Numbers of a colour in a caption: whether it is there, which shape, which quadrant; all 0 where it is not there. */
export const WORDS = 1 + SHAPES.length + QUADRANTS.length;
const PRESENT = 0;
const SHAPE = 1;
const QUADRANT = SHAPE + SHAPES.length;

/** Nine places of a quadrant. */
export const CELLS = (PLACES * PLACES) / QUADRANTS.length;

/** Returns the index of the 1 among `count` numbers from `at` on. */
export function indexOfOne(caption: ArrayLike<number>, at: number, count: number): number {
  for (let k = 0; k < count; k++) if (caption[at + k] > 0.5) return k;
  return 0;
}

/** Returns whether a colour is in the caption, of whose numbers each colour has `words`. */
export const isPresent = (caption: ArrayLike<number>, colour: number, words = WORDS): boolean =>
  caption[colour * words + PRESENT] > 0.5;

/** Returns whether the caption says the shape of a colour that is there. */
export const saysShape = (caption: ArrayLike<number>, colour: number): boolean =>
  SHAPES.some((_, shape) => caption[colour * WORDS + SHAPE + shape] > 0.5);

/** Returns the shape of a colour whose shape is said. */
export const shapeIn = (caption: ArrayLike<number>, colour: number, words = WORDS): number =>
  indexOfOne(caption, colour * words + SHAPE, SHAPES.length);

/** Returns the quadrant of a colour that is there. */
export const quadrantIn = (caption: ArrayLike<number>, colour: number, words = WORDS): number =>
  indexOfOne(caption, colour * words + QUADRANT, QUADRANTS.length);

/** Returns whether the caption names a quadrant of a colour that is there. */
export const namesQuadrant = (caption: ArrayLike<number>, colour: number, words = WORDS): boolean =>
  caption[colour * words + QUADRANT + quadrantIn(caption, colour, words)] > 0.5;

/** Writes that a colour is there, with a shape and in a quadrant, unless these are left open. */
export function caption(
  into: Float64Array,
  colour: number,
  shape: number | undefined,
  quadrant: number | undefined,
  words = WORDS,
): void {
  into[colour * words + PRESENT] = 1;
  if (shape !== undefined) into[colour * words + SHAPE + shape] = 1;
  if (quadrant !== undefined) into[colour * words + QUADRANT + quadrant] = 1;
}

/** Returns a caption in words: `a red square, top left; a blue plus, bottom right`. */
export function captionText(of: ArrayLike<number>): string {
  const parts = COLOURS.flatMap((colour, k) =>
    isPresent(of, k)
      ? [`a ${colour} ${saysShape(of, k) ? SHAPES[shapeIn(of, k)] : "sprite"}, ${QUADRANTS[quadrantIn(of, k)]}`]
      : [],
  );
  return parts.join("; ");
}

/** Returns whether a template is what the caption says of a colour. */
export function fits(of: ArrayLike<number>, colour: number, template: number): boolean {
  const sprite = spriteOf(template);
  if (!isPresent(of, colour) || sprite === undefined) return !isPresent(of, colour) && sprite === undefined;
  return (
    (!saysShape(of, colour) || sprite.shape === shapeIn(of, colour)) && quadrantOf(sprite) === quadrantIn(of, colour)
  );
}

/**
 * The pictures of a caption as a mixture. With `noise` ν the shape, and apart from it the quadrant, is drawn anew with chance ν, uniformly over
 * all: captions are then wrong as often as those of a careless data set. A shape that is not said is drawn with the chances `shapes`.
 */
export function spriteMixture(
  noise: number,
  colours: number = COLOURS.length,
  shapes: readonly number[] = SHAPES.map(() => 1 / SHAPES.length),
): TemplateMixture {
  const rightShape = 1 - noise + noise / SHAPES.length;
  const rightQuadrant = 1 - noise + noise / QUADRANTS.length;
  return {
    tokens: colours,
    size: PIXELS,
    templates,
    count: TEMPLATES,
    weights(observation, colour, into) {
      into.fill(0);
      if (!isPresent(observation, colour)) {
        into[0] = 1;
        return;
      }
      const shape = saysShape(observation, colour) ? shapeIn(observation, colour) : undefined;
      const quadrant = quadrantIn(observation, colour);
      for (let template = 1; template < TEMPLATES; template++) {
        const sprite = spriteOf(template);
        if (sprite === undefined) continue;
        const said = sprite.shape === shape ? rightShape : noise / SHAPES.length;
        const ofShape = shape === undefined ? shapes[sprite.shape] : said;
        const ofQuadrant = quadrantOf(sprite) === quadrant ? rightQuadrant : noise / QUADRANTS.length;
        into[template] = (ofShape * ofQuadrant) / CELLS;
      }
    },
    fits,
  };
}
