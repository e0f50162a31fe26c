// Captions of clips: the words of sprites (caption.ts), which name the quadrant that a sprite begins in, and then how it moves and how fast.

import type { TemplateMixture } from "../../core/template-mixture.ts";
import { caption, isPresent, namesQuadrant, quadrantIn, shapeIn, WORDS } from "./caption.ts";
import { type ClipBank, clipTemplates, MOVES } from "./clip-bank.ts";
import { COLOURS, PIXELS, QUADRANTS, SHAPES } from "./sprite-bank.ts";

/** Numbers of a colour in a caption of a clip. */
export const CLIP_WORDS = WORDS + MOVES.length;

/** What a caption says of how a colour moves, a bit for each of MOVES; 0 where it says nothing. */
export function motionIn(of: ArrayLike<number>, colour: number): number {
  let bits = 0;
  for (let k = 0; k < MOVES.length; k++) if (of[colour * CLIP_WORDS + WORDS + k] > 0.5) bits += 1 << k;
  return bits;
}

/** Writes that a colour is there with a shape, and the words of motion; the quadrant where one is named. */
export function clipCaption(
  into: Float64Array,
  colour: number,
  shape: number,
  quadrant: number | undefined,
  motion: number,
): void {
  caption(into, colour, shape, quadrant, CLIP_WORDS);
  for (let k = 0; k < MOVES.length; k++) if ((motion >> k) % 2 === 1) into[colour * CLIP_WORDS + WORDS + k] = 1;
}

/** Returns whether a track begins where the caption says; so does any where nothing is said of it. */
export const placeFits = ({ quadrants }: ClipBank, of: ArrayLike<number>, colour: number, track: number): boolean =>
  !namesQuadrant(of, colour, CLIP_WORDS) || quadrants[track] === quadrantIn(of, colour, CLIP_WORDS);

/** Returns whether a track moves as the caption says; so does any where nothing is said of it. */
export function motionFits({ moves }: ClipBank, of: ArrayLike<number>, colour: number, track: number): boolean {
  const said = motionIn(of, colour);
  return said === 0 || said === moves[track];
}

/** Returns whether a clip is what the caption says of a colour. */
export function clipFits(bank: ClipBank, of: ArrayLike<number>, colour: number, clip: number): boolean {
  if (!isPresent(of, colour, CLIP_WORDS) || clip === 0) return !isPresent(of, colour, CLIP_WORDS) && clip === 0;
  const track = (clip - 1) % bank.tracks.length;
  const shape = (clip - 1 - track) / bank.tracks.length;
  return (
    shape === shapeIn(of, colour, CLIP_WORDS) &&
    placeFits(bank, of, colour, track) &&
    motionFits(bank, of, colour, track)
  );
}

/** Returns a caption in words: `a red square from the top left, right and down, fast; a blue plus, stands still`. */
export function clipText(of: ArrayLike<number>, colours: number): string {
  const texts: string[] = [];
  for (let k = 0; k < colours; k++) {
    if (!isPresent(of, k, CLIP_WORDS)) continue;
    const place = namesQuadrant(of, k, CLIP_WORDS) ? ` from the ${QUADRANTS[quadrantIn(of, k, CLIP_WORDS)]}` : "";
    const motion = motionIn(of, k);
    const moves = MOVES.filter((_, word) => (motion >> word) % 2 === 1).join(" ");
    texts.push(`a ${COLOURS[k]} ${SHAPES[shapeIn(of, k, CLIP_WORDS)]}${place}${moves === "" ? "" : `, ${moves}`}`);
  }
  return texts.join("; ");
}

/**
 * The clips of a caption as a mixture: of the right shape, evenly over the tracks that fit. With `noise` ν the shape, and apart from it the
 * track, is drawn anew with chance ν, uniformly over all. `contrast` is that of the demonstrator's clips.
 */
export function clipMixture(bank: ClipBank, colours: number, noise: number, contrast: number): TemplateMixture {
  const { tracks, count, frames } = bank;
  const rightShape = 1 - noise + noise / SHAPES.length;
  const fitting = new Uint8Array(tracks.length);
  return {
    tokens: colours,
    size: frames * PIXELS,
    pieces: frames,
    templates: clipTemplates(bank, contrast),
    count,
    weights(observation, colour, into) {
      into.fill(0);
      if (!isPresent(observation, colour, CLIP_WORDS)) {
        into[0] = 1;
        return;
      }
      let fits = 0;
      for (let k = 0; k < tracks.length; k++) {
        fitting[k] = placeFits(bank, observation, colour, k) && motionFits(bank, observation, colour, k) ? 1 : 0;
        fits += fitting[k];
      }
      const right = shapeIn(observation, colour, CLIP_WORDS);
      for (let shape = 0; shape < SHAPES.length; shape++) {
        const ofShape = shape === right ? rightShape : noise / SHAPES.length;
        for (let k = 0; k < tracks.length; k++)
          into[1 + shape * tracks.length + k] = ofShape * (((1 - noise) * fitting[k]) / fits + noise / tracks.length);
      }
    },
    fits: (observation, colour, clip) => clipFits(bank, observation, colour, clip),
  };
}
