// The samplers against exact recursions of mean and variance on normal data, where a step is a linear map with normal noise.

import { expect, test } from "vitest";
import { type Diffusion, diffusionAt, stochasticStep } from "./samplers.ts";

const [MEAN, VARIANCE] = [1, 0.25];

/** Slope and intercept of E[ε | x] − E[x₀ | x] in x, for x₀ normal. */
function velocityAt(t: number): { slope: number; intercept: number } {
  const q = VARIANCE * (1 - t) ** 2 + t * t;
  const slope = (t - VARIANCE * (1 - t)) / q;
  return { slope, intercept: -MEAN - slope * (1 - t) * MEAN };
}

/** Mean and variance at the end of `steps` steps, with noise in each; `scored` false leaves out what the score adds to the mean. */
function ended(diffusion: Diffusion | undefined, steps: number, scored = true): { mean: number; variance: number } {
  const d = 1 / steps;
  let [mean, variance] = [0, 1];
  for (let k = 0; k < steps; k++) {
    const t = 1 - k * d;
    const sigma = diffusion === undefined ? 0 : diffusionAt(diffusion, t, d);
    const step = stochasticStep(t, d, sigma);
    const { keep, move } = scored ? step : { keep: 1, move: d };
    const { slope, intercept } = velocityAt(t);
    mean = (keep - move * slope) * mean - move * intercept;
    variance = (keep - move * slope) ** 2 * variance + step.deviation ** 2;
  }
  return { mean, variance };
}

const RISING: Diffusion = { kind: "rising", a: 0.7 };
const CONSTANT: Diffusion = { kind: "constant", eta: 0.3 };

test.each([
  [RISING, 100, true, 0.25037],
  [RISING, 1000, true, 0.25092],
  [RISING, 100, false, 1.07711],
  [RISING, 1000, false, 1.37251],
  [CONSTANT, 100, true, 0.2438],
  [CONSTANT, 1000, true, 0.24937],
  [CONSTANT, 100, false, 0.31252],
  [CONSTANT, 1000, false, 0.31986],
  [undefined, 100, true, 0.2427],
  [undefined, 1000, true, 0.24926],
] as const)("noise %j in %i steps, score %s: variance %d", (diffusion, steps, scored, variance) => {
  const end = ended(diffusion, steps, scored);
  expect(end.variance).toBeCloseTo(variance, 4);
  expect(end.mean).toBeCloseTo(1, scored ? 3 : 0);
});
