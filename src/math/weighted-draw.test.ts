// Draws against their chances.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { drawAt, drawDistinct } from "./weighted-draw.ts";

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

test("one draw goes by the chances of its stretch, and nothing without a chance is drawn", () => {
  const random = Random.of(2, "draws");
  const chances = [9, 0.2, 0, 0.5, 0.3, 9];
  const counts = [0, 0, 0, 0];
  for (let k = 0; k < 6000; k++) counts[drawAt(chances, 1, 4, random)] += 1;
  expect(counts[1]).toBe(0);
  for (const [k, count] of counts.entries()) expect(Math.abs(count / 6000 - chances[1 + k])).toBeLessThan(0.02);
});
