// Films of a static scene: an agent draws the frames that a moving camera sees of three sprites, and an exact parser says whether they could be
// of one rigid scene. Beside the truth stand errors of geometry as a judge measures them, in points and in colours, with nuisances that fool it.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { share, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { templateReader } from "../../core/template-mixture.ts";
import { clip, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { filmstrip } from "./clip-scene.ts";
import {
  CAMERAS,
  FILM_WORDS,
  FRAMES,
  filmCamera,
  filmCaption,
  filmFits,
  filmMixture,
  filmShape,
  films,
  filmText,
} from "./film-bank.ts";
import { type FilmErrors, filmGeometry, LOST, WIDEST } from "./film-geometry.ts";
import { filmScene } from "./film-scene.ts";
import { painter } from "./painter.ts";
import { COLOURS, PIXELS, PLACES, SHAPES } from "./sprite-bank.ts";

const parameters = z.strictObject({
  own: share(0).describe(
    "chance with which the oracle `painter` lets a sprite follow a camera of its own, so that no rigid scene explains the film",
  ),
  flicker: share(0).describe(
    "how far the brightness of a whole frame of `painter` goes up or down at random, as a share",
  ),
  grain: within(0, 2, 0).describe("standard deviation of noise on every pixel of `painter`, in ink"),
  sky: share(0).describe("share of the pixels of each colour, the same in all frames, that flicker as a sky does"),
  glare: within(0, 2, 1).describe("standard deviation of the sky's flicker, in ink"),
});

/** Pixels are clipped to ±BOUND. */
const BOUND = 2;
const FARTHEST = (BOUND + 1) ** 2;

const CHANNELS = [
  flow("right", "share of films", 0, 1, "mean", "1 where shapes and the camera's way are those of the caption"),
  flow("rigid", "share of films", 0, 1, "mean", "1 where all sprites that are read follow one camera"),
  flow("shape", "share of sprites", 0, 1, "mean", "sprites with the captioned shape"),
  flow("camera", "share of sprites", 0, 1, "mean", "sprites that follow the captioned camera"),
  flow(
    "sharpness",
    "squared pixels",
    -FARTHEST,
    0,
    "mean",
    "minus the mean squared distance of pixels from what is read",
  ),
  flow(
    "speed",
    "pixels a frame",
    0,
    2 * (PLACES - 1),
    "mean",
    "mean way of the sprites between two frames, read frame by frame; 0 of a still",
  ),
  flow(
    "pointwise",
    "pixels",
    -LOST,
    0,
    "mean",
    "minus the mean distance of tracked meaningful patches from where the fitted scene puts them",
  ),
  flow("pointwiseAll", "pixels", -LOST, 0, "mean", "the same of all patches, flat and flickering ones too"),
  flow(
    "pixelwise",
    "squared ink",
    -WIDEST,
    0,
    "mean",
    "minus the mean squared difference of colours of meaningful patches from the fitted scene's",
  ),
  flow("pixelwiseAll", "squared ink", -WIDEST, 0, "mean", "the same of all patches"),
  flow(
    "epipolar",
    "pixels",
    -LOST,
    0,
    "mean",
    "minus the mean distance of tracked meaningful patches from the line along which the camera moves",
  ),
];

export const geo: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/geo",
  summary:
    "draw a film of a static scene with a moving camera; an exact parser says whether it is rigid, errors of geometry whether it looks so",
  source: "re-projection error and sampling of meaningful patches: VIGOR (arXiv 2603.16271)",
  parameters,
  make(p: z.output<typeof parameters>): NumericEnvironment {
    const mixture = { ...filmMixture(p.own), deviation: p.grain };
    const isSpoilt = p.flicker > 0 || p.sky > 0;
    const size = COLOURS.length * FRAMES * PIXELS;
    const state = layout({ caption: [COLOURS.length * FILM_WORDS], film: [size], read: [COLOURS.length], drawn: [1] });
    const { caption: words, film, read, drawn } = state.views;
    const nearest = templateReader(mixture);
    const errorsOf = filmGeometry();
    const errors: FilmErrors = { pointwise: 0, pointwiseAll: 0, pixelwise: 0, pixelwiseAll: 0, epipolar: 0, speed: 0 };
    return {
      spec: {
        ...singleAgentSpec({
          label: "painter",
          horizon: 1,
          action: { low: new Array<number>(size).fill(-BOUND), high: new Array<number>(size).fill(BOUND) },
          actionUnit: "ink of each pixel, from −1 for the ground to 1: for each colour its frames, row by row",
          observation: [
            field("caption", -1, 1, "of each colour: its shape, and the way of the camera along both axes", {
              size: COLOURS.length * FILM_WORDS,
            }),
          ],
          channels: CHANNELS,
          publicState: parts({ caption: "caption", film: "film", read: "film that each colour is read as" }),
          oracles: {
            painter: {
              meaning: "draws a film to the caption, of a rigid scene or not, with the nuisances of the world",
              play: () => (isSpoilt ? spoilt(painter(mixture), p) : painter(mixture)),
            },
          },
        }),
        // What is spoilt is no mixture of templates.
        ...(isSpoilt ? {} : { mixture }),
      },
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        outcomes.fill(0);
        filmCaption(
          words,
          COLOURS.map(() => random.integer(SHAPES.length)),
          random.integer(CAMERAS.length),
        );
      },
      step(actions, outcomes) {
        for (let k = 0; k < size; k++) film[k] = clip(actions[k], -BOUND, BOUND);
        drawn[0] = 1;
        let [shapes, cameras, right, off] = [0, 0, 0, 0];
        for (let k = 0; k < COLOURS.length; k++) {
          const { template, distance } = nearest(film, k * FRAMES * PIXELS);
          read[k] = template;
          off += distance / size;
          const one = films[template];
          if (one.shape === filmShape(words, k)) shapes += 1 / COLOURS.length;
          if (one.camera === filmCamera(words, k)) cameras += 1 / COLOURS.length;
          if (filmFits(words, k, one)) right += 1;
        }
        errorsOf(film, errors);
        const isRigid = read.every((id) => films[id].camera === films[read[0]].camera);
        const { pointwise, pointwiseAll, pixelwise, pixelwiseAll, epipolar } = errors;
        const measured = [pointwise, pointwiseAll, pixelwise, pixelwiseAll, epipolar];
        outcomes.set([right === COLOURS.length ? 1 : 0, isRigid ? 1 : 0, shapes, cameras, -off, errors.speed]);
        for (const [k, error] of measured.entries())
          outcomes[6 + k] = -Math.min(error, k === 2 || k === 3 ? WIDEST : LOST);
        return Status.terminated;
      },
      observe(out) {
        out.set(words);
      },
      texts: { caption: () => filmText(words) },
      keeps: ["caption"],
      picture: () => ({ png: filmstrip(film, FRAMES), title: filmText(words), frames: FRAMES }),
      scene: () => filmScene(film, read, words, drawn[0] === 1),
    };
  },
});

/** Spoils what a painter draws: the brightness of whole frames, and the same part of all frames of a colour, as a sky does. */
function spoilt(agent: Agent, { flicker, sky, glare }: z.output<typeof parameters>): Agent {
  let rng: Random | undefined;
  return {
    reset(random) {
      agent.reset(random);
      rng = random.stream("nuisance");
    },
    act(observation, action) {
      if (rng === undefined) throw new Error("a painter draws before its first reset");
      agent.act(observation, action);
      const bright = Array.from({ length: FRAMES }, () => 1 + flicker * (2 * (rng?.uniform() ?? 0) - 1));
      for (let colour = 0; colour < COLOURS.length; colour++) {
        for (let pixel = 0; pixel < PIXELS; pixel++) {
          const isSky = rng.uniform() < sky;
          for (let frame = 0; frame < FRAMES; frame++) {
            const at = (colour * FRAMES + frame) * PIXELS + pixel;
            action[at] = (action[at] + 1) * bright[frame] - 1 + (isSky ? glare * rng.normal() : 0);
          }
        }
      }
    },
  };
}
