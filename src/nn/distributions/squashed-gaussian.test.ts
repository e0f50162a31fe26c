// The squashed density against its integral and against samples, batches against single values, gradients against finite differences.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { grad, np } from "../jax.ts";
import { squashedGaussian } from "./gaussian.ts";

/** Log-density of one number in (−1, 1): that of atanh(x) under N(μ, e^2s), less log(1 − x²). */
function squashedLogDensity(mean: number, logDeviation: number, x: number): number {
  const z = (Math.atanh(x) - mean) / Math.exp(logDeviation);
  return -0.5 * z * z - logDeviation - 0.5 * Math.log(2 * Math.PI) - Math.log1p(-x * x);
}

/** Integral ∫ f over (−1, 1) by the midpoint rule. */
function integral(f: (x: number) => number, parts = 20_000): number {
  let sum = 0;
  for (let k = 0; k < parts; k++) sum += (f(-1 + (2 * (k + 0.5)) / parts) * 2) / parts;
  return sum;
}

test("the density integrates to 1 for any parameters", () => {
  for (const [mean, spread] of matrix("0 0 | 0.7 -1 | -1.2 0.3"))
    expect(integral((x) => Math.exp(squashedLogDensity(mean, spread, x)))).toBeCloseTo(1, 3);
});

test("samples have the density's mean and second moment", () => {
  const [mean, spread] = [0.6, -0.4];
  const n = 40_000;
  const random = Random.of(1, "squashed");
  const column = (of: () => number) => np.array(Float32Array.from({ length: n }, of)).reshape([n, 1]);
  const { actions, logProbability } = squashedGaussian(
    column(() => mean),
    column(() => spread),
    column(() => random.normal()),
  );
  logProbability.dispose();
  let sum = 0;
  let squares = 0;
  for (const x of actions.dataSync()) {
    sum += x / n;
    squares += x ** 2 / n;
  }
  const density = (x: number) => Math.exp(squashedLogDensity(mean, spread, x));
  // Numbers in (−1, 1) have standard deviations below 1; the tolerance is five standard errors.
  expect(Math.abs(sum - integral((x) => x * density(x)))).toBeLessThan(5 / Math.sqrt(n));
  expect(Math.abs(squares - integral((x) => x * x * density(x)))).toBeLessThan(5 / Math.sqrt(n));
});

test("a batch gives tanh(μ + e^s·ε) and its joint log-density", () => {
  const mean = Float32Array.of(0.3, -1, 2, 0);
  const spread = Float32Array.of(-0.5, 0.1, -1, 0.4);
  const noise = Float32Array.of(0.2, -1.1, 0.7, -0.3);
  const shape = (x: Float32Array) => np.array(x.slice()).reshape([2, 2]);
  const { actions, logProbability } = squashedGaussian(shape(mean), shape(spread), shape(noise));
  const drawn = actions.dataSync();
  const densities = logProbability.dataSync();
  for (let row = 0; row < 2; row++) {
    let sum = 0;
    for (let k = 2 * row; k < 2 * row + 2; k++) {
      const x = Math.tanh(mean[k] + Math.exp(spread[k]) * noise[k]);
      expect(drawn[k]).toBeCloseTo(x, 6);
      sum += squashedLogDensity(mean[k], spread[k], x);
    }
    expect(densities[row]).toBeCloseTo(sum, 4);
  }
});

test("the log-density of extreme samples stays finite, as does its gradient: d/dμ log π(tanh u) = 2·tanh u", () => {
  const slope = grad((mean: np.Array) =>
    np.sum(squashedGaussian(mean, np.array([[0], [0], [0]]), np.array([[0], [0], [0]])).logProbability),
  )(np.array([[0.4], [12], [-12]])).dataSync();
  for (const [k, u] of [0.4, 12, -12].entries()) expect(slope[k]).toBeCloseTo(2 * Math.tanh(u), 4);
});
