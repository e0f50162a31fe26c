// PAC-Bayes bounds against their formulas, each other, and what they promise.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { binaryDivergence, divergenceOf, gibbsPosterior, pacBayesBound, pacBayesKlBound } from "./pac-bayes.ts";

test("the bounds are their formulas", () => {
  const data = { loss: 0.1, divergence: Math.log(256), tasks: 100, delta: 0.05 };
  expect(pacBayesBound(data)).toBeCloseTo(0.1 + Math.sqrt((Math.log(256) + Math.log(400)) / 200), 12);
  const bound = pacBayesKlBound(data);
  expect(binaryDivergence(0.1, bound)).toBeCloseTo((Math.log(256) + Math.log(400)) / 100, 10);
  // No error on n tasks: kl(0‖L) = −ln(1 − L).
  const clean = { loss: 0, divergence: 0, tasks: 400, delta: 0.05 };
  expect(pacBayesKlBound(clean)).toBeCloseTo(1 - Math.exp(-Math.log(800) / 400), 10);
  expect(pacBayesKlBound({ ...clean, loss: 1 })).toBe(1);
  expect(pacBayesKlBound({ ...clean, loss: 0.9, tasks: 1 })).toBeLessThanOrEqual(1);
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
law.prop([share, fc.double({ min: 0, max: 20, noNaN: true }), fc.integer({ min: 1, max: 10_000 })])(
  "the form with kl lies between the loss and the form with a root (Pinsker)",
  (loss, divergence, tasks) => {
    const bound = pacBayesKlBound({ loss, divergence, tasks });
    expect(bound).toBeGreaterThanOrEqual(loss - 1e-9);
    expect(bound).toBeLessThanOrEqual(Math.min(1, pacBayesBound({ loss, divergence, tasks })) + 1e-9);
  },
);

test("refuses what is no loss, and no count of tasks", () => {
  const data = { loss: 0.5, divergence: 1, tasks: 10 };
  expect(() => pacBayesBound({ ...data, loss: 1.5 })).toThrow("1.5");
  expect(() => pacBayesBound({ ...data, tasks: 0 })).toThrow("0 tasks");
  expect(() => pacBayesKlBound({ ...data, divergence: -1 })).toThrow("-1");
});

test("the Gibbs posterior", () => {
  const even = gibbsPosterior([0.5, 0.5, 1], 0);
  expect([...even]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(divergenceOf(even, even)).toBe(0);
  const keen = gibbsPosterior([0, 0, 1, 1], 1000);
  expect([...keen]).toEqual([0.5, 0.5, 0, 0]);
  expect(divergenceOf(keen, [0.25, 0.25, 0.25, 0.25])).toBeCloseTo(Math.log(2), 12);
  const skewed = gibbsPosterior([0.2, 0.7], 3, [0.9, 0.1]);
  expect(skewed[0] / skewed[1]).toBeCloseTo(9 * Math.exp(1.5), 10);
  expect(gibbsPosterior([0, 1], 1, [0, 1])).toEqual(Float64Array.of(0, 1));
});

test("the Gibbs posterior minimises loss + KL/strength", () => {
  const [losses, strength, prior] = [[0.1, 0.4, 0.9], 4, [0.2, 0.5, 0.3]] as const;
  const cost = (q: ArrayLike<number>) =>
    losses.reduce((sum, loss, k) => sum + q[k] * loss, 0) + divergenceOf(q, prior) / strength;
  const best = gibbsPosterior(losses, strength, prior);
  for (const from of [0, 1, 2]) {
    const moved = best.slice();
    moved[from] -= 0.01;
    moved[(from + 1) % 3] += 0.01;
    expect(cost(moved)).toBeGreaterThan(cost(best));
  }
});
