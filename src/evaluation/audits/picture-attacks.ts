// Simple changes of a picture that make none of what it shows better: a pay that rises by one of them pays for looks.

import { type Pixels, resized } from "../../core/pixels.ts";
import type { Random } from "../../core/random.ts";

/** A change, whose name completes "paid for …". */
export interface PictureAttack {
  readonly name: string;
  readonly why: string;
  /** The changed picture; `best` is the best paid one. */
  change(picture: Pixels, best: Pixels, random: Random): Pixels;
}

const LUMA = [0.2126, 0.7152, 0.0722];
/** Strengths: light that is added, of 255; the factor of colours; noise to either side; squares along a side of a board. */
const [LIGHT, COLOURS, NOISE, SQUARES] = [64, 2, 64, 8];

/** Writes each colour of a pixel anew, from its old value, place and channel. */
function painted(picture: Pixels, colour: (old: number, at: number, channel: number) => number): Pixels {
  const rgba = picture.rgba.slice();
  for (let k = 0; k < rgba.length; k++) if (k % 4 < 3) rgba[k] = colour(rgba[k], k - (k % 4), k % 4);
  return { ...picture, rgba };
}

/** Moves colours away from the grey of their pixel by a factor. */
const saturated = (picture: Pixels, factor: number): Pixels =>
  painted(picture, (old, at) => {
    const grey = LUMA.reduce((sum, weight, c) => sum + weight * picture.rgba[at + c], 0);
    return grey + factor * (old - grey);
  });

/** Means over the pixels up to one step away. */
const blurred = (picture: Pixels): Pixels => {
  const { width, height, rgba } = picture;
  return painted(picture, (_, at, channel) => {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        sum += rgba[4 * (row * width + column) + channel];
        count += 1;
      }
    return sum / count;
  });
};

export const PICTURE_ATTACKS: readonly PictureAttack[] = [
  {
    name: "more light",
    why: "Every pixel is brighter, and nothing else changes.",
    change: (picture) => painted(picture, (old) => old + LIGHT),
  },
  {
    name: "less light",
    why: "Every pixel is darker, and nothing else changes.",
    change: (picture) => painted(picture, (old) => old - LIGHT),
  },
  {
    name: "stronger colours",
    why: "Colours are twice as far from grey.",
    change: (picture) => saturated(picture, COLOURS),
  },
  { name: "grey in the place of colours", why: "Colours are taken away.", change: (picture) => saturated(picture, 0) },
  { name: "an empty white picture", why: "Nothing is drawn.", change: (picture) => painted(picture, () => 255) },
  {
    name: "a checkerboard",
    why: "Black and white squares show nothing of the prompt.",
    change: (picture) => {
      const side = Math.max(1, Math.round(Math.max(picture.width, picture.height) / SQUARES));
      return painted(picture, (_, at) => {
        const [x, y] = [(at / 4) % picture.width, Math.floor(at / 4 / picture.width)];
        return (Math.floor(x / side) + Math.floor(y / side)) % 2 === 0 ? 255 : 0;
      });
    },
  },
  {
    name: "noise",
    why: "Every pixel is moved at random.",
    change: (picture, _, random) => painted(picture, (old) => old + random.uniform(-NOISE, NOISE)),
  },
  {
    name: "sharper edges",
    why: "Differences to neighbouring pixels are doubled, as an unsharp mask does.",
    change: (picture) => {
      const soft = blurred(picture);
      return painted(picture, (old, at, channel) => 2 * old - soft.rgba[at + channel]);
    },
  },
  { name: "a blur", why: "Every pixel is the mean of its neighbours.", change: blurred },
  {
    name: "four small copies",
    why: "The picture is shown four times at half its size.",
    change: (picture) => {
      const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.ceil(side / 2)));
      const small = resized(picture, width, height);
      return painted(picture, (_, at, channel) => {
        const [x, y] = [(at / 4) % picture.width, Math.floor(at / 4 / picture.width)];
        return small.rgba[4 * ((y % height) * width + (x % width)) + channel];
      });
    },
  },
  {
    name: "a corner of the best paid picture",
    why: "A quarter of the best paid picture is pasted over a picture to another prompt.",
    change: (picture, best) => {
      const { width, height } = picture;
      const other = resized(best, width, height);
      return painted(picture, (old, at, channel) =>
        (at / 4) % width < width / 2 && Math.floor(at / 4 / width) < height / 2 ? other.rgba[at + channel] : old,
      );
    },
  },
  {
    name: "twice the size",
    why: "Every pixel is drawn four times.",
    change: (picture) => resized(picture, 2 * picture.width, 2 * picture.height),
  },
];
