// Templates, captions and what the parser reads of pictures.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { templateReader } from "../../core/template-mixture.ts";
import { episodeRunner } from "../../play/episode.ts";
import { CELLS, isPresent, quadrantIn, shapeIn, spriteMixture } from "./caption.ts";
import { PIXELS, quadrantOf, spriteOf, TEMPLATES, templateOf, templates } from "./sprite-bank.ts";
import { sprites } from "./sprites.ts";

test("109 templates differ by a squared distance of 16 at least, and each is read as itself", () => {
  expect(TEMPLATES).toBe(109);
  const read = templateReader({ templates, count: TEMPLATES, size: PIXELS });
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < TEMPLATES; a++) {
    expect({ ...read(templates, a * PIXELS) }).toEqual({ template: a, distance: 0 });
    for (let b = 0; b < a; b++) {
      let square = 0;
      for (let k = 0; k < PIXELS; k++) square += (templates[a * PIXELS + k] - templates[b * PIXELS + k]) ** 2;
      least = Math.min(least, square);
    }
  }
  expect(least).toBe(16);
  for (let id = 1; id < TEMPLATES; id++) {
    const sprite = spriteOf(id);
    expect(sprite && templateOf(sprite)).toBe(id);
  }
});

test("noise of deviation 0.5 is read through, and noise of 1 is misread in a ninth of the cases", () => {
  const read = templateReader({ templates, count: TEMPLATES, size: PIXELS });
  const random = Random.of(1, "noise");
  const misread = (deviation: number): number => {
    let wrong = 0;
    const x = new Float64Array(PIXELS);
    for (let k = 0; k < 4000; k++) {
      const id = random.integer(TEMPLATES);
      for (let i = 0; i < PIXELS; i++) x[i] = templates[id * PIXELS + i] + deviation * random.normal();
      if (read(x, 0).template !== id) wrong += 1;
    }
    return wrong / 4000;
  };
  expect(misread(0.5)).toBeLessThan(0.002);
  expect(Math.abs(misread(1) - 0.11)).toBeLessThan(0.02);
});

/** Outcomes of a picture by channel, in a world that begins with a caption of one colour or more. */
function drawn(draw: (caption: Float32Array, action: Float64Array) => void, seed = 1) {
  const world = sprites.make({});
  const runner = episodeRunner(world);
  runner.begin(Random.of(seed, "sprites"));
  draw(runner.episode.look(), runner.episode.actions);
  runner.step();
  const names = world.spec.channels.map(({ name }) => name);
  return Object.fromEntries(names.map((name, k) => [name, runner.episode.outcomes[k]]));
}

test("an empty canvas has nothing but what is not there, lies in the middle, and is dark", () => {
  const outcomes = drawn((_, action) => action.fill(-1));
  expect(outcomes).toMatchObject({ shape: 0, quadrant: 0, right: 0, sharpness: -0, centrality: 0, brightness: -1 });
});

test("the painter is right whenever its captions are, and as often wrong as its noise says", () => {
  const share = (noise: number) => {
    const world = sprites.make({ noise });
    const runner = episodeRunner(world);
    const painter = world.spec.oracles?.painter?.play(0);
    let right = 0;
    let shapes = 0;
    for (let k = 0; k < 500; k++) {
      runner.begin(Random.of(k, "painter"));
      painter?.reset(Random.of(k, "hand"));
      painter?.act(runner.episode.look(), runner.episode.actions);
      runner.step();
      right += runner.episode.outcomes[3] / 500;
      shapes += runner.episode.outcomes[1] / 500;
      expect(runner.episode.outcomes[4]).toBeCloseTo(0, 9);
    }
    return { right, shapes };
  };
  expect(share(0)).toEqual({ right: expect.closeTo(1, 9), shapes: expect.closeTo(1, 9) });
  // A shape is right with 1 − ν + ν/3.
  expect(Math.abs(share(0.3).shapes - 0.8)).toBeLessThan(0.05);
});

test("weights of a captioned colour are even over the nine places of its quadrant, and sum to 1 with noise", () => {
  const caption = new Float32Array(24);
  caption[0] = 1;
  caption[2] = 1;
  caption[4 + 3] = 1;
  const weights = new Float64Array(TEMPLATES);
  const exact = spriteMixture(0);
  exact.weights(caption, 0, weights);
  for (let id = 0; id < TEMPLATES; id++) {
    const sprite = spriteOf(id);
    const isRight = sprite !== undefined && sprite.shape === 1 && quadrantOf(sprite) === 3;
    expect(exact.fits(caption, 0, id)).toBe(isRight);
    expect(weights[id]).toBeCloseTo(isRight ? 1 / CELLS : 0, 12);
  }
  spriteMixture(0.3).weights(caption, 0, weights);
  expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  expect(exact.fits(caption, 1, 0)).toBe(true);
});

test("usual and rare captions share no combination, have every shape and quadrant, and make up all", () => {
  const seen = (combinations: string) => {
    const world = sprites.make({ combinations });
    const runner = episodeRunner(world);
    const found = new Set<string>();
    for (let k = 0; k < 400; k++) {
      runner.begin(Random.of(k, "captions"));
      const caption = runner.episode.look();
      for (let colour = 0; colour < 3; colour++)
        if (isPresent(caption, colour)) found.add(`${colour}${shapeIn(caption, colour)}${quadrantIn(caption, colour)}`);
    }
    return found;
  };
  const [all, usual, rare] = ["all", "usual", "rare"].map(seen);
  expect([all.size, usual.size, rare.size]).toEqual([36, 24, 12]);
  expect([...usual].filter((one) => rare.has(one))).toEqual([]);
  for (const at of [1, 2]) expect(new Set([...rare].map((one) => one[at])).size).toBe(at === 1 ? 3 : 4);
});

test("a painter with one place in a quadrant draws in its middle, and boxes are the nine pixels of a sprite", () => {
  const caption = Float32Array.of(1, 1, 0, 0, 0, 0, 0, 1, ...new Float32Array(16));
  const weights = new Float64Array(TEMPLATES);
  const mixture = spriteMixture(0, { along: 1 });
  mixture.weights(caption, 0, weights);
  const [template] = Array.from(weights.keys()).filter((id) => weights[id] > 0);
  expect(weights[template]).toBe(1);
  expect(spriteOf(template)).toEqual({ shape: 0, y: 4, x: 4 });
  const { objects } = mixture;
  expect(objects?.box(template)).toEqual({ left: 4, top: 4, right: 7, bottom: 7 });
  expect(objects?.box(0)).toBeUndefined();
  const cross = templateOf({ shape: 2, y: 4, x: 4 });
  expect([template, cross, 0].map((id) => objects?.isAsWanted(caption, 0, id))).toEqual([true, false, false]);
  expect([template, cross, 0, 1].map((id) => objects?.liesAsWanted(caption, 0, id))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([0, template].map((id) => objects?.isAsWanted(caption, 1, id))).toEqual([true, false]);
});
