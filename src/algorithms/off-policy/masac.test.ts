// Soft actor-critic with central critics against a soft equilibrium in closed form, and the promises of every training.

import { expect, test } from "vitest";
import { drawnPlaces, oneMove } from "../../../test/fixtures/games.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { masac, sac } from "./soft.ts";

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "masac test", seed);

const quick = settings(`
  steps: 8000, warmup: 1000, every: 1, copies: 4, batch: 64, rate: 4e-3, hidden: [8, 8], activation: tanh,
  segments: 1, scaleRewards: false, mode: false
`);

// Two players on [−1, 1] are paid −κ(x_i − m_i)² + k·x_i·x_j. With a temperature α the soft best answer to draws of mean x_j is
// N(m_i + k·x_j/2κ, α/2κ) far from the edges (π ∝ exp(Q/α), arXiv 1801.01290, eq. 4), so that the means are the equilibrium's.
const [STEEP, K] = [1, 0.6];
const M = [0.5, -0.1];
const duel = () =>
  oneMove({
    players: 2,
    action: { low: 0, high: 10 },
    pays: (x) => x.map((own, i) => -STEEP * (own - M[i]) ** 2 + K * own * x[1 - i]),
  });
const h = K / (2 * STEEP);
const wanted = M.map((own, i) => (own + h * M[1 - i]) / (1 - h * h));

test("with a temperature α both players draw from the soft equilibrium", () => {
  const temperature = 0.04;
  const training = masac.make({ ...quick, steps: 6000, tune: false, temperature }).train(context(duel));
  trainToEnd(training);
  const moments = [0, 1].map((seat) => drawnPlaces(training.player(seat)));
  training.close();
  const spread = Math.sqrt(temperature / (2 * STEEP));
  for (const [i, { mean, deviation }] of moments.entries()) {
    expect(Math.abs(mean - wanted[i])).toBeLessThan(0.06);
    expect(Math.abs(deviation / spread - 1)).toBeLessThan(0.15);
  }
  expect(wanted[1] - M[1]).toBeGreaterThan(0.15);
});

test("each seat's temperature is tuned until its own entropy is as wanted", () => {
  const training = masac.make({ ...quick, steps: 6000, temperature: 0.2, entropy: -0.5 }).train(context(duel));
  const last = trainToEnd(training).at(-1)?.measures;
  const tensors = training.checkpoint()?.tensors ?? [];
  const temperatures = tensors.find(({ name }) => name === "learner.0.temperature")?.data ?? [];
  const moments = [0, 1].map((seat) => drawnPlaces(training.player(seat)));
  training.close();
  // A normal number has the entropy ½·log(2πe·σ²).
  const spread = Math.exp(-0.5 - 0.5 * Math.log(2 * Math.PI * Math.E));
  for (const { deviation } of moments) expect(Math.abs(deviation / spread - 1)).toBeLessThan(0.15);
  expect(Math.abs((last?.entropy ?? 0) + 0.5)).toBeLessThan(0.15);
  expect(temperatures).toHaveLength(2);
});

test("alone at the table it is sac", () => {
  const short = { ...quick, steps: 800, warmup: 400, interval: 200, segments: 2 };
  const begin = () => context(() => oneMove({ players: 1, action: { low: 0, high: 1 }, pays: ([x]) => [-x * x] }));
  const one = masac.make({ ...short, maxNorm: 1e9 }).train(begin());
  const other = sac.make(short).train(begin());
  expect(trainToEnd(one)).toEqual(trainToEnd(other));
  expect(one.checkpoint()).toEqual(other.checkpoint());
  one.close();
  other.close();
});

test("a mode player plays the middle", () => {
  const training = masac.make({ ...quick, steps: 600, mode: true }).train(context(duel, 2));
  trainToEnd(training);
  expect(drawnPlaces(training.player(1)).deviation).toBeLessThan(1e-6);
  training.close();
});
