// The fit against the optimum's own equations and against logistic regression on sparse features; its covariance against repeated samples.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { clusteredCovariance, type DenseSamples, fitDenseLogistic } from "./dense-logistic.ts";
import { filledRows } from "./filled-rows.ts";
import { fitLogistic } from "./logistic-regression.ts";

/** Rows whose outcome is drawn from the model with these weights; those of one cluster share a part of their margin. */
function drawn(rows: number, weights: readonly number[], random: Random, clusters = rows, shared = 0) {
  const n = weights.length;
  const features = Float64Array.from({ length: rows * n }, () => random.normal());
  const own = Float64Array.from({ length: clusters }, () => shared * random.normal());
  const cluster = Int32Array.from({ length: rows }, (_, row) => row % clusters);
  const labels = Float64Array.from({ length: rows }, (_, row) => {
    const margin = weights.reduce((sum, weight, k) => sum + weight * features[row * n + k], own[cluster[row]]);
    return random.uniform() < 1 / (1 + Math.exp(-margin)) ? 1 : 0;
  });
  return { features, labels, cluster };
}

/** λθ − Σ w·s·(y − p)·x, which is 0 at the optimum. */
type DenseRows = DenseSamples & { readonly features: Float64Array };

function gradientAt({ features, labels, weights, slopes }: DenseRows, theta: Float64Array, ridge: number) {
  const n = theta.length;
  const gradient = theta.map((value) => ridge * value);
  for (let row = 0; row < labels.length; row++) {
    const x = features.subarray(row * n, (row + 1) * n);
    const slope = slopes?.[row] ?? 1;
    const p = 1 / (1 + Math.exp(-slope * x.reduce((sum, value, k) => sum + value * theta[k], 0)));
    for (let k = 0; k < n; k++) gradient[k] += (weights?.[row] ?? 1) * slope * (p - labels[row]) * x[k];
  }
  return gradient;
}

test("the gradient is 0 at the fit: with ties, weights, slopes, and rows that a direction separates", () => {
  const random = Random.of(1, "dense");
  const { features, labels } = drawn(500, [1, -2, 0.5], random);
  const ties = labels.map((label, row) => (row % 7 === 0 ? 0.5 : label));
  const weights = labels.map(() => random.uniform());
  const slopes = labels.map((_, row) => (row % 2 === 0 ? 1 : 0.25));
  const separated = { features: Float64Array.of(1, 2, -3), labels: [1, 1, 0] };
  for (const [samples, n] of [
    [{ features, labels: ties, weights, slopes }, 3],
    [separated, 1],
  ] as const) {
    const { weights: theta } = fitDenseLogistic(samples, n, { ridge: 0.1 });
    expect(Math.max(...gradientAt(samples, theta, 0.1).map(Math.abs))).toBeLessThan(1e-6);
  }
});

test("many rows, of which some give the curvature, come to the optimum of all", () => {
  const samples = drawn(120_000, [0.8, -0.4, 0, 1.5], Random.of(2, "dense"));
  const { weights, passes } = fitDenseLogistic(samples, 4, { ridge: 1 });
  expect(Math.max(...gradientAt(samples, weights, 1).map(Math.abs))).toBeLessThan(1e-4);
  expect(passes).toBeLessThan(40);
});

test("of rows that are mostly 0 the filled entries give fit and covariance, from a start that is close in fewer passes", () => {
  const random = Random.of(6, "dense");
  const { features: whole, labels } = drawn(2000, [1, -1, 0.5, 0], random);
  const features = whole.map((value, at) => (at % 4 === 0 || random.uniform() < 0.05 ? value : 0));
  const clusters = Int32Array.from(labels, (_, row) => row % 500);
  const filled = filledRows(features, 4);
  const dense = fitDenseLogistic({ features, labels }, 4, { ridge: 1 });
  const other = fitDenseLogistic({ features: filled, labels }, 4, { ridge: 2 });
  const { weights, passes } = fitDenseLogistic({ features: filled, labels }, 4, { ridge: 1, start: other.weights });
  expect(Math.max(...gradientAt({ features, labels }, weights, 1).map(Math.abs))).toBeLessThan(1e-6);
  expect(passes).toBeLessThan(dense.passes);
  const covariance = clusteredCovariance({ features: filled, labels }, weights, 1, clusters, 500);
  for (const [k, value] of clusteredCovariance({ features, labels }, weights, 1, clusters, 500).entries())
    expect(covariance[k]).toBeCloseTo(value, 10);
});

test("it is the fit on sparse features, whose bias is a feature that is always there", () => {
  const { features, labels } = drawn(300, [1, -1], Random.of(3, "dense"));
  const rows = Array.from({ length: 300 }, () => [0, 1]);
  const values = rows.map((_, row) => features.slice(2 * row, 2 * row + 2));
  const sparse = fitLogistic({ rows, values, labels, features: 2 }, Random.of(4), {
    tolerance: 1e-10,
    maxPasses: 5000,
  });
  const withOne = Float64Array.from({ length: 900 }, (_, at) =>
    at % 3 === 2 ? 1 : features[2 * Math.floor(at / 3) + (at % 3)],
  );
  const { weights } = fitDenseLogistic({ features: withOne, labels }, 3, { ridge: 1 });
  for (const [k, value] of [...sparse.weights, sparse.bias].entries()) expect(weights[k]).toBeCloseTo(value, 5);
});

test("of rows of a cluster that share their luck, the covariance is that of repeated samples; it is wider than that of independent rows", () => {
  const random = Random.of(5, "dense");
  const [rows, clusters, ridge] = [400, 40, 1e-6];
  const repeats = Array.from({ length: 300 }, (_, k) => {
    const own = random.stream(k);
    // A feature that is the same within a cluster, as length differences of one prompt are alike.
    const { labels, cluster, features } = drawn(rows, [0], own, clusters, 1.5);
    const shared = Float64Array.from({ length: clusters }, () => own.normal());
    for (let row = 0; row < rows; row++) features[row] = shared[cluster[row]];
    const samples = { features, labels };
    const { weights } = fitDenseLogistic(samples, 1, { ridge });
    const [clustered] = clusteredCovariance(samples, weights, ridge, cluster, clusters);
    const each = Int32Array.from({ length: rows }, (_, row) => row);
    const [independent] = clusteredCovariance(samples, weights, ridge, each, rows);
    return { estimate: weights[0], clustered, independent };
  });
  const mean = (of: (one: (typeof repeats)[number]) => number) => repeats.reduce((sum, one) => sum + of(one), 0) / 300;
  const variance = mean(({ estimate }) => estimate ** 2) - mean(({ estimate }) => estimate) ** 2;
  expect(mean(({ clustered }) => clustered) / variance).toBeGreaterThan(0.75);
  expect(mean(({ clustered }) => clustered) / variance).toBeLessThan(1.25);
  expect(mean(({ independent }) => independent) / variance).toBeLessThan(0.5);
});
