// How a picture looks in a replay: its pixels, enlarged, with the caption above and what was read below.

import { encode } from "fast-png";
import type { PictureShape, Scene } from "../../core/scene.ts";
import { label } from "../scene-shapes.ts";
import { captionText, fits } from "./caption.ts";
import { COLOURS, QUADRANTS, quadrantOf, SHAPES, SIDE, spriteOf } from "./sprite-bank.ts";

/**
 * Returns canvases of up to three colours, [colours × height × width] from −1 to 1, as one PNG in base64; colours that are not there are ground.
 */
export function bitmap(canvases: ArrayLike<number>, width: number, height = width): string {
  const pixels = width * height;
  const data = new Uint8Array(COLOURS.length * pixels);
  for (let k = 0; k < data.length; k++) {
    const [pixel, colour] = [Math.floor(k / COLOURS.length), k % COLOURS.length];
    data[k] = Math.round(255 * Math.min(1, Math.max(0, ((canvases[colour * pixels + pixel] ?? -1) + 1) / 2)));
  }
  return Buffer.from(encode({ width, height, channels: 3, data })).toString("base64");
}

/** A picture with its caption; `read` holds the template of each colour. */
export function spriteScene(picture: Float64Array, read: Float64Array, words: Float64Array, isDrawn: boolean): Scene {
  const asked = captionText(words).split("; ");
  const seen = COLOURS.slice(0, read.length).map(
    (colour, k) => `${fits(words, k, read[k]) ? "✓" : "✗"} ${colour}: ${readingOf(read[k])}`,
  );
  const lines = (texts: readonly string[], top: number) =>
    texts.map((text, k) => label([SIDE / 2, top - 0.8 * k], text, 0.55));
  const drawing: PictureShape = { kind: "picture", at: [0, 0], width: SIDE, height: SIDE, png: bitmap(picture, SIDE) };
  return {
    view: { left: -2, right: SIDE + 2, bottom: isDrawn ? -3 : -0.5, top: SIDE + 3 },
    shapes: [...(isDrawn ? [drawing] : []), ...lines(asked, SIDE + 2.4), ...(isDrawn ? lines(seen, -0.7) : [])],
    caption: isDrawn ? `To “${asked.join("; ")}”. Read: ${seen.join("; ")}.` : `To be drawn: ${asked.join("; ")}.`,
  };
}

/** What a template shows, in words. */
function readingOf(template: number): string {
  const sprite = spriteOf(template);
  return sprite === undefined ? "nothing" : `${SHAPES[sprite.shape]}, ${QUADRANTS[quadrantOf(sprite)]}`;
}
