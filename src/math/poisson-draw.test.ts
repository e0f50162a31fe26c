import { dpois } from "lib-r-math.js";
import { expect, it } from "vitest";
import { Random } from "../core/random.ts";
import { PoissonDraws, poissonDraw } from "./poisson-draw.ts";

it.each([0.3, 1, 4, 9.9, 10, 33, 250])("draws from Poisson(%d)", (mean) => {
  const random = Random.of(3, "poisson", mean);
  const draws = 40_000;
  const counts = new Map<number, number>();
  for (let k = 0; k < draws; k++) {
    const drawn = poissonDraw(mean, random);
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
  }
  // Pearson's χ² over the values that are expected ten times and more, the rest together.
  let [chiSquare, cells, seen, expected] = [0, 0, 0, 0];
  for (let n = 0; n < 3 * mean + 30; n++) {
    const wanted = draws * Number(dpois(n, mean));
    if (wanted < 10) continue;
    const found = counts.get(n) ?? 0;
    chiSquare += (found - wanted) ** 2 / wanted;
    [cells, seen, expected] = [cells + 1, seen + found, expected + wanted];
  }
  chiSquare += (draws - seen - (draws - expected)) ** 2 / Math.max(1, draws - expected);
  // Four standard deviations above the mean of χ².
  expect(chiSquare).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
});

it("draws 0 of a mean of 0", () => {
  const random = Random.of(1);
  for (let k = 0; k < 100; k++) expect(poissonDraw(0, random)).toBe(0);
});

it("draws the same numbers of means that are asked for again and again", () => {
  const means = Float64Array.of(0, 0.5, 9.99, 10, 72, 1e4);
  const draws = new PoissonDraws(means);
  const [one, other] = [Random.of(2, "draws"), Random.of(2, "draws")];
  const found = new Float64Array(means.length);
  for (let k = 0; k < 500; k++) {
    draws.draw(one, found);
    expect([...found]).toEqual(Array.from(means, (mean) => poissonDraw(mean, other)));
  }
});
