// Captions of sprites: for each colour whether it is there, its shape and its quadrant. A caption fixes all but the place within the quadrant,
// which is uniform over its places.

import type { CanvasObjects, TemplateMixture } from "../../core/template-mixture.ts";
import {
  boxOf,
  COLOURS,
  PIXELS,
  PLACES,
  QUADRANTS,
  quadrantOf,
  SHAPES,
  SIDE,
  spriteOf,
  TEMPLATES,
  templates,
} from "./sprite-bank.ts";

/** Numbers of a colour in a caption: whether it is there, which shape, which quadrant; all 0 where it is not there. */
export const WORDS = 1 + SHAPES.length + QUADRANTS.length;
const PRESENT = 0;
const SHAPE = 1;
const QUADRANT = SHAPE + SHAPES.length;

/** Places along a side of a quadrant, and those of it that are used where there are fewer. */
export const ALONG = PLACES / 2;
const USED: Readonly<Record<number, readonly number[]>> = { 1: [1], 2: [0, 2], 3: [0, 1, 2] };

/** Nine places of a quadrant. */
export const CELLS = ALONG * ALONG;

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

/** What a painter of sprites may draw. */
interface SpriteOptions {
  readonly colours?: number;
  readonly shapes?: readonly number[];
  readonly along?: number;
}

/**
 * The pictures of a caption as a mixture. With `noise` ν the shape, and apart from it the quadrant, is drawn anew with chance ν, uniformly over
 * all: captions are then wrong as often as those of a careless data set. A shape that is not said is drawn with the chances `shapes`, and a
 * quadrant has `along` × `along` places.
 */
export function spriteMixture(noise: number, options: SpriteOptions = {}): TemplateMixture {
  const { colours = COLOURS.length, shapes = SHAPES.map(() => 1 / SHAPES.length), along = ALONG } = options;
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
        const isUsed = (at: number) => USED[along].includes(at % ALONG);
        if (sprite === undefined || !isUsed(sprite.y) || !isUsed(sprite.x)) continue;
        const said = sprite.shape === shape ? rightShape : noise / SHAPES.length;
        const ofShape = shape === undefined ? shapes[sprite.shape] : said;
        const ofQuadrant = quadrantOf(sprite) === quadrant ? rightQuadrant : noise / QUADRANTS.length;
        into[template] = (ofShape * ofQuadrant) / along ** 2;
      }
    },
    fits,
    objects,
  };
}

/** Sprites as objects on canvases. */
const objects: CanvasObjects = {
  width: SIDE,
  box: boxOf,
  isWanted: isPresent,
  isAsWanted(of, colour, template) {
    const sprite = spriteOf(template);
    if (!isPresent(of, colour) || sprite === undefined) return !isPresent(of, colour) && sprite === undefined;
    return !saysShape(of, colour) || sprite.shape === shapeIn(of, colour);
  },
  liesAsWanted(of, colour, template) {
    const sprite = spriteOf(template);
    if (!isPresent(of, colour) || sprite === undefined) return !isPresent(of, colour) && sprite === undefined;
    return quadrantOf(sprite) === quadrantIn(of, colour);
  },
};

/** Which combinations of a shape and a quadrant captions have. */
export const COMBINATIONS = ["all", "usual", "rare"] as const;

/** Returns whether captions may have a shape and a quadrant in a colour: a third of the combinations, each shape and quadrant among them, is rare. */
export const isAllowed = (
  combinations: (typeof COMBINATIONS)[number],
  colour: number,
  shape: number,
  quadrant: number,
): boolean =>
  combinations === "all" || (combinations === "rare") === ((colour + shape + quadrant) % SHAPES.length === 0);
