// Densities against formulas, batches against single values, samples against moments.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { np } from "../jax.ts";
import { categorical, logProbability, sampleCategorical } from "./categorical.ts";
import { gaussian, sampleGaussian } from "./gaussian.ts";

const logits = Float32Array.of(0.5, -1, 2, 0.1, 0, 300, -300, 5);

test("log-probabilities of choices, in doubles and in a batch", () => {
  const total = [0.5, -1, 2, 0.1].reduce((sum, x) => sum + Math.exp(x), 0);
  expect(logProbability(logits, 0, 4, 2)).toBeCloseTo(2 - Math.log(total), 6);
  expect(logProbability(logits, 4, 4, 1)).toBe(0);
  const batch = categorical(np.array(logits.slice()).reshape([2, 4]), np.array(Int32Array.of(2, 3)));
  const logs = batch.logProbability.dataSync();
  const entropies = batch.entropy.dataSync();
  expect(logs[0]).toBeCloseTo(logProbability(logits, 0, 4, 2), 5);
  expect(logs[1]).toBeCloseTo(logProbability(logits, 4, 4, 3), 3);
  const entropy = [0.5, -1, 2, 0.1].reduce((sum, x) => sum - (Math.exp(x) / total) * (x - Math.log(total)), 0);
  expect(entropies[0]).toBeCloseTo(entropy, 5);
  expect(entropies[1]).toBeCloseTo(0, 5);
});

test("choices are sampled with their probabilities", () => {
  const random = Random.of(1, "categorical");
  const n = 100_000;
  const counts = [0, 0, 0, 0];
  for (let k = 0; k < n; k++) counts[sampleCategorical(logits, 0, 4, random)] += 1;
  for (let k = 0; k < 4; k++) {
    const p = Math.exp(logProbability(logits, 0, 4, k));
    expect(Math.abs(counts[k] / n - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / n));
  }
  expect(largestAt(logits, 0, 4)).toBe(2);
});

test("densities of normal numbers, in doubles and in a batch", () => {
  const mean = Float32Array.of(1, -2);
  const spread = Float32Array.of(0.5, -1);
  const x = Float32Array.of(0.3, -2.2);
  let expected = 0;
  for (let k = 0; k < 2; k++) {
    const s = Math.exp(spread[k]);
    expected += Math.log(Math.exp(-((x[k] - mean[k]) ** 2) / (2 * s * s)) / (s * Math.sqrt(2 * Math.PI)));
  }
  const batch = gaussian(
    np.array(mean.slice()).reshape([1, 2]),
    np.array(spread.slice()),
    np.array(x.slice()).reshape([1, 2]),
  );
  expect(Number(batch.logProbability.dataSync()[0])).toBeCloseTo(expected, 5);
  // Entropy of a normal number: ½·log(2πe·σ²).
  const entropy = [0.5, -1].reduce((sum, s) => sum + 0.5 * Math.log(2 * Math.PI * Math.E) + s, 0);
  expect(Number(batch.entropy.dataSync()[0])).toBeCloseTo(entropy, 5);
});

test("normal samples have their mean and deviation, and return their density", () => {
  const random = Random.of(2, "gaussian");
  const mean = Float32Array.of(3);
  const spread = Float32Array.of(Math.log(0.5));
  const into = new Float64Array(1);
  let sum = 0;
  let squares = 0;
  const n = 50_000;
  for (let k = 0; k < n; k++) {
    const density = sampleGaussian(mean, 0, spread, 0, 1, random, into, 0);
    const z = (into[0] - 3) / Math.exp(spread[0]);
    if (k < 20) expect(density).toBeCloseTo(-0.5 * z * z - spread[0] - 0.5 * Math.log(2 * Math.PI), 9);
    sum += into[0];
    squares += (into[0] - 3) ** 2;
  }
  expect(Math.abs(sum / n - 3)).toBeLessThan((5 * 0.5) / Math.sqrt(n));
  expect(Math.abs(squares / n - 0.25)).toBeLessThan(5 * 0.25 * Math.sqrt(2 / n));
});
