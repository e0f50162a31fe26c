// Noise of gradients, where it is known.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { batchNoise } from "./gradient-noise.ts";

test("equal gradients have no noise; normal noise around a known mean has its variance over the squared length", () => {
  const same = batchNoise(2);
  for (let k = 0; k < 3; k++) same.add([3, 4]);
  expect(same.noise()).toBeCloseTo(0, 12);
  const nothing = batchNoise(2);
  for (let k = 0; k < 3; k++) nothing.add([0, 0]);
  expect(nothing.noise()).toBe(0);
  const random = Random.of(1, "noise");
  const meter = batchNoise(2);
  for (let k = 0; k < 4000; k++) meter.add([3 + random.normal(), 4 + 2 * random.normal()]);
  expect(Math.abs(meter.noise() - 5 / 25)).toBeLessThan(0.01);
});

test("gradients that cancel have ten times the share that chance leaves of a mean, and no more", () => {
  const meter = batchNoise(1);
  for (const one of [1, -1, 1.1, -0.9]) meter.add([one]);
  const [mean, square] = [0.05, (1 + 1 + 1.21 + 0.81) / 4];
  const variance = (4 * (square - mean * mean)) / 3;
  expect(meter.noise()).toBeCloseTo(variance / ((mean * mean) / 10), 6);
});
