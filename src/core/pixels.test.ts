// PNG of every kind of channels, what is no PNG in words, and pictures of other sizes.

import { encode } from "fast-png";
import { expect, test } from "vitest";
import { words } from "../../test/fixtures/words.ts";
import { pngOf, readPng, resized } from "./pixels.ts";

const read = (png: Uint8Array) => {
  const pixels = readPng(png);
  if (typeof pixels === "string") throw new Error(pixels);
  return pixels;
};

test("channels and depths become eight bits of red, green, blue and opacity", () => {
  const made = (data: Uint8Array | Uint16Array, channels: number, depth: 1 | 8 | 16 = 8, width = 1) => [
    ...read(encode({ width, height: 1, data, channels, depth })).rgba,
  ];
  expect(made(Uint8Array.of(1, 2, 3), 3)).toEqual([1, 2, 3, 255]);
  expect(made(Uint8Array.of(1, 2, 3, 4), 4)).toEqual([1, 2, 3, 4]);
  expect(made(Uint8Array.of(7), 1)).toEqual([7, 7, 7, 255]);
  expect(made(Uint8Array.of(7, 9), 2)).toEqual([7, 7, 7, 9]);
  expect(made(Uint16Array.of(0xffff, 0, 0x8080), 3, 16)).toEqual([255, 0, 128, 255]);
  const bits = made(Uint8Array.of(0b10100000, 0b10000000), 1, 1, 9);
  expect(bits.filter((_, k) => k % 4 === 0).map((value) => value / 255)).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 1]);
});

test("a palette is looked up", () => {
  // 2 × 1 pixels, two bits each: the colours 1 and 2 of red, green and blue.
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABAgMAAACJTJcZAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAACklEQVR4nGNIAAAAYgBhsZh58gAAAABJRU5ErkJggg==",
    "base64",
  );
  expect([...read(png).rgba]).toEqual([0, 255, 0, 255, 0, 0, 255, 255]);
});

test("the one colour that stands for nothing is transparent", () => {
  // 4 × 1 pixels, black and red, of which black is the colour key.
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAIAAAB2XpiaAAAABnRSTlMAAAAAAABupgeRAAAAEElEQVR4nGNgYGA4wcAAIQEJbQGRkyeiAQAAAABJRU5ErkJggg==",
    "base64",
  );
  expect([...read(png).rgba]).toEqual([0, 0, 0, 0, 200, 0, 0, 255, 0, 0, 0, 0, 200, 0, 0, 255]);
});

test("a picture that is written is read again", () => {
  const picture = { width: 2, height: 1, rgba: Uint8ClampedArray.of(1, 2, 3, 4, 250, 251, 252, 253) };
  expect(readPng(pngOf(picture))).toEqual(picture);
});

test("a smaller picture has means, and a larger one the nearest pixels", () => {
  const grey = (values: readonly number[], width: number) => ({
    ...{ width, height: values.length / width },
    rgba: Uint8ClampedArray.from(values.flatMap((one) => [one, one, one, 255])),
  });
  expect(resized(grey([0, 100, 20, 40], 2), 1, 1)).toEqual(grey([40], 1));
  expect(resized(grey([0, 100], 2), 4, 1)).toEqual(grey([0, 0, 100, 100], 4));
});

const whole = encode({ width: 9, height: 9, data: new Uint8Array(243).fill(7), channels: 3 });
const changed = (at: number, value: number) => whole.map((byte, k) => (k === at ? value : byte));

words("pictures that cannot be read", [
  ["nothing", () => readPng(new Uint8Array())],
  ["a text", () => readPng(Buffer.from("<html>this page is not here</html>"))],
  ["a JPEG", () => readPng(Uint8Array.from({ length: 40 }, (_, k) => [255, 216, 255][k] ?? 0))],
  ["an MP4", () => readPng(Buffer.from("\0\0\0\x18ftypmp42 and more of the same kind"))],
  ["the first half of a PNG", () => readPng(whole.subarray(0, whole.length / 2))],
  ["a PNG with a wrong byte", () => readPng(changed(48, 255))],
  ["a PNG without pixels", () => readPng(changed(19, 0))],
  ["an interlaced PNG of four bits", () => readPng(changed(24, 4).map((byte, k) => (k === 28 ? 1 : byte)))],
  ["a PNG of 118 million pixels", () => readPng(changed(17, 200))],
]);
