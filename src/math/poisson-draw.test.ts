import { dpois, ppois } from "lib-r-math.js";
import { describe, expect, it } from "vitest";
import { Random } from "../core/random.ts";
import { PoissonDraws } from "./poisson-draw.ts";

const DRAWS = 40_000;

/** So many draws of a mean. */
function drawn(mean: number): Float64Array {
  const random = Random.of(3, "poisson", mean);
  const sample = new Float64Array(DRAWS);
  // Two means beside each other: the numbers of one are not those of the other.
  const draws = new PoissonDraws(Float64Array.of(mean, 2.5));
  const pair = new Float64Array(2);
  for (let k = 0; k < DRAWS; k++) {
    draws.draw(random, pair);
    sample[k] = pair[0];
  }
  return sample;
}

describe.each([0.3, 1, 4, 9.9, 10, 33, 250, 511, 512, 513, 1300, 20_000])("Poisson(%d)", (mean) => {
  const sample = drawn(mean);

  it("has its chances, by Pearson's χ²", () => {
    const counts = new Map<number, number>();
    for (const one of sample) counts.set(one, (counts.get(one) ?? 0) + 1);
    // Over the values that are expected ten times and more, the rest together.
    let [chiSquare, cells, seen, expected] = [0, 0, 0, 0];
    const wide = Math.ceil(9 * Math.sqrt(mean) + 30);
    for (let n = Math.max(0, Math.floor(mean) - wide); n < mean + wide; n++) {
      const wanted = DRAWS * Number(dpois(n, mean));
      if (wanted < 10) continue;
      const own = counts.get(n) ?? 0;
      chiSquare += (own - wanted) ** 2 / wanted;
      [cells, seen, expected] = [cells + 1, seen + own, expected + wanted];
    }
    chiSquare += (DRAWS - seen - (DRAWS - expected)) ** 2 / Math.max(1, DRAWS - expected);
    // Four standard deviations above the mean of χ².
    expect(chiSquare).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
  });

  it("has its mean and variance", () => {
    const average = sample.reduce((sum, one) => sum + one, 0) / DRAWS;
    const variance = sample.reduce((sum, one) => sum + (one - average) ** 2, 0) / (DRAWS - 1);
    expect(Math.abs(average - mean)).toBeLessThan(4 * Math.sqrt(mean / DRAWS));
    // The variance of the sample's variance: (μ₄ − σ⁴)/n, with μ₄ = mean + 3·mean².
    expect(Math.abs(variance - mean)).toBeLessThan(4 * Math.sqrt((mean + 2 * mean ** 2) / DRAWS));
  });
});

it("draws numbers of a mean that do not follow those of another", () => {
  const random = Random.of(5);
  const draws = new PoissonDraws(Float64Array.of(20, 20));
  const pair = new Float64Array(2);
  let together = 0;
  for (let k = 0; k < DRAWS; k++) {
    draws.draw(random, pair);
    together += (pair[0] - 20) * (pair[1] - 20);
  }
  // The mean of products has the standard deviation 20/√n.
  expect(Math.abs(together / DRAWS)).toBeLessThan((4 * 20) / Math.sqrt(DRAWS));
});

it("draws far tails as often as they happen", () => {
  const draws = new PoissonDraws(new Float64Array(20_000).fill(1));
  const random = Random.of(4);
  const sample = new Float64Array(20_000);
  let far = 0;
  for (let k = 0; k < 100; k++) {
    draws.draw(random, sample);
    for (const one of sample) if (one > 7) far += 1;
  }
  const wanted = 2_000_000 * (1 - Number(ppois(7, 1)));
  expect(Math.abs(far - wanted)).toBeLessThan(4 * Math.sqrt(wanted));
});

it("draws 0 of a mean of 0, and takes no number for it", () => {
  const [random, other] = [Random.of(1), Random.of(1)];
  const sample = Float64Array.of(7, 7);
  new PoissonDraws(Float64Array.of(0, 0)).draw(random, sample);
  expect([...sample]).toEqual([0, 0]);
  expect(random.uniform()).toBe(other.uniform());
});

it("draws the same numbers of a seed", () => {
  const draws = new PoissonDraws(Float64Array.of(0, 0.5, 10, 72, 1000));
  const sample = new Float64Array(5);
  draws.draw(Random.of(2, "draws"), sample);
  expect([...sample]).toMatchInlineSnapshot(`
    [
      0,
      0,
      14,
      81,
      914,
    ]
  `);
});
