// Draws without replacement against their chances.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { drawDistinct } from "./weighted-draw.ts";

test("first draws go by weight, and nothing is drawn twice", () => {
  const random = Random.of(1, "draws");
  const first = [0, 0, 0];
  for (let k = 0; k < 6000; k++) {
    const drawn = drawDistinct([1, 2, 3], 2, random);
    expect(new Set(drawn).size).toBe(2);
    first[drawn[0]] += 1;
  }
  for (const [k, weight] of [1, 2, 3].entries()) expect(Math.abs(first[k] / 6000 - weight / 6)).toBeLessThan(0.02);
  expect(drawDistinct([1, 1], 2, random).sort()).toEqual([0, 1]);
  expect(() => drawDistinct([1], 2, random)).toThrow("2 different numbers below 1");
});
