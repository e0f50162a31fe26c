// How a road looks: what was drawn, beside what is there.

import type { Scene } from "../../core/scene.ts";
import { label } from "../scene-shapes.ts";
import { bitmap } from "./picture-scene.ts";
import { CAMERAS, COLUMNS, RAYS, ROWS } from "./road-camera.ts";

/** Width and height of a frame, in which the left camera is above the right one. */
const [WIDTH, HEIGHT] = [COLUMNS, CAMERAS * ROWS];

/** The frames side by side, as a PNG in base64. */
export function roadStrip(clip: ArrayLike<number>, frames: number): string {
  const canvases = new Float64Array(3 * frames * RAYS);
  for (let at = 0; at < frames * RAYS; at++) {
    const [frame, ray] = [Math.floor(at / RAYS), at % RAYS];
    const place = (Math.floor(ray / COLUMNS) * frames + frame) * WIDTH + (ray % COLUMNS);
    for (let c = 0; c < 3; c++) canvases[c * frames * RAYS + place] = clip[at * 3 + c];
  }
  return bitmap(canvases, frames * WIDTH, HEIGHT);
}

/** The drawn clip beside the exact one. */
export function roadScene(
  clip: ArrayLike<number>,
  exact: ArrayLike<number>,
  frames: number,
  text: string,
  isDrawn: boolean,
): Scene {
  const width = frames * WIDTH;
  const picture = (of: ArrayLike<number>, left: number) =>
    ({ kind: "picture", at: [left, 0], width, height: HEIGHT, png: roadStrip(of, frames) }) as const;
  const shown = isDrawn ? [picture(clip, 0), label([width / 2, HEIGHT + 1], "drawn", 1)] : [];
  return {
    view: { left: -1, right: 2 * width + 3, bottom: -1, top: HEIGHT + 3 },
    shapes: [...shown, picture(exact, width + 2), label([1.5 * width + 2, HEIGHT + 1], "there", 1)],
    caption: isDrawn
      ? `${text}, by the left camera above the right one: on the left what was drawn, on the right what is there.`
      : `${text} is to be drawn, as two cameras see it.`,
  };
}
