// The fit against its own optimality, closed forms and a truth that labels were drawn from.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { fitLogistic, type SparseSamples } from "./logistic-regression.ts";

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** Samples of `count` with each of 6 features at a chance of a half, labelled by weights. */
function drawn(seed: number, count: number, truth: readonly number[], bias: number): SparseSamples {
  const random = Random.of(seed, "samples");
  const rows = Array.from({ length: count }, () => Array.from(truth.keys()).filter(() => random.uniform() < 0.5));
  const labels = rows.map((row) => (random.uniform() < sigmoid(row.reduce((s, k) => s + truth[k], bias)) ? 1 : 0));
  return { rows, labels, features: truth.length };
}

test("the gradient of the penalised likelihood vanishes, for any order of the samples", () => {
  const samples = drawn(1, 200, [1, -2, 0.5, 0, 3, -1], 0.3);
  const penalty = 0.7;
  const fits = [1, 2].map((seed) =>
    fitLogistic(samples, Random.of(seed), { penalty, tolerance: 1e-10, maxPasses: 5000 }),
  );
  for (const { weights, bias, probability } of fits) {
    const errors = samples.rows.map((row, k) => samples.labels[k] - probability(row));
    for (let k = 0; k < 6; k++) {
      const pull = errors.reduce((sum, error, at) => (Array.from(samples.rows[at]).includes(k) ? sum + error : sum), 0);
      expect(pull - penalty * weights[k]).toBeCloseTo(0, 6);
    }
    expect(errors.reduce((a, b) => a + b, 0) - penalty * bias).toBeCloseTo(0, 6);
  }
  fits[0].weights.forEach((weight, k) => {
    expect(fits[1].weights[k]).toBeCloseTo(weight, 6);
  });
});

test("no features: the bias gives the share of the labels, drawn to a half by the penalty", () => {
  const samples = { rows: new Array(10).fill([]), labels: [1, 1, 1, 1, 1, 1, 1, 0, 0, 0], features: 0 };
  const loose = fitLogistic(samples, Random.of(1), { penalty: 1e-3, tolerance: 1e-12, maxPasses: 100_000 });
  expect(loose.probability([])).toBeCloseTo(0.7, 3);
  const tight = fitLogistic(samples, Random.of(1), { penalty: 10, tolerance: 1e-12, maxPasses: 10_000 });
  // 10·(0.7 − σ(b)) = 10·b.
  expect(0.7 - sigmoid(tight.bias)).toBeCloseTo(tight.bias, 9);
});

test("many samples give the weights back", () => {
  const truth = [1, -2, 0.5, 0, 3, -1];
  const { weights, bias } = fitLogistic(drawn(3, 20_000, truth, 0.3), Random.of(1));
  truth.forEach((weight, k) => {
    expect(Math.abs(weights[k] - weight)).toBeLessThan(0.15);
  });
  expect(Math.abs(bias - 0.3)).toBeLessThan(0.15);
});

test("labels must fit the rows", () => {
  expect(() => fitLogistic({ rows: [[0]], labels: [], features: 1 }, Random.of(1))).toThrow("1 samples with 0 labels");
});

test("features with values: the gradient vanishes too, and each of a row needs one", () => {
  const random = Random.of(5, "values");
  const values = Array.from({ length: 200 }, () => [random.normal(), 3 * random.normal()]);
  const labels = values.map(([a, b]) => (random.uniform() < sigmoid(a - b / 2) ? 1 : 0));
  const rows = values.map(() => [0, 1]);
  const options = { penalty: 0.5, tolerance: 1e-10, maxPasses: 5000 };
  const { weights, bias, probability } = fitLogistic({ rows, values, labels, features: 2 }, Random.of(1), options);
  const errors = labels.map((label, k) => label - probability(rows[k], values[k]));
  for (let j = 0; j < 2; j++) {
    const pull = errors.reduce((sum, error, k) => sum + error * values[k][j], 0);
    expect(pull - 0.5 * weights[j]).toBeCloseTo(0, 5);
  }
  expect(errors.reduce((a, b) => a + b, 0) - 0.5 * bias).toBeCloseTo(0, 5);
  expect(() => fitLogistic({ rows, values: [[1]], labels, features: 2 }, Random.of(1))).toThrow("needs a value");
});
