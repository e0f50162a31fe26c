// Clips to a caption: an agent draws the frames of sprites that move, and an exact parser reads what is on them. Some channels see single frames
// alone, as a judge of pictures would; others read how the sprites move, so that what frames cost in motion is counted.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { clip as clipped, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { isPresent, shapeIn } from "./caption.ts";
import { clipBank } from "./clip-bank.ts";
import { CLIP_WORDS, clipCaption, clipMixture, clipText } from "./clip-caption.ts";
import { BOUND, clipJudge, FARTHEST, INK_RANGE, OUTERMOST, SLOPED } from "./clip-judge.ts";
import { clipScene, filmstrip } from "./clip-scene.ts";
import { drawFrameWeights } from "./frame-segments.ts";
import { painter } from "./painter.ts";
import { COLOURS, PIXELS, SHAPES } from "./sprite-bank.ts";

const parameters = z.strictObject({
  frames: whole(2, 11, 6).describe("frames of a clip; with more than 6 no sprite moves a whole pixel a frame"),
  colours: whole(1, COLOURS.length, 1).describe("colours of a clip, with at most one sprite each"),
  present: within(0.001, 1, 0.6).describe(
    "chance of each colour to be in a caption; a caption without any is drawn again",
  ),
  places: share(1).describe("chance of a sprite's caption to say in which quadrant it begins"),
  motions: share(1).describe("chance of a sprite's caption to say how it moves, and how fast"),
  captions: oneOf(["all", "seen", "unseen"], "all").describe(
    "which shapes begin in which quadrants: any, all but three held-out pairs, or a sprite of a held-out pair in each caption",
  ),
  noise: share(0).describe(
    "chance with which the oracle `painter` draws a shape at random, and apart from it a track, against the caption",
  ),
  contrast: within(0.6, 1, 1).describe("contrast of the clips of `painter`; less than 1 is dull"),
  segments: whole(1, 11, 3).describe(
    "segments of a clip, one frame of each of which is drawn for the sampled channels; as many as frames draws them all",
  ),
  attenuation: within(0, 100, 1).describe(
    "λ of the sampled channels: a frame counts exp(−λ·its distance in frames from the middle one)",
  ),
});

const CHANNELS = [
  flow("shape", "share of sprites", 0, 1, "mean", "captioned sprites with the right shape"),
  flow("quadrant", "share of sprites", 0, 1, "mean", "captioned sprites that begin where the caption says"),
  flow("motion", "share of sprites", 0, 1, "mean", "captioned sprites that move as the caption says"),
  flow("right", "share of clips", 0, 1, "mean", "1 where all that the caption says is on the clip, and nothing else"),
  flow(
    "closeness",
    "squared pixels",
    -FARTHEST,
    0,
    "mean",
    "minus the mean squared distance of pixels from the nearest clip that is right",
  ),
  flow(
    "likeness",
    "squared pixels",
    -FARTHEST,
    0,
    "mean",
    "what a judge of single frames sees: minus the mean squared distance of a frame from the nearest picture of the captioned shape in any place",
  ),
  flow(
    "centrality",
    "pixels",
    -OUTERMOST,
    0,
    "mean",
    "what another judge of single frames sees: minus the expected distance of captioned sprites from the middle, along both axes",
  ),
  flow("sampledLikeness", "squared pixels", -FARTHEST, 0, "mean", "likeness of drawn frames, attenuated"),
  flow("sampledCentrality", "pixels", -OUTERMOST, 0, "mean", "centrality of drawn frames, attenuated"),
  flow(
    "contrast",
    "ink",
    ...INK_RANGE,
    "mean",
    "strength of the ink of the sprites that are read; 1 is full, 0 without any sprite",
  ),
  flow("jitter", "squared pixels", 0, 100, "mean", "mean squared second difference of places, read frame by frame"),
  flow("flicker", "share of frames", 0, 1, "mean", "frames that show another shape than the frame before"),
  flow("speed", "pixels a frame", 0, 2, "mean", "mean speed of the sprites that are read, along both axes together"),
  flow("stillness", "share of sprites", 0, 1, "mean", "sprites that are read as standing still"),
];

