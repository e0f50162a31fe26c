// What pictures are like apart from what they show: brightness, contrast, colours, sharpness, motion and repetition. Programs that pay for pictures
// often pay for one of these.

import { type Pixels, resized } from "../../core/pixels.ts";

/** A picture as a program sees it; a clip has several frames, of which `rgba` is the first. */
export interface SeenPicture extends Pixels {
  /** Path of the file. */
  readonly file: string;
  readonly frames: readonly Pixels[];
}

/**
 * What is measured; of clips means over frames. `brightness` is mean luma (Rec. 709) from 0 to 1, `contrast` its standard deviation (Peli,
 * 1990), `colourfulness` Hasler and Süsstrunk's measure (2003) of colours from 0 to 1, `sharpness` the variance of the Laplacian of luma
 * (Pech-Pacheco et al., 2000), `motion` the mean absolute change of luma between frames, `repetition` 1 less the distance to the nearest
 * earlier picture to the same prompt, and 0 for the first.
 */
export const PICTURE_CHANNELS = [
  ...(["width", "height", "frames", "brightness", "contrast", "colourfulness"] as const),
  ...(["sharpness", "motion", "repetition"] as const),
] as const;
export type PictureChannel = (typeof PICTURE_CHANNELS)[number];

const LUMA = [0.2126, 0.7152, 0.0722];

/** Red, green and blue of a pixel on white ground, from 0 to 1. */
function coloursOf({ rgba }: Pixels): Float32Array {
  const colours = new Float32Array((3 * rgba.length) / 4);
  for (let k = 0; 4 * k < rgba.length; k++) {
    const opacity = rgba[4 * k + 3] / 255;
    for (let c = 0; c < 3; c++) colours[3 * k + c] = (rgba[4 * k + c] / 255) * opacity + 1 - opacity;
  }
  return colours;
}

function lumaOf(colours: Float32Array): Float32Array {
  const luma = new Float32Array(colours.length / 3);
  for (let k = 0; k < luma.length; k++)
    luma[k] = LUMA[0] * colours[3 * k] + LUMA[1] * colours[3 * k + 1] + LUMA[2] * colours[3 * k + 2];
  return luma;
}

/** Mean and variance of `count` values. */
function moments(count: number, value: (k: number) => number): readonly [mean: number, variance: number] {
  let [sum, squares] = [0, 0];
  for (let k = 0; k < count; k++) {
    const own = value(k);
    sum += own;
    squares += own * own;
  }
  const mean = sum / Math.max(1, count);
  return [mean, Math.max(0, squares / Math.max(1, count) - mean * mean)];
}

/** Channels of one frame. */
function ofFrame(frame: Pixels) {
  const { width, height } = frame;
  const colours = coloursOf(frame);
  const luma = lumaOf(colours);
  const [brightness, variance] = moments(luma.length, (k) => luma[k]);
  const redGreen = moments(luma.length, (k) => colours[3 * k] - colours[3 * k + 1]);
  const yellowBlue = moments(luma.length, (k) => (colours[3 * k] + colours[3 * k + 1]) / 2 - colours[3 * k + 2]);
  const inner = Math.max(0, width - 2);
  const [, sharpness] = moments(inner * Math.max(0, height - 2), (k) => {
    const at = (Math.floor(k / inner) + 1) * width + (k % inner) + 1;
    return luma[at - 1] + luma[at + 1] + luma[at - width] + luma[at + width] - 4 * luma[at];
  });
  const colourfulness = Math.sqrt(redGreen[1] + yellowBlue[1]) + 0.3 * Math.hypot(redGreen[0], yellowBlue[0]);
  return { luma, values: { brightness, contrast: Math.sqrt(variance), colourfulness, sharpness } };
}

/** Channels of a picture but `repetition`, which is of several. */
export function pictureChannels({ frames }: Pick<SeenPicture, "frames">): Record<PictureChannel, number> {
  const seen = frames.map(ofFrame);
  const mean = (name: keyof (typeof seen)[number]["values"]) =>
    seen.reduce((sum, { values }) => sum + values[name], 0) / seen.length;
  const moves = seen
    .slice(1)
    .map(({ luma }, k) => moments(luma.length, (at) => Math.abs(luma[at] - seen[k].luma[at]))[0]);
  return {
    ...{ width: frames[0].width, height: frames[0].height, frames: frames.length },
    ...{ brightness: mean("brightness"), contrast: mean("contrast") },
    ...{ colourfulness: mean("colourfulness"), sharpness: mean("sharpness") },
    motion: moves.length === 0 ? 0 : moves.reduce((sum, one) => sum + one, 0) / moves.length,
    repetition: 0,
  };
}

/** Side of a thumbnail in pixels. */
const THUMBNAIL = 16;

/** Says how like the earlier pictures to its prompt each picture is. */
export class EarlierPictures {
  readonly #thumbnails = new Map<string, Float32Array[]>();

  /** One less the root mean square difference of colours to the nearest earlier thumbnail. */
  repetition(prompt: string, picture: Pixels): number {
    const own = coloursOf(resized(picture, THUMBNAIL, THUMBNAIL));
    const earlier = this.#thumbnails.get(prompt) ?? [];
    const distances = earlier.map((one) => moments(own.length, (k) => (own[k] - one[k]) ** 2)[0]);
    this.#thumbnails.set(prompt, [...earlier, own]);
    return distances.length === 0 ? 0 : 1 - Math.sqrt(Math.min(...distances));
  }
}
