// Tracks, captions and what the parser reads of clips; frames that a judge of pictures is shown; slopes by finite differences.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { templateReader } from "../../core/template-mixture.ts";
import { episodeRunner } from "../../play/episode.ts";
import { clipBank, clipTemplates, tracksOf } from "./clip-bank.ts";
import { CLIP_WORDS, clipMixture } from "./clip-caption.ts";
import { clipReader } from "./clip-reading.ts";
import { clips } from "./clips.ts";
import { attenuation, drawFrameWeights, firstOf } from "./frame-segments.ts";
import { PIXELS } from "./sprite-bank.ts";

test("a sprite of 6 frames has 196 tracks, 0.714 pixels a frame fast on average, 36 of which stand still", () => {
  const tracks = tracksOf(6);
  expect(tracks.length).toBe(196);
  expect(clipBank(6).count).toBe(589);
  expect(tracks.filter(({ vy, vx }) => vy === 0 && vx === 0).length).toBe(36);
  const speed = tracks.reduce((sum, { vy, vx }) => sum + (Math.abs(vy) + Math.abs(vx)) / 2 / tracks.length, 0);
  expect(speed).toBeCloseTo(5 / 7, 12);
  expect(tracksOf(8).length).toBe(100);
});

test("each of the 589 clips is read as itself, and noisy clips as the nearest of all templates", () => {
  const bank = clipBank(6);
  const reader = clipReader(bank);
  const size = 6 * PIXELS;
  const templates = clipTemplates(bank, 1);
  for (let clip = 0; clip < bank.count; clip++) {
    reader.read(templates, clip * size);
    expect(reader.nearestClip()).toBe(clip);
    expect(reader.distanceOf(clip)).toBeCloseTo(0, 9);
    if (clip > 0) expect([reader.jitter(), reader.flicker()]).toEqual([0, 0]);
  }
  const nearest = templateReader({ templates, count: bank.count, size });
  const random = Random.of(1, "noise");
  for (let k = 0; k < 40; k++) {
    const id = random.integer(bank.count);
    const x = templates.slice(id * size, (id + 1) * size).map((one) => one + 1.5 * random.normal());
    reader.read(x, 0);
    const { template, distance } = nearest(x, 0);
    expect(reader.nearestClip()).toBe(template);
    expect(reader.distanceOf(template)).toBeCloseTo(distance, 6);
  }
});

test("the painter is right, dull clips are read as what they are, and less of their contrast is left", () => {
  for (const contrast of [1, 0.7]) {
    const played = painted({ contrast, colours: 2 }, 30);
    expect(played.right).toBeCloseTo(1, 9);
    expect(played.contrast).toBeCloseTo(contrast, 9);
    expect(played.jitter).toBe(0);
    if (contrast === 1) expect(played.closeness).toBeCloseTo(0, 9);
    else expect(played.closeness).toBeLessThan(-0.01);
  }
});

test("captions leave motions and places open where they say nothing, and held-out pairs are seen apart", () => {
  const open = clipMixture(clipBank(6), 1, 0, 1);
  const caption = new Float32Array(CLIP_WORDS);
  caption[0] = caption[1] = 1;
  const weights = new Float64Array(open.count);
  open.weights(caption, 0, weights);
  expect(weights.filter((one) => one > 0).length).toBe(196);
  const noisy = clipMixture(clipBank(6), 1, 0.3, 1);
  caption[4] = 1;
  noisy.weights(caption, 0, weights);
  expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  // A quadrant has 49 tracks: 0.8 for the shape, 0.7 + 0.3/4 for the place.
  const right = Array.from(weights.keys()).filter((clip) => noisy.fits(caption, 0, clip));
  expect(right.length).toBe(49);
  expect(right.reduce((sum, clip) => sum + weights[clip], 0)).toBeCloseTo(0.8 * 0.775, 12);
  for (const captions of ["seen", "unseen"] as const) {
    const world = clips.make({ captions });
    const seen = new Float32Array(CLIP_WORDS);
    for (let k = 0; k < 60; k++) {
      world.reset(Random.of(k, "captions"), new Float64Array(world.spec.channels.length));
      world.observe(seen);
      const held = [0, 1, 2].some((pair) => seen[1 + pair] === 1 && seen[4 + pair] === 1);
      expect(held).toBe(captions === "unseen");
    }
  }
});

