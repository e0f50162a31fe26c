// The samplers against exact recursions of mean and variance on normal data, where a step is a linear map with normal noise, and against
// weights of templates.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { templateReader } from "../../core/template-mixture.ts";
import { spriteMixture } from "../../environments/pictures/caption.ts";
import { templateOf } from "../../environments/pictures/sprite-bank.ts";
import { exactFlow } from "./exact-flow.ts";
import { type Diffusion, diffusionAt, drawBySde, noise, stochasticStep, stochasticSteps } from "./samplers.ts";

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

test.each([
  ["rising", RISING],
  ["constant", CONSTANT],
] as const)(
  "with %s noise the exact velocity draws templates as often as they weigh, and leaves no noise",
  (_, diffusion) => {
    const { templates, size, count } = spriteMixture(0);
    const weights = new Float64Array(count);
    const [often, seldom] = [templateOf({ shape: 0, y: 0, x: 0 }), templateOf({ shape: 2, y: 4, x: 5 })];
    weights[often] = 0.75;
    weights[seldom] = 0.25;
    const flow = exactFlow({ templates, size, weights });
    const read = templateReader({ templates, count, size });
    const random = Random.of(9, "templates");
    const [x, v] = [new Float32Array(size), new Float32Array(size)];
    const field = (state: Float32Array, t: number) => {
      flow.velocity(state, 0, t, v);
      return v;
    };
    const [grid, draws] = [stochasticSteps(diffusion, 12, true), 1000];
    let share = 0;
    for (let k = 0; k < draws; k++) {
      noise(x, random);
      drawBySde(field, x, grid, random);
      const { template, distance } = read(x, 0);
      expect([often, seldom]).toContain(template);
      expect(distance).toBeLessThan(1e-6);
      if (template === often) share += 1 / draws;
    }
    // Three deviations of a share of 1,000 are .041.
    expect(Math.abs(share - 0.75)).toBeLessThan(0.05);
  },
);
