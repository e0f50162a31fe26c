// The outer gradient against finite differences of whole inner solves, on an open field with exact gradients.

import { beforeAll, expect, test } from "vitest";
import { manhattan, openGrid } from "../../../test/fixtures/open-grid.ts";
import { policyGradient } from "../../../test/fixtures/policy-gradient.ts";
import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { factorised } from "../../math/linear-solve.ts";
import { implicitGradient, type Sensitivity } from "./implicit-gradient.ts";

/** 5 × 5 cells from corner to corner, 1 for the goal, and a hint of 0.1 for each step that comes nearer. */
const field = openGrid({ width: 5, height: 5, discount: 0.95 });
const nearness = (s: number) => -0.1 * manhattan(5, s, 24);
const hint = field.reward.map((_, at) => (at < 96 ? nearness(field.next[field.offset[at]]) - nearness(at >> 2) : 0));
const channels = [field.reward, hint];
const DECAY = 1e-3;

const paid = (weights: readonly number[]) =>
  withReward(
    field,
    field.reward.map((_, at) => channels.reduce((sum, channel, k) => sum + weights[k] * channel[at], 0)),
  );

/** Where exact gradient ascent on the weighted sum, less a pull to 0, comes to rest. */
function settled(weights: readonly number[], from: Float64Array, updates = 4000): Float64Array {
  const mdp = paid(weights);
  const theta = from.slice();
  for (let update = 0; update < updates; update++) {
    const { gradient } = policyGradient(mdp, theta);
    for (let k = 0; k < theta.length; k++) theta[k] += 20 * (gradient[k] - DECAY * theta[k]);
  }
  return theta;
}

const worth = (theta: Float64Array) => expectedReturn(field, softmaxPolicy(field, theta));

let theta: Float64Array;
let sensitivity: Sensitivity;
/** dJ/dφ with H⁻¹ by a direct solve. */
let exact: Float64Array;
beforeAll(() => {
  theta = settled([1, 1], new Float64Array(100));
  const at = policyGradient(paid([1, 1]), theta);
  sensitivity = {
    objective: policyGradient(field, theta).gradient,
    columns: channels.map((channel) => at.underReward(channel)),
    product: (x) => at.alongLogits(x).map((value, k) => value - DECAY * x[k]),
  };
  const matrix = new Float64Array(100 * 100);
  for (let k = 0; k < 100; k++) {
    const column = sensitivity.product(Float64Array.from({ length: 100 }, (_, i) => (i === k ? 1 : 0)));
    for (let i = 0; i < 100; i++) matrix[i * 100 + k] = -column[i];
  }
  const solve = factorised(matrix, 100);
  const { objective } = sensitivity;
  exact = Float64Array.from(sensitivity.columns, (column) =>
    solve(column).reduce((sum, value, k) => sum + objective[k] * value, 0),
  );
});

const error = (slopes: Float64Array) => Math.hypot(...slopes.map((x, k) => x - exact[k])) / Math.hypot(...exact);

test("by a direct solve it is that of an independent program, and of central differences of the whole inner solve", () => {
  [0.010388, 0.004653].forEach((slope, k) => {
    expect(Math.abs(exact[k] - slope)).toBeLessThan(1e-6);
  });
  const h = 1e-3;
  for (const k of [0, 1]) {
    const at = (sign: number) => worth(settled(k === 0 ? [1 + sign * h, 1] : [1, 1 + sign * h], theta, 1000));
    expect((at(1) - at(-1)) / (2 * h) / exact[k]).toBeCloseTo(1, 3);
  }
});

test("by a series the error falls with the number of terms, to less than a hundredth", () => {
  const errors = [1, 10, 100, 2000].map((terms) => error(implicitGradient(sensitivity, { step: 1e9, terms })));
  for (const [k, left] of errors.slice(1).entries()) expect(left).toBeLessThan(errors[k]);
  expect(errors[3]).toBeLessThan(0.01);
});

test("a short step is taken as it is, and no term is H for a multiple of the identity, which is far off here", () => {
  const { objective, columns } = sensitivity;
  const plain = columns.map((column) => column.reduce((sum, value, k) => sum + value * objective[k], 0));
  const slopes = implicitGradient(sensitivity, { step: 1, terms: 0 });
  for (const k of [0, 1]) expect(slopes[k]).toBeCloseTo(plain[k], 12);
  expect(error(slopes)).toBeGreaterThan(0.9);
  expect(error(implicitGradient(sensitivity, { step: 1e-6, terms: 50 }))).toBeGreaterThan(0.99);
});