test("16 frames in 4 segments with λ = 1 weigh .00262, .14283, .38825 and .00711 on average, as in the paper's code", () => {
  expect(meanWeights(16, 4, 1).map((one) => Number(one.toFixed(5)))).toEqual([0.00262, 0.14283, 0.38825, 0.00711]);
  expect(meanWeights(16, 4, 1).reduce((a, b) => a + b / 4, 0)).toBeCloseTo(0.1352, 5);
  expect(meanWeights(16, 4, 0)).toEqual([1, 1, 1, 1]);
  const random = Random.of(3, "segments");
  const weights = new Float64Array(16);
  const sums = new Float64Array(4);
  for (let k = 0; k < 4000; k++) {
    drawFrameWeights(4, 1, random, weights);
    for (let frame = 0; frame < 16; frame++) {
      sums[Math.floor(frame / 4)] += weights[frame] / 1000;
      if (weights[frame] > 0) expect(weights[frame]).toBe(attenuation(frame, 16, 1) / 4);
    }
  }
  for (const [k, mean] of meanWeights(16, 4, 1).entries()) expect(Math.abs(sums[k] - mean)).toBeLessThan(0.05 * mean);
});

test("the order of frames changes neither channel of single frames, but the sampled ones where they are attenuated", () => {
  const outcomesOf = (attenuation: number, isReversed: boolean) => {
    const world = clips.make({ segments: 6, attenuation });
    const runner = episodeRunner(world);
    runner.begin(Random.of(5, "order"));
    const { actions } = runner.episode;
    world.spec.oracles?.painter?.play(0).reset(Random.of(1, "hand"));
    const random = Random.of(2, "pixels");
    const frames = Array.from({ length: 6 }, () => Float64Array.from({ length: PIXELS }, () => random.uniform(-1, 1)));
    for (const [k, frame] of (isReversed ? frames.toReversed() : frames).entries()) actions.set(frame, k * PIXELS);
    runner.step();
    return Array.from(runner.episode.outcomes);
  };
  for (const lambda of [0, 1]) {
    const [as, reversed] = [outcomesOf(lambda, false), outcomesOf(lambda, true)];
    for (const channel of [5, 6]) expect(as[channel]).toBeCloseTo(reversed[channel], 9);
    for (const channel of [7, 8]) expect(Math.abs(as[channel] - reversed[channel]) < 1e-9).toBe(lambda === 0);
  }
});

test("slopes of all channels that have one are their finite differences", () => {
  const world = clips.make({ colours: 2, present: 0.7, contrast: 0.8 });
  const { spec } = world;
  const actions = new Float64Array(spec.actionSize);
  const outcomes = new Float64Array(spec.channels.length);
  const random = Random.of(4, "action");
  for (let episode = 0; episode < 3; episode++) {
    world.reset(Random.of(episode, "slopes"), outcomes);
    const painter = spec.oracles?.painter?.play(0);
    const seen = new Float32Array(spec.observationSize);
    world.observe(seen);
    painter?.reset(Random.of(episode, "hand"));
    painter?.act(seen, actions);
    for (let k = 0; k < actions.length; k++) actions[k] += 0.3 * random.normal();
    const valueAt = (k: number, shift: number, channel: number): number => {
      actions[k] += shift;
      // The same frames are drawn in both.
      world.step(actions, outcomes, Random.of(7, "frames"));
      actions[k] -= shift;
      return outcomes[channel];
    };
    for (const name of spec.slopes ?? []) {
      const channel = spec.channels.findIndex((one) => one.name === name);
      const of = new Float64Array(spec.channels.length);
      of[channel] = 1;
      const slope = new Float64Array(spec.actionSize);
      world.step(actions, outcomes, Random.of(7, "frames"));
      world.slope?.(of, slope);
      for (let tried = 0; tried < 12; tried++) {
        const k = random.integer(actions.length);
        const difference = (valueAt(k, 1e-5, channel) - valueAt(k, -1e-5, channel)) / 2e-5;
        expect(slope[k]).toBeCloseTo(difference, 6);
      }
      expect(slope.some((one) => one !== 0)).toBe(true);
    }
  }
});

/** Mean outcomes of the painter's clips. */
function painted(parameters: object, episodes: number): Record<string, number> {
  const world = clips.make(parameters);
  const runner = episodeRunner(world);
  const painter = world.spec.oracles?.painter?.play(0);
  const sums: Record<string, number> = {};
  for (let k = 0; k < episodes; k++) {
    runner.begin(Random.of(k, "painter"));
    painter?.reset(Random.of(k, "hand"));
    painter?.act(runner.episode.look(), runner.episode.actions);
    runner.step();
    for (const [c, { name }] of world.spec.channels.entries())
      sums[name] = (sums[name] ?? 0) + runner.episode.outcomes[c] / episodes;
  }
  return sums;
}

test("a clip has a sprite where it is not the empty one", () => {});

/** Mean weight exp(−λ·|g − F/2|) of the frame that is drawn from each segment, [segments]. */
function meanWeights(frames: number, segments: number, lambda: number): number[] {
  return Array.from({ length: segments }, (_, k) => {
    const [first, next] = [firstOf(k, frames, segments), firstOf(k + 1, frames, segments)];
    let sum = 0;
    for (let frame = first; frame < next; frame++) sum += attenuation(frame, frames, lambda);
    return sum / (next - first);
  });
}
