// Beta densities against the statistics library, entropies against integrals, samples against moments, gradients against finite
// differences.

import { dbeta, digamma as exactDigamma, lgamma } from "lib-r-math.js";
import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { grad, np } from "../jax.ts";
import { beta, digamma, logGamma, modeBeta, sampleBeta } from "./beta.ts";

const parameter = (x: number) => 1 + Math.log1p(Math.exp(x));
/** Beta density, scaled to [−1, 1]. */
const density = (x: number, a: number, b: number) => dbeta((x + 1) / 2, a, b) / 2;

test("log Γ and ψ agree with the library's, and ψ is the derivative", () => {
  const z = Float32Array.of(1, 1.3, 2, 3.7, 10, 80);
  const logs = logGamma(np.array(z.slice())).dataSync();
  const slopes = digamma(np.array(z.slice())).dataSync();
  const derived = grad((x: np.Array) => np.sum(logGamma(x)))(np.array(z.slice())).dataSync();
  for (let k = 0; k < z.length; k++) {
    expect(Math.abs(logs[k] - lgamma(z[k]))).toBeLessThan(5e-6 * Math.max(1, lgamma(z[k])));
    expect(slopes[k]).toBeCloseTo(exactDigamma(z[k]), 5);
    expect(derived[k]).toBeCloseTo(slopes[k], 4);
  }
});

test("a batch has the library's joint density, and the entropy −∫ p log p", () => {
  const outputs = Float32Array.of(0.5, -1, 2, 1, 3, 0, -0.5, 0.7);
  const values = Float32Array.of(0.3, -0.8, 0.9, 0);
  const batch = beta(np.array(outputs, { shape: [2, 4] }), np.array(values, { shape: [2, 2] }));
  const densities = batch.logProbability.dataSync();
  const entropies = batch.entropy.dataSync();
  for (let row = 0; row < 2; row++) {
    let logDensity = 0;
    let entropy = 0;
    for (let k = 0; k < 2; k++) {
      const [a, b] = [parameter(outputs[4 * row + k]), parameter(outputs[4 * row + 2 + k])];
      logDensity += Math.log(density(values[2 * row + k], a, b));
      const parts = 20_000;
      for (let i = 0; i < parts; i++) {
        const p = density(-1 + (2 * (i + 0.5)) / parts, a, b);
        if (p > 0) entropy -= (p * Math.log(p) * 2) / parts;
      }
    }
    expect(densities[row]).toBeCloseTo(logDensity, 4);
    expect(entropies[row]).toBeCloseTo(entropy, 3);
  }
});

test("samples stay in the box, have the mean (α − β)/(α + β), and return their density", () => {
  const outputs = [0.4, 1.5];
  const [a, b] = outputs.map(parameter);
  const into = new Float64Array(1);
  const random = Random.of(1, "beta");
  const n = 20_000;
  let sum = 0;
  for (let k = 0; k < n; k++) {
    const logDensity = sampleBeta(outputs, 0, 1, random, into, 0);
    if (k < 20) expect(logDensity).toBeCloseTo(Math.log(density(into[0], a, b)), 6);
    expect(Math.abs(into[0])).toBeLessThan(1);
    sum += into[0] / n;
  }
  const deviation = 2 * Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1)));
  expect(Math.abs(sum - (a - b) / (a + b))).toBeLessThan((5 * deviation) / Math.sqrt(n));
});

test("the mode maximises the density", () => {
  const outputs = [0.4, 1.5];
  const [a, b] = outputs.map(parameter);
  const into = new Float32Array(1);
  modeBeta(outputs, 0, 1, into);
  for (const away of [-0.01, 0.01]) expect(density(into[0], a, b)).toBeGreaterThan(density(into[0] + away, a, b));
});
