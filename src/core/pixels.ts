// Pictures as pixels: PNG is read and written, and made smaller for pages.

import { convertIndexedToRgb, decode, encode, hasPngSignature } from "fast-png";
import { messageOf } from "./errors.ts";

/** Pixels row by row: red, green, blue and opacity of each, from 0 to 255. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

/** Maximum number of pixels of a picture. */
const MOST_PIXELS = 1 << 24;

/** Bytes of a PNG that hold its bits a value, and whether it is interlaced. */
const [DEPTH, INTERLACED] = [24, 28];

/** Pictures of other formats by their first bytes. */
const FORMATS: readonly (readonly [name: string, head: RegExp])[] = [
  ["JPEG", /^\xff\xd8\xff/],
  ["GIF", /^GIF8/],
  ["WebP", /^RIFF....WEBP/s],
  ["MP4", /^....ftyp/s],
];

/** Reads a PNG, or says in words that complete "the picture …" why it cannot be read. */
export function readPng(bytes: Uint8Array): Pixels | string {
  if (bytes.length === 0) return "is empty";
  if (bytes.length < 24 || !hasPngSignature(bytes)) {
    const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
    const known = FORMATS.find(([, form]) => form.test(head));
    return known === undefined ? "is no PNG" : `is ${known[0]}, and PNG alone is read`;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(16) * view.getUint32(20);
  if (size === 0) return "has no pixels";
  if (bytes[DEPTH] < 8 && bytes[INTERLACED] === 1)
    return `is interlaced with ${bytes[DEPTH]} bits a pixel, which is not read`;
  if (size > MOST_PIXELS)
    return `has ${size.toLocaleString("en-US")} pixels, and ${MOST_PIXELS >> 20} million are read`;
  try {
    const png = decode(bytes, { checkCrc: true });
    const { width, height, depth, transparency = [] } = png;
    if (png.palette !== undefined) return opaque(width, height, convertIndexedToRgb(png), png.palette[0].length, 255);
    const data = depth < 8 ? unpacked(png.data, width, height, depth) : png.data;
    const pixels = opaque(width, height, data, png.channels, 2 ** depth - 1);
    return transparency.length === 0 ? pixels : keyed(pixels, data, transparency);
  } catch (error) {
    const why =
      error instanceof RangeError ? "it ends too early" : messageOf(error).split("\n")[0].replace(/[.:]$/, "");
    return `is a broken PNG: ${why}`;
  }
}

/** Grey values of fewer than eight bits, each row of which begins with a byte of its own. */
function unpacked(data: ArrayLike<number>, width: number, height: number, depth: number): Uint8Array {
  const row = Math.ceil((width * depth) / 8);
  return Uint8Array.from({ length: width * height }, (_, k) => {
    const bit = (k % width) * depth;
    const shift = 8 - depth - (bit % 8);
    return (data[Math.floor(k / width) * row + Math.floor(bit / 8)] >> shift) & (2 ** depth - 1);
  });
}

/** Values of one channel (grey), two (with opacity), three or four as RGBA. */
function opaque(width: number, height: number, data: ArrayLike<number>, channels: number, most: number): Pixels {
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  const [red, green, blue] = channels < 3 ? [0, 0, 0] : [0, 1, 2];
  for (let k = 0; k < width * height; k++) {
    const at = k * channels;
    rgba[4 * k] = (255 * data[at + red]) / most;
    rgba[4 * k + 1] = (255 * data[at + green]) / most;
    rgba[4 * k + 2] = (255 * data[at + blue]) / most;
    if (channels % 2 === 0) rgba[4 * k + 3] = (255 * data[at + channels - 1]) / most;
  }
  return { width, height, rgba };
}

/** The same, with pixels of the one colour (`tRNS`) that stands for nothing transparent. */
function keyed(pixels: Pixels, data: ArrayLike<number>, key: ArrayLike<number>): Pixels {
  const { length } = key;
  for (let k = 0; length * k < data.length; k++)
    if (Array.from(key).every((value, c) => data[length * k + c] === value)) pixels.rgba[4 * k + 3] = 0;
  return pixels;
}

/** Writes a PNG. */
export const pngOf = ({ width, height, rgba }: Pixels): Uint8Array =>
  encode({ width, height, data: rgba, channels: 4, depth: 8 });

/** A picture of another size, each pixel the mean of the box that it covers; the nearest pixel where it is enlarged. */
export function resized({ width, height, rgba }: Pixels, newWidth: number, newHeight: number): Pixels {
  const made = new Uint8ClampedArray(4 * newWidth * newHeight);
  const sums = new Float64Array(4);
  for (let y = 0; y < newHeight; y++) {
    const top = Math.floor((y * height) / newHeight);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / newHeight));
    for (let x = 0; x < newWidth; x++) {
      const left = Math.floor((x * width) / newWidth);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / newWidth));
      sums.fill(0);
      for (let row = top; row < bottom; row++)
        for (let k = 4 * (row * width + left); k < 4 * (row * width + right); k += 4)
          for (let c = 0; c < 4; c++) sums[c] += rgba[k + c];
      for (let c = 0; c < 4; c++) made[4 * (y * newWidth + x) + c] = sums[c] / ((bottom - top) * (right - left));
    }
  }
  return { width: newWidth, height: newHeight, rgba: made };
}
