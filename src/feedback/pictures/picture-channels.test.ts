// What pictures are like, where it is known: plain ones, halves, and frames.

import { expect, test } from "vitest";
import { plain } from "../../../test/fixtures/picture-server.ts";
import type { Pixels } from "../../core/pixels.ts";
import { EarlierPictures, pictureChannels } from "./picture-channels.ts";

const of = (...frames: readonly Pixels[]) => pictureChannels({ frames });

/** Each pixel from its place. */
const drawn = (side: number, grey: (x: number, y: number) => number): Pixels => {
  const made = plain(0, 0, 0, side);
  for (let k = 0; k < side * side; k++) made.rgba.fill(grey(k % side, Math.floor(k / side)), 4 * k, 4 * k + 3);
  return made;
};

test("plain pictures have light and colours, and no contrast", () => {
  expect(of(plain(255, 255, 255))).toMatchObject({ brightness: expect.closeTo(1, 6), contrast: expect.closeTo(0, 6) });
  expect(of(plain(0, 255, 0)).brightness).toBeCloseTo(0.7152, 6);
  // Hasler and Süsstrunk: red − green is 1, yellow − blue a half, and neither varies.
  expect(of(plain(255, 0, 0)).colourfulness).toBeCloseTo(0.3 * Math.hypot(1, 0.5), 6);
  expect(of(plain(90, 90, 90)).colourfulness).toBeCloseTo(0, 6);
});

test("a half in black has a contrast of a half", () => {
  const halves = drawn(8, (x) => (x < 4 ? 0 : 255));
  expect(of(halves)).toMatchObject({ brightness: expect.closeTo(0.5, 6), contrast: expect.closeTo(0.5, 6) });
});

test("one white pixel inside of 3 × 3 is a Laplacian of −4, and a slope none", () => {
  expect(of(drawn(3, () => 0)).sharpness).toBe(0);
  // Four inner pixels see Laplacians −4, 1, 1, 0: variance 18/4 − (−2/4)².
  expect(of(drawn(4, (x, y) => (x === 1 && y === 1 ? 255 : 0))).sharpness).toBeCloseTo(4.25, 5);
  expect(of(drawn(6, (x) => 40 * x)).sharpness).toBeCloseTo(0, 6);
});

test("what is transparent is white", () => {
  const clear = plain(0, 0, 0);
  expect(of({ ...clear, rgba: clear.rgba.map(() => 0) }).brightness).toBeCloseTo(1, 6);
});

test("frames move, and channels are means over them", () => {
  const clip = of(plain(0, 0, 0), plain(255, 255, 255), plain(255, 255, 255));
  expect(clip).toMatchObject({ frames: 3, brightness: expect.closeTo(2 / 3, 6), motion: expect.closeTo(0.5, 6) });
});

test("a picture repeats earlier ones to its own prompt", () => {
  const earlier = new EarlierPictures();
  const [black, white] = [plain(0, 0, 0), plain(255, 255, 255, 32)];
  expect(earlier.repetition("a", black)).toBe(0);
  expect(earlier.repetition("b", black)).toBe(0);
  expect(earlier.repetition("a", white)).toBeCloseTo(0, 6);
  expect(earlier.repetition("a", plain(255, 255, 255))).toBe(1);
});
