// Which frames of a clip a judge of single pictures is shown, and how much each counts (InstructVideo, arXiv 2312.12490): a clip is cut into
// segments, one frame of each is drawn, and frames count less the farther they are from the middle.

import type { Random } from "../../core/random.ts";

/** First frame of segment `k` of `segments` equal ones; frames and segments count from 0. */
export const firstOf = (k: number, frames: number, segments: number): number => Math.floor((k * frames) / segments);

/** exp(−λ·|frame − frames/2|): the middle is frame F/2, so that weights are not symmetric where F is even. */
export const attenuation = (frame: number, frames: number, lambda: number): number =>
  Math.exp(-lambda * Math.abs(frame - frames / 2));

/**
 * Draws one frame of each of S segments, evenly, and writes what every frame counts, [frames]: exp(−λ·|g − F/2|)/S for a frame g that is
 * drawn, else 0.
 */
export function drawFrameWeights(segments: number, lambda: number, random: Random, into: Float64Array): void {
  const frames = into.length;
  into.fill(0);
  for (let k = 0; k < segments; k++) {
    const first = firstOf(k, frames, segments);
    const frame = first + random.integer(firstOf(k + 1, frames, segments) - first);
    into[frame] = attenuation(frame, frames, lambda) / segments;
  }
}
