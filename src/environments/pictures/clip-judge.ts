// Outcomes of a clip, and the slopes in its pixels of those that have one.

import { isPresent, shapeIn } from "./caption.ts";
import { addInk, type ClipBank, ink, inkOn } from "./clip-bank.ts";
import { CLIP_WORDS, clipFits, motionFits, placeFits } from "./clip-caption.ts";
import { clipReader } from "./clip-reading.ts";
import { PIXELS, PLACES } from "./sprite-bank.ts";

/** Pixels lie in ±BOUND. */
export const BOUND = 2;
/** Largest mean squared distance of a pixel from a template. */
export const FARTHEST = (BOUND + 1) ** 2;
/** Largest distance of a sprite's middle from the middle of the frame, along both axes. */
export const OUTERMOST = PLACES - 1;
/** Bounds of the strength of ink: that of a quarter's ink lies farthest from its square. */
export const INK_RANGE = [-2 * BOUND, 4 * BOUND] as const;
/** Channels that have a slope. */
export const SLOPED = ["closeness", "likeness", "centrality", "sampledLikeness", "sampledCentrality", "contrast"];

/** Judges clips [colours × frames × PIXELS] of a bank, all arrays of a world's state. */
export function clipJudge(bank: ClipBank, colours: number) {
  const { frames, tracks, stills } = bank;
  const reader = clipReader(bank);
  const size = colours * frames * PIXELS;
  const shapeOf = (clip: number): number => Math.floor((clip - 1) / tracks.length);
  const stillAt = (clip: number, frame: number): number => stills[(clip - 1) * frames + frame];
  /** What a caption asks of a colour's shape; undefined where the colour shall not be there. */
  const wantedShape = (words: Float64Array, k: number): number | undefined =>
    isPresent(words, k, CLIP_WORDS) ? shapeIn(words, k, CLIP_WORDS) : undefined;
  const nearestRight = (words: Float64Array, k: number): number =>
    reader.nearestClip((clip) => clipFits(bank, words, k, clip));
  const captioned = (words: Float64Array): number => {
    let count = 0;
    for (let k = 0; k < colours; k++) if (isPresent(words, k, CLIP_WORDS)) count += 1;
    return count;
  };
  /** Sum of the squared ink of a clip. */
  const inkOf = (clip: number): number => {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++) {
      const at = stillAt(clip, frame) * PIXELS;
      for (let k = at; k < at + PIXELS; k++) sum += ink[k] * ink[k];
    }
    return sum;
  };
  /** Least-squares strength of a clip's ink in what is drawn: Σ ink·(x + 1)/2 over Σ ink². */
  const strength = (clip: number, x: Float64Array, at: number): number => {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++) {
      const still = stillAt(clip, frame);
      sum += inkOn(still, x, at + frame * PIXELS) / 2;
      for (let k = still * PIXELS; k < (still + 1) * PIXELS; k++) sum += ink[k] / 2;
    }
    return sum / inkOf(clip);
  };

  return {
    /** Writes what each colour is read as, and the outcomes; `weights` [frames] are those of drawn frames. */
    outcomes(
      words: Float64Array,
      x: Float64Array,
      weights: Float64Array,
      read: Float64Array,
      into: Float64Array,
    ): void {
      let [shapes, quadrants, motions, right, drawn] = [0, 0, 0, 0, 0];
      into.fill(0);
      const wanted = captioned(words);
      for (let k = 0; k < colours; k++) {
        reader.read(x, k * frames * PIXELS);
        const clip = reader.nearestClip();
        read[k] = clip;
        const shape = wantedShape(words, k);
        if (clipFits(bank, words, k, clip)) right += 1;
        into[4] -= reader.distanceOf(nearestRight(words, k)) / size;
        for (let frame = 0; frame < frames; frame++) {
          const likeness = reader.likeness(frame, shape) / colours;
          into[5] += likeness / frames;
          into[7] += weights[frame] * likeness;
          if (shape === undefined) continue;
          const middle = reader.centrality(frame) / wanted;
          into[6] += middle / frames;
          into[8] += weights[frame] * middle;
        }
        if (clip === 0) continue;
        drawn += 1;
        const track = (clip - 1) % tracks.length;
        const { vy, vx } = tracks[track];
        into[9] += strength(clip, x, k * frames * PIXELS);
        into[10] += reader.jitter();
        into[11] += reader.flicker();
        into[12] += (Math.abs(vy) + Math.abs(vx)) / 2;
        into[13] += vy === 0 && vx === 0 ? 1 : 0;
        if (shape === undefined) continue;
        if (shapeOf(clip) === shape) shapes += 1;
        if (placeFits(bank, words, k, track)) quadrants += 1;
        if (motionFits(bank, words, k, track)) motions += 1;
      }
      into[0] = shapes / wanted;
      into[1] = quadrants / wanted;
      into[2] = motions / wanted;
      into[3] = right === colours ? 1 : 0;
      for (let k = 9; k < 14; k++) if (drawn > 0) into[k] /= drawn;
    },
    /** Writes Σ_c of[c] × ∂outcome_c/∂x, [size]; a pixel at its bound has none. */
    slope(words: Float64Array, x: Float64Array, weights: Float64Array, of: Float64Array, into: Float64Array): void {
      into.fill(0);
      const wanted = captioned(words);
      let drawn = 0;
      for (let k = 0; k < colours; k++) {
        const at = k * frames * PIXELS;
        reader.read(x, at);
        if (reader.nearestClip() > 0) drawn += 1;
        const shape = wantedShape(words, k);
        const clip = of[4] === 0 ? 0 : nearestRight(words, k);
        for (let frame = 0; frame < frames; frame++) {
          const from = at + frame * PIXELS;
          if (of[4] !== 0) {
            const unit = (2 * of[4]) / size;
            for (let i = from; i < from + PIXELS; i++) into[i] -= unit * (x[i] + 1);
            if (clip > 0) addInk(stillAt(clip, frame), 2 * unit, into, from);
          }
          const likeness = (of[5] / frames + of[7] * weights[frame]) / colours;
          if (likeness !== 0) reader.addLikenessSlope(frame, shape, likeness, x, into, from);
          const middle = (of[6] / frames + of[8] * weights[frame]) / wanted;
          if (middle !== 0 && shape !== undefined) reader.addCentralitySlope(frame, middle, into, from);
        }
      }
      for (let k = 0; k < colours && of[9] !== 0; k++) {
        reader.read(x, k * frames * PIXELS);
        const clip = reader.nearestClip();
        if (clip === 0) continue;
        for (let frame = 0; frame < frames; frame++)
          addInk(stillAt(clip, frame), of[9] / (2 * drawn * inkOf(clip)), into, (k * frames + frame) * PIXELS);
      }
      for (let i = 0; i < size; i++) if (Math.abs(x[i]) >= BOUND) into[i] = 0;
    },
  };
}
