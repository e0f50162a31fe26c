// The generated digits against what is said of them.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { drawGlyphs, GLYPH_CLASSES, GLYPH_PIXELS, glyphBatch, shuffledOrder } from "./glyphs.ts";

const raw = { mean: 0, deviation: 1 };

test("without noise, every digit comes in nine places with contrasts from 0.7 to 1.3", () => {
  const { images, labels, rows } = drawGlyphs(4000, Random.of(1), { noise: 0, standard: raw });
  const shapes = new Map<string, number>();
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < rows; i++) {
    const image = images.subarray(i * GLYPH_PIXELS, (i + 1) * GLYPH_PIXELS);
    const contrast = Math.max(...image);
    [least, most] = [Math.min(least, contrast), Math.max(most, contrast)];
    expect(image.every((x) => x === 0 || x === contrast)).toBe(true);
    shapes.set(Array.from(image, (x) => (x > 0 ? "#" : ".")).join(""), labels[i]);
  }
  expect(shapes.size).toBe(9 * GLYPH_CLASSES);
  for (let digit = 0; digit < GLYPH_CLASSES; digit++) {
    expect([...shapes.values()].filter((label) => label === digit).length).toBe(9);
  }
  expect(least).toBeGreaterThanOrEqual(0.7);
  expect(least).toBeLessThan(0.71);
  expect(most).toBeLessThan(1.3);
  expect(most).toBeGreaterThan(1.29);
});

test("noise has the deviation that is asked for, and images are standardised", () => {
  const clean = drawGlyphs(500, Random.of(2), { noise: 0, standard: raw });
  const square = drawGlyphs(500, Random.of(2), { noise: 0.4, standard: raw }).images.reduce((sum, x) => sum + x * x, 0);
  const shine = clean.images.reduce((sum, x) => sum + x * x, 0);
  // Other draws follow the noise, so only the means agree: 31500 pixels, deviation of the estimate below 2%.
  expect(Math.sqrt((square - shine) / clean.images.length)).toBeCloseTo(0.4, 1);
  const { images } = drawGlyphs(500, Random.of(2));
  expect(images.reduce((sum, x) => sum + x, 0) / images.length).toBeCloseTo(0, 12);
  expect(images.reduce((sum, x) => sum + x * x, 0) / images.length).toBeCloseTo(1, 12);
});

test("a batch has the images and digits of its order", () => {
  const glyphs = drawGlyphs(30, Random.of(3));
  const order = shuffledOrder(30, Random.of(4));
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
  const { inputs, targets } = glyphBatch(glyphs, order, "digits");
  for (const [i, from] of order.entries()) {
    const image = glyphs.images.subarray(from * GLYPH_PIXELS, (from + 1) * GLYPH_PIXELS);
    expect([...inputs.subarray(i * GLYPH_PIXELS, (i + 1) * GLYPH_PIXELS)]).toEqual([...image]);
    expect(targets.subarray(i * GLYPH_CLASSES, (i + 1) * GLYPH_CLASSES).indexOf(1)).toBe(glyphs.labels[from]);
  }
  const same = glyphBatch(glyphs, order, "images");
  expect([...same.targets]).toEqual([...inputs]);
});
