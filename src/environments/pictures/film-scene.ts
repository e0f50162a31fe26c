// How a film of a static scene looks: its frames side by side, with the caption above and what was read below.

import type { PictureShape, Scene } from "../../core/scene.ts";
import { label } from "../scene-shapes.ts";
import { filmstrip } from "./clip-scene.ts";
import { CAMERAS, FRAMES, filmFits, films, filmText } from "./film-bank.ts";
import { COLOURS, SHAPES, SIDE } from "./sprite-bank.ts";

/** A film with its caption; `read` holds the nearest film of each colour. */
export function filmScene(film: Float64Array, read: Float64Array, words: Float64Array, isDrawn: boolean): Scene {
  const width = FRAMES * SIDE;
  const seen = COLOURS.map((colour, k) => {
    const { shape, camera, depth } = films[read[k]];
    const mark = filmFits(words, k, films[read[k]]) ? "✓" : "✗";
    return `${mark} ${colour}: ${depth === 1 ? "near" : "far"} ${SHAPES[shape]}, ${CAMERAS[camera].name}`;
  });
  const lines = (texts: readonly string[], top: number) =>
    texts.map((text, k) => label([width / 2, top - 2 * k], text, 1.2));
  const drawing: PictureShape = { kind: "picture", at: [0, 0], width, height: SIDE, png: filmstrip(film, FRAMES) };
  const asked = filmText(words);
  return {
    view: { left: -2, right: width + 2, bottom: isDrawn ? -8 : -0.5, top: SIDE + 5 },
    shapes: [...(isDrawn ? [drawing] : []), ...lines([asked], SIDE + 3), ...(isDrawn ? lines(seen, -2) : [])],
    caption: isDrawn
      ? `To “${asked}”, ${FRAMES} frames from left to right. Read: ${seen.join("; ")}.`
      : `To be drawn: ${asked}.`,
  };
}
