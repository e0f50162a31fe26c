// Pictures to a caption: an agent draws a canvas of three colours, and an exact parser reads what is on it. Nothing is judged by a model, so
// that what a reward bought, and what it cost, is counted.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, list, oneOf, share, whole, within, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { templateReader } from "../../core/template-mixture.ts";
import { clip, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import {
  ALONG,
  COMBINATIONS,
  caption,
  captionText,
  fits,
  isAllowed,
  isPresent,
  quadrantIn,
  saysShape,
  shapeIn,
  spriteMixture,
  WORDS,
} from "./caption.ts";
import { painter } from "./painter.ts";
import { bitmap, spriteScene } from "./picture-scene.ts";
import {
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
import { spritePrior } from "./sprite-prior.ts";

const parameters = z
  .strictObject({
    present: within(0.001, 1, 0.6).describe(
      "chance of each colour to be in a caption; a caption without any is drawn again",
    ),
    noise: share(0).describe(
      "chance with which the oracle `painter` draws a shape at random, and apart from it a quadrant, against the caption",
    ),
    colours: whole(1, COLOURS.length, COLOURS.length).describe("canvases of a picture: red, green and blue, or fewer"),
    saysShape: flag(true).describe("whether captions say the shape of a sprite; else every shape is right"),
    shapes: list(within(0, 1e6, 1), SHAPES.length, SHAPES.length, [1, 1, 1])
      .refine((weights) => weights.some((weight) => weight > 0), { error: "one weight must be above 0" })
      .describe("how often the painter draws a square, a plus and a cross where the caption leaves the shape open"),
    places: whole(1, ALONG, ALONG).describe(
      "places along a side of a quadrant in which the oracle `painter` draws; with 1 each quadrant has one",
    ),
    combinations: oneOf(COMBINATIONS, "all").describe(
      "shapes and quadrants that captions combine in a colour: all twelve, the usual eight, or the four rare ones alone",
    ),
  })
  .refine(
    ({ saysShape: says, combinations }) => says || combinations === "all",
    wrong(
      "combinations",
      "a caption that leaves the shape open combines none: take saysShape: true, or combinations: all",
    ),
  );

/** Pixels are clipped to ±BOUND. */
const BOUND = 2;
/** Largest mean squared distance of a pixel from its template. */
const FARTHEST = (BOUND + 1) ** 2;
/** Largest distance of a sprite's middle from the middle of the canvas, in pixels of both axes together. */
const OUTERMOST = SIDE - 3;

const CHANNELS = [
  flow("present", "share of colours", 0, 1, "mean", "colours that are there, or not there, as the caption says"),
  flow("shape", "share of sprites", 0, 1, "mean", "captioned sprites that are drawn with the right shape"),
  flow("quadrant", "share of sprites", 0, 1, "mean", "captioned sprites that are drawn in the right quadrant"),
  flow(
    "right",
    "share of pictures",
    0,
    1,
    "mean",
    "1 where all that the caption says is on the picture, and nothing else",
  ),
  flow(
    "sharpness",
    "squared pixels",
    -FARTHEST,
    0,
    "mean",
    "minus the mean squared distance of pixels from the nearest templates",
  ),
  flow(
    "closeness",
    "squared pixels",
    -FARTHEST,
    0,
    "mean",
    "minus the mean squared distance of pixels from the nearest picture that is right",
  ),
  flow(
    "centrality",
    "pixels",
    -OUTERMOST,
    0,
    "mean",
    "minus the mean distance of the sprites from the middle, along both axes; 0 without any",
  ),
  flow("brightness", "ink", -BOUND, BOUND, "mean", "mean of the pixels"),
  ...SHAPES.map((name) => flow(name, "share of sprites", 0, 1, "mean", `sprites that are drawn as a ${name}`)),
  flow("row", "share of the side", 0, 1, "mean", "mean row of the sprites, from 0 at the top; 0 without any"),
  flow("column", "share of the side", 0, 1, "mean", "mean column of the sprites, from 0 at the left; 0 without any"),
];
/** Place of the first channel that tells shapes. */
const KINDS = 8;

export const sprites: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/sprites",
  summary: "draw a picture of 8 × 8 pixels in three colours to a caption; an exact parser reads what is on it",
  parameters,
  make(p: z.output<typeof parameters>): NumericEnvironment {
    const { present, noise, colours, saysShape: says, places, combinations } = p;
    const total = p.shapes.reduce((a, b) => a + b, 0);
    const shapes = says ? SHAPES.map(() => 1 / SHAPES.length) : p.shapes.map((weight) => weight / total);
    const mixture = spriteMixture(noise, { colours, shapes, along: places });
    const size = colours * PIXELS;
    const state = layout({ caption: [colours * WORDS], picture: [size], read: [colours], drawn: [1] });
    const { caption: words, picture, read, drawn } = state.views;
    const nearest = templateReader(mixture);
    return {
      spec: {
        ...singleAgentSpec({
          label: "painter",
          horizon: 1,
          action: { low: new Array<number>(size).fill(-BOUND), high: new Array<number>(size).fill(BOUND) },
          actionUnit: "ink of each pixel, from −1 for the ground to 1: a canvas for each colour, row by row",
          observation: [
            field("caption", 0, 1, "of each colour: whether it is there, its shape, its quadrant", {
              size: colours * WORDS,
            }),
          ],
          channels: CHANNELS,
          publicState: parts({ caption: "caption", picture: "picture", read: "template that each colour is read as" }),
          oracles: {
            painter: {
              meaning: "draws a picture to the caption, each sprite in one of the nine places of its quadrant",
              play: () => painter(mixture),
            },
          },
        }),
        mixture,
        // Its moments are those of all combinations in all places.
        ...(places === ALONG && combinations === "all" ? { prior: spritePrior(colours, present, shapes) } : {}),
      },
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        outcomes.fill(0);
        for (let isEmpty = true; isEmpty; ) {
          for (let k = 0; k < colours; k++) {
            if (random.uniform(0, 1) >= present) continue;
            const [shape, quadrant] = combined(random, k, combinations, says);
            caption(words, k, shape, quadrant);
            isEmpty = false;
          }
        }
      },
      step(actions, outcomes) {
        for (let k = 0; k < size; k++) picture[k] = clip(actions[k], -BOUND, BOUND);
        drawn[0] = 1;
        judge(words, picture, nearest, read, outcomes);
        return Status.terminated;
      },
      observe(out) {
        out.set(words);
      },
      texts: { caption: () => captionText(words) },
      keeps: ["caption"],
      picture: () => ({ png: bitmap(picture, SIDE), title: captionText(words) }),
      scene: () => spriteScene(picture, read, words, drawn[0] === 1),
    };
  },
});

