// Pictures to a caption: an agent draws a canvas of three colours, and an exact parser reads what is on it. Nothing is judged by a model, so
// that what a reward bought, and what it cost, is counted.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { type TemplateMixture, templateReader } from "../../core/template-mixture.ts";
import { drawAt } from "../../math/weighted-draw.ts";
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
  shapeIn,
  spriteMixture,
  WORDS,
} from "./caption.ts";
import { bitmap, spriteScene } from "./picture-scene.ts";
import { COLOURS, PIXELS, QUADRANTS, quadrantOf, SHAPES, SIDE, spriteOf, TEMPLATES, templates } from "./sprite-bank.ts";

const parameters = z.strictObject({
  present: within(0.001, 1, 0.6).describe(
    "chance of each colour to be in a caption; a caption without any is drawn again",
  ),
  noise: share(0).describe(
    "chance with which the oracle `painter` draws a shape at random, and apart from it a quadrant, against the caption",
  ),
  places: whole(1, ALONG, ALONG).describe(
    "places along a side of a quadrant in which the oracle `painter` draws; with 1 each quadrant has one",
  ),
  combinations: oneOf(COMBINATIONS, "all").describe(
    "shapes and quadrants that captions combine in a colour: all twelve, the usual eight, or the four rare ones alone",
  ),
});

/** Pixels of a picture: three canvases, one after the other. */
const SIZE = COLOURS.length * PIXELS;
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
];

export const sprites: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/sprites",
  summary: "draw a picture of 8 × 8 pixels in three colours to a caption; an exact parser reads what is on it",
  parameters,
  make({ present, noise, places, combinations }: z.output<typeof parameters>): NumericEnvironment {
    const mixture = spriteMixture(noise, places);
    const state = layout({ caption: [COLOURS.length * WORDS], picture: [SIZE], read: [COLOURS.length], drawn: [1] });
    const { caption: words, picture, read, drawn } = state.views;
    const nearest = templateReader(mixture);
    return {
      spec: {
        ...singleAgentSpec({
          label: "painter",
          horizon: 1,
          action: { low: new Array<number>(SIZE).fill(-BOUND), high: new Array<number>(SIZE).fill(BOUND) },
          actionUnit: "ink of each pixel, from −1 for the ground to 1: a canvas for each colour, row by row",
          observation: [
            field("caption", 0, 1, "of each colour: whether it is there, its shape, its quadrant", {
              size: COLOURS.length * WORDS,
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
      },
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        outcomes.fill(0);
        while (!COLOURS.some((_, k) => isPresent(words, k))) {
          for (const k of COLOURS.keys()) {
            if (random.uniform(0, 1) >= present) continue;
            let [shape, quadrant] = [random.integer(SHAPES.length), random.integer(QUADRANTS.length)];
            while (!isAllowed(combinations, k, shape, quadrant))
              [shape, quadrant] = [random.integer(SHAPES.length), random.integer(QUADRANTS.length)];
            caption(words, k, shape, quadrant);
          }
        }
      },
      step(actions, outcomes) {
        for (let k = 0; k < SIZE; k++) picture[k] = clip(actions[k], -BOUND, BOUND);
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

/** Draws each colour from the mixture. */
function painter({ tokens, size, templates, count, weights }: TemplateMixture): Agent {
  const chances = new Float64Array(count);
  let rng: Random | undefined;
  return {
    reset(random) {
      rng = random;
    },
    act(observation, action) {
      if (rng === undefined) throw new Error("a painter draws before its first reset");
      for (let token = 0; token < tokens; token++) {
        weights(observation, token, chances);
        const template = drawAt(chances, 0, count, rng);
        action.set(templates.subarray(template * size, (template + 1) * size), token * size);
      }
    },
  };
}

/** Writes what each colour is read as, and the outcomes of a picture. */
function judge(
  words: Float64Array,
  picture: Float64Array,
  nearest: ReturnType<typeof templateReader>,
  read: Float64Array,
  outcomes: Float64Array,
): void {
  let [wanted, there, shapes, quadrants, right, residual, off, middle, drawn, ink] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let k = 0; k < COLOURS.length; k++) {
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
    middle += Math.abs(sprite.y - (SIDE - 3) / 2) + Math.abs(sprite.x - (SIDE - 3) / 2);
    if (!isPresent(words, k)) continue;
    if (sprite.shape === shapeIn(words, k)) shapes += 1;
    if (quadrantOf(sprite) === quadrantIn(words, k)) quadrants += 1;
  }
  for (let k = 0; k < SIZE; k++) ink += picture[k];
  outcomes[0] = there / COLOURS.length;
  outcomes[1] = shapes / wanted;
  outcomes[2] = quadrants / wanted;
  outcomes[3] = right === COLOURS.length ? 1 : 0;
  outcomes[4] = -residual / SIZE;
  outcomes[5] = -off / SIZE;
  outcomes[6] = drawn === 0 ? 0 : -middle / drawn;
  outcomes[7] = ink / SIZE;
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
