// How a clip looks: its frames side by side, with the caption above and what was read below.

import type { PictureShape, Scene } from "../../core/scene.ts";
import { label } from "../scene-shapes.ts";
import { type ClipBank, MOVES } from "./clip-bank.ts";
import { clipFits, clipText } from "./clip-caption.ts";
import { bitmap } from "./picture-scene.ts";
import { COLOURS, PIXELS, QUADRANTS, SHAPES, SIDE } from "./sprite-bank.ts";

/** Frames of a clip [colours × frames × PIXELS] side by side, as one PNG in base64. */
export function filmstrip(clip: Float64Array, frames: number): string {
  const width = frames * SIDE;
  const canvases = new Float64Array(COLOURS.length * frames * PIXELS).fill(-1);
  for (let k = 0; k < clip.length; k++) {
    const strip = Math.floor(k / PIXELS);
    const [colour, frame] = [Math.floor(strip / frames), strip % frames];
    const [y, x] = [Math.floor((k % PIXELS) / SIDE), k % SIDE];
    canvases[(colour * SIDE + y) * width + frame * SIDE + x] = clip[k];
  }
  return bitmap(canvases, width, SIDE);
}

/** A clip with its caption; `read` holds the nearest clip of each colour. */
export function clipScene(
  bank: ClipBank,
  clip: Float64Array,
  read: Float64Array,
  words: Float64Array,
  isDrawn: boolean,
): Scene {
  const { frames } = bank;
  const width = frames * SIDE;
  const asked = clipText(words, read.length).split("; ");
  const seen = COLOURS.slice(0, read.length).map(
    (colour, k) => `${clipFits(bank, words, k, read[k]) ? "✓" : "✗"} ${colour}: ${readingOf(bank, read[k])}`,
  );
  const lines = (texts: readonly string[], top: number) =>
    texts.map((text, k) => label([width / 2, top - 2 * k], text, 1.4));
  const drawing: PictureShape = { kind: "picture", at: [0, 0], width, height: SIDE, png: filmstrip(clip, frames) };
  return {
    view: { left: -2, right: width + 2, bottom: isDrawn ? -8 : -0.5, top: SIDE + 8 },
    shapes: [...(isDrawn ? [drawing] : []), ...lines(asked, SIDE + 6.5), ...(isDrawn ? lines(seen, -2) : [])],
    caption: isDrawn
      ? `To “${asked.join("; ")}”, ${frames} frames from left to right. Read: ${seen.join("; ")}.`
      : `To be drawn: ${asked.join("; ")}.`,
  };
}

/** What a clip shows, in words. */
function readingOf({ tracks, quadrants, moves }: ClipBank, clip: number): string {
  if (clip === 0) return "nothing";
  const track = (clip - 1) % tracks.length;
  const words = MOVES.filter((_, word) => (moves[track] >> word) % 2 === 1).join(" ");
  return `${SHAPES[Math.floor((clip - 1) / tracks.length)]} from the ${QUADRANTS[quadrants[track]]}, ${words}`;
}