/** Writes what each colour is read as, and the outcomes of a picture. */
function judge(
  words: Float64Array,
  picture: Float64Array,
  nearest: ReturnType<typeof templateReader>,
  read: Float64Array,
  outcomes: Float64Array,
): void {
  const colours = read.length;
  const size = picture.length;
  let [wanted, there, shapes, quadrants, right, residual, off, middle, drawn, ink] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  outcomes.fill(0, KINDS);
  for (let k = 0; k < colours; k++) {
    const { template, distance } = nearest(picture, k * PIXELS);
    read[k] = template;
    residual += distance;
    off += distanceToRight(words, picture, k);
    if (fits(words, k, template)) right += 1;
    const sprite = spriteOf(template);
    if (isPresent(words, k) === (sprite !== undefined)) there += 1;
    if (isPresent(words, k)) wanted += 1;
    if (sprite === undefined) continue;
    drawn += 1;
    outcomes[KINDS + sprite.shape] += 1;
    outcomes[KINDS + SHAPES.length] += sprite.y / (PLACES - 1);
    outcomes[KINDS + SHAPES.length + 1] += sprite.x / (PLACES - 1);
    middle += Math.abs(sprite.y - (SIDE - 3) / 2) + Math.abs(sprite.x - (SIDE - 3) / 2);
    if (!isPresent(words, k)) continue;
    if (!saysShape(words, k) || sprite.shape === shapeIn(words, k)) shapes += 1;
    if (quadrantOf(sprite) === quadrantIn(words, k)) quadrants += 1;
  }
  for (let k = KINDS; k < outcomes.length; k++) outcomes[k] /= Math.max(1, drawn);
  for (let k = 0; k < size; k++) ink += picture[k];
  outcomes[0] = there / colours;
  outcomes[1] = shapes / wanted;
  outcomes[2] = quadrants / wanted;
  outcomes[3] = right === colours ? 1 : 0;
  outcomes[4] = -residual / size;
  outcomes[5] = -off / size;
  outcomes[6] = drawn === 0 ? 0 : -middle / drawn;
  outcomes[7] = ink / size;
}

/** Squared distance of a colour's canvas from the nearest template that the caption allows. */
function distanceToRight(words: Float64Array, picture: Float64Array, colour: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let template = 0; template < TEMPLATES; template++) {
    if (!fits(words, colour, template)) continue;
    let square = 0;
    for (let k = 0; k < PIXELS; k++) square += (picture[colour * PIXELS + k] - templates[template * PIXELS + k]) ** 2;
    if (square < least) least = square;
  }
  return least;
}

/** Draws shape and quadrant of a colour among the combinations of captions; the shape is left open where captions do not say it. */
function combined(
  random: Random,
  colour: number,
  combinations: (typeof COMBINATIONS)[number],
  says: boolean,
): [shape: number | undefined, quadrant: number] {
  if (!says) return [undefined, random.integer(QUADRANTS.length)];
  for (;;) {
    const [shape, quadrant] = [random.integer(SHAPES.length), random.integer(QUADRANTS.length)];
    if (isAllowed(combinations, colour, shape, quadrant)) return [shape, quadrant];
  }
}
