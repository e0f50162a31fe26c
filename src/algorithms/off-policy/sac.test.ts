// Soft actor-critic against soft optima in closed form, and the promises of every training.

import { expect, test } from "vitest";
import { drawnPlaces, oneMove } from "../../../test/fixtures/games.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { sac } from "./soft.ts";

/** One step in a box of [0, 10], paid by a function of the place on [−1, 1]; the step ends the episode or cuts it off. */
const oneStep = (pays: (x: number) => number, end: Status = Status.terminated) =>
  oneMove({ players: 1, action: { low: 0, high: 10 }, end, pays: ([x]) => [pays(x)] });

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "sac test", seed);

// A smooth critic of two layers: the hill's top and its curvature decide where the middle lies and how wide the spread is.
const quick = settings(`
  steps: 3000, warmup: 400, rate: 2e-3, copies: 2, gradients: 2, batch: 64, hidden: [8, 8], activation: tanh,
  segments: 1, mode: false, interval: 400
`);
const [STEEPNESS, BEST] = [2.5, 0.3];
const hill = () => oneStep((x) => -STEEPNESS * (x - BEST) ** 2);

test("with a temperature α it draws about N(c, α/2κ) where −κ(x − c)² is paid", () => {
  // Soft optimum: π ∝ exp(r/α) (arXiv 1801.01290, eq. 4); α = 0.05 gives a deviation of 0.1, far from the box's edges.
  const training = sac.make({ ...quick, steps: 4500, tune: false, temperature: 0.05 }).train(context(hill));
  trainToEnd(training);
  const { mean, deviation } = drawnPlaces(training.player(0));
  training.close();
  expect(Math.abs(mean - BEST)).toBeLessThan(0.03);
  expect(Math.abs(deviation / 0.1 - 1)).toBeLessThan(0.15);
});

test("a temperature that is tuned gives the entropy that is wanted, and is the one that theory gives for it", () => {
  const training = sac.make({ ...quick, steps: 12_000, temperature: 0.2 }).train(context(hill));
  const reports = trainToEnd(training);
  const settled = reports.slice(reports.length / 2);
  const meanOf = (name: string) => settled.reduce((sum, { measures }) => sum + measures[name], 0) / settled.length;
  const { mean, deviation } = drawnPlaces(training.player(0));
  training.close();
  // A normal number has the entropy ½·log(2πe·σ²); −1 is wanted for one number.
  const wanted = Math.exp(-1 - 0.5 * Math.log(2 * Math.PI * Math.E));
  expect(Math.abs(mean - BEST)).toBeLessThan(0.03);
  expect(Math.abs(deviation / wanted - 1)).toBeLessThan(0.15);
  expect(Math.abs(meanOf("entropy") + 1)).toBeLessThan(0.01);
  // At one moment the temperature is noisy; its mean is that of a normal number with the wanted entropy, 2κσ².
  expect(Math.abs(meanOf("temperature") / (2 * STEEPNESS * wanted ** 2) - 1)).toBeLessThan(0.1);
});

test("where episodes are only cut off, values go on, with entropy: V = (r + α·log 2)/(1 − γ) where all is paid alike", () => {
  const training = sac
    .make({ ...quick, steps: 1200, tune: false, temperature: 0.5, discount: 0.5, targetShare: 0.05 })
    .train(context(() => oneStep(() => 1, Status.truncated)));
  const last = trainToEnd(training).at(-1)?.measures;
  training.close();
  // The widest that a squashed normal number can be is a little narrower than uniform on [−1, 1], whose entropy is log 2.
  expect(last?.entropy).toBeGreaterThan(Math.LN2 - 0.05);
  expect(-(last?.actorLoss ?? 0) / ((1 + 0.5 * Math.LN2) / 0.5)).toBeCloseTo(1, 1);
});

test("a mode player plays the middle", () => {
  const training = sac.make({ ...quick, steps: 600, mode: true }).train(context(hill, 2));
  trainToEnd(training);
  expect(drawnPlaces(training.player(0)).deviation).toBeLessThan(1e-6);
  training.close();
});
