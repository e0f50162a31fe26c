// The shape of distances: published numbers, and what the settings do.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { exponentialShape } from "./exponential-shape.ts";

test("numbers of the published shape at a scale of 2,300", () => {
  const at = (dispersion: number, density: number) =>
    [0, 1000, 2300].map((distance) => Number(exponentialShape(distance, 2300, dispersion, density).toFixed(6)));
  expect(at(1, 1)).toEqual([1, 0.804615, 0.606531]);
  expect(at(1.1, 1.1)).toEqual([1, 0.835552, 0.661515]);
});

const distance = fc.double({ min: 0, max: 100, noNaN: true });
const setting = fc.double({ min: 0.1, max: 10, noNaN: true });

law.prop([distance, distance, setting, setting, setting])(
  "it falls with the distance, within 0 and 1, and disperses with both settings",
  (a, b, scale, dispersion, density) => {
    const [near, far] = a < b ? [a, b] : [b, a];
    const shape = exponentialShape(near, scale, dispersion, density);
    expect(shape).toBeLessThanOrEqual(1);
    expect(exponentialShape(far, scale, dispersion, density)).toBeLessThanOrEqual(shape);
    expect(exponentialShape(near, scale, 2 * dispersion, density)).toBeGreaterThanOrEqual(shape);
    expect(exponentialShape(near, scale, dispersion, 2 * density)).toBeGreaterThanOrEqual(shape);
    expect(exponentialShape(far, scale, dispersion, density)).toBeGreaterThanOrEqual(0);
  },
);
