// Drawn digits against their description, and how names and drawings of them are scored.

import { expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { type Agent, memoryless, reactive } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { DIGITS, digitDrawing } from "./drawn-digits.ts";
import { glyphs } from "./glyphs.ts";

function drawn(count: number, noise: number) {
  const images = digitDrawing({ shift: 2, contrast: [0.7, 1.3], noise });
  const random = Random.of(1, "digits");
  return {
    images,
    all: Array.from({ length: count }, () => {
      const [clean, image] = [new Float64Array(images.pixels), new Float64Array(images.pixels)];
      const digit = images.draw(random, clean, image);
      return { digit, clean, image };
    }),
  };
}

test("without noise, every digit comes in nine places, all different, with ink from 0.7 to 1.3", () => {
  const { images, all } = drawn(4000, 0);
  const shapes = new Map<string, number>();
  const inks = new Set<number>();
  for (const { digit, clean, image } of all) {
    expect(image).toEqual(clean);
    shapes.set(Array.from(clean, (x) => (x > images.low ? "#" : ".")).join(""), digit);
    for (const x of new Set(clean)) if (x > images.low) inks.add(x);
  }
  expect(shapes.size).toBe(9 * DIGITS);
  for (let digit = 0; digit < DIGITS; digit++)
    expect([...shapes.values()].filter((of) => of === digit)).toHaveLength(9);
  const [least, most] = [Math.min(...inks), Math.max(...inks)];
  expect(least).toBeGreaterThanOrEqual(images.standard(0.7));
  expect(least).toBeLessThan(images.standard(0.71));
  expect(most).toBeLessThan(images.high);
  expect(most).toBeGreaterThan(images.standard(1.29));
});

test("pixels have mean 0 and variance 1, and the noise has its deviation", () => {
  const { images, all } = drawn(3000, 0.4);
  const pixels = all.flatMap(({ image }) => [...image]);
  const mean = pixels.reduce((sum, x) => sum + x, 0) / pixels.length;
  const square = pixels.reduce((sum, x) => sum + x * x, 0) / pixels.length;
  expect(Math.abs(mean)).toBeLessThan(0.01);
  expect(Math.abs(square - 1)).toBeLessThan(0.02);
  const unit = images.standard(1) - images.standard(0);
  const noise = all.reduce((sum, { clean, image }) => sum + image.reduce((s, x, k) => s + (x - clean[k]) ** 2, 0), 0);
  expect(Math.sqrt(noise / pixels.length) / unit).toBeCloseTo(0.4, 2);
});

/** Mean of the second channel and sum of the pay over an episode. */
function played(parameters: object, agent?: Agent) {
  const world = glyphs.make({ horizon: 50, ...parameters });
  return playOne(world, agent ?? oracle(world, "truth"));
}

function playOne(world: NumericEnvironment, agent: Agent) {
  const random = Random.of(3, "world");
  const [payoff, second] = Object.values(playEpisode(world, [agent], random, { hand: random }).sums);
  return { payoff, second: second / world.spec.horizon };
}

test("the oracle names every digit, and one name for all is right for a tenth", () => {
  expect(played({})).toEqual({ payoff: 50, second: expect.closeTo(1, 12) });
  const { second } = played(
    { horizon: 4000 },
    reactive(() => 3),
  );
  expect(Math.abs(second - 0.1)).toBeLessThan(0.015);
});

test("the oracle draws every picture without its noise, and an image without ink errs by 1", () => {
  const exact = played({ asks: "picture" });
  expect(exact.second).toBeLessThan(1e-12);
  expect(Math.abs(exact.payoff)).toBeLessThan(1e-9);
  const { pixels } = digitDrawing({ shift: 2, contrast: [0.7, 1.3], noise: 0 });
  const again = memoryless((seen, action) => action.set(seen.subarray(0, pixels)));
  expect(played({ asks: "picture", noise: 0 }, again).second).toBeLessThan(1e-12);
  // Pixels without noise have mean 0 and variance 1, so an image without ink errs by 1 on average.
  const blank = memoryless((_seen, action) => void action.fill(0));
  expect(Math.abs(played({ asks: "picture", noise: 0, horizon: 2000 }, blank).second - 1)).toBeLessThan(0.03);
});

test("an unlabelled world shows the image alone, and nothing plays it for the learner", () => {
  const { spec } = glyphs.make({ labelled: false });
  expect(spec.observation.map(({ name }) => name)).toEqual(["image"]);
  expect(spec.oracles).toBeUndefined();
});