export const clips: BoundEntry<NumericEnvironment> = bind({
  id: "pictures/clips",
  summary: "draw a clip of sprites that move to a caption; some channels see single frames, others the motion",
  source: "segments and attenuation: InstructVideo (arXiv 2312.12490)",
  parameters,
  make(p: z.output<typeof parameters>): NumericEnvironment {
    const { frames, colours } = p;
    const bank = clipBank(frames);
    const mixture = clipMixture(bank, colours, p.noise, p.contrast);
    const size = colours * frames * PIXELS;
    const state = layout({
      caption: [colours * CLIP_WORDS],
      clip: [size],
      read: [colours],
      weights: [frames],
      drawn: [1],
    });
    const { caption: words, clip, read, weights, drawn } = state.views;
    const segments = Math.min(p.segments, frames);
    const judge = clipJudge(bank, colours);
    /** Whether a caption is one of those that are asked for. */
    const isAskedFor = (): boolean => {
      let [held, there] = [false, false];
      for (let k = 0; k < colours; k++) {
        if (!isPresent(words, k, CLIP_WORDS)) continue;
        there = true;
        // A held-out pair has the shape and the quadrant of one number.
        if (shapeIn(words, k, CLIP_WORDS) === read[k]) held = true;
      }
      return there && (p.captions === "all" || held === (p.captions === "unseen"));
    };
    return {
      spec: {
        ...singleAgentSpec({
          label: "painter",
          horizon: 1,
          action: { low: new Array<number>(size).fill(-BOUND), high: new Array<number>(size).fill(BOUND) },
          actionUnit: "ink of each pixel, from −1 for the ground to 1: for each colour its frames, row by row",
          observation: [
            field(
              "caption",
              0,
              1,
              "of each colour: whether it is there, its shape, the quadrant it begins in, how it moves",
              {
                size: colours * CLIP_WORDS,
              },
            ),
          ],
          channels: CHANNELS,
          publicState: parts({
            caption: "caption",
            clip: "clip",
            read: "clip that each colour is read as",
            weights: "what each frame counts in the sampled channels",
          }),
          oracles: {
            painter: {
              meaning: "draws a clip to the caption, on one of the tracks that fit",
              play: () => painter(mixture),
            },
          },
        }),
        mixture,
        slopes: SLOPED,
      },
      state,
      reset(random, outcomes) {
        outcomes.fill(0);
        do {
          state.buffer.fill(0);
          for (let k = 0; k < colours; k++) {
            if (random.uniform(0, 1) >= p.present) continue;
            const track = random.integer(bank.tracks.length);
            const place = random.uniform(0, 1) < p.places;
            const motion = random.uniform(0, 1) < p.motions ? bank.moves[track] : 0;
            const quadrant = bank.quadrants[track];
            clipCaption(words, k, random.integer(SHAPES.length), place ? quadrant : undefined, motion);
            read[k] = quadrant;
          }
        } while (!isAskedFor());
        read.fill(0);
      },
      step(actions, outcomes, random) {
        for (let k = 0; k < size; k++) clip[k] = clipped(actions[k], -BOUND, BOUND);
        drawn[0] = 1;
        drawFrameWeights(segments, p.attenuation, random, weights);
        judge.outcomes(words, clip, weights, read, outcomes);
        return Status.terminated;
      },
      slope: (of, into) => judge.slope(words, clip, weights, of, into),
      observe(out) {
        out.set(words);
      },
      texts: { caption: () => clipText(words, colours) },
      keeps: ["caption"],
      picture: () => ({ png: filmstrip(clip, frames), title: clipText(words, colours), frames }),
      scene: () => clipScene(bank, clip, read, words, drawn[0] === 1),
    };
  },
});
