// Estimates against the exact gradient field: right on average, within their own standard errors.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { chain } from "../../environments/tabular/chain.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { policyGradient } from "../planning/policy-gradient.ts";
import { sampledGradient } from "./sampled-gradient.ts";

const mdp = chain({ length: 3, discount: 0.8, slip: 0.3, distractor: { cell: 1, pay: 0.5 } });
const logits = Float64Array.from({ length: 8 }, (_, k) => Math.cos(k));
const x = Float64Array.from({ length: 8 }, (_, k) => Math.sin(3 * k));
// Episodes end long before step 200, so that nothing is cut off.
const batches = Array.from({ length: 60 }, (_, k) =>
  sampledGradient(mdp, logits, { episodes: 300, horizon: 200, random: Random.of(k, "sampled gradient test") }),
);
const exact = policyGradient(mdp, logits, { visitDiscount: 1 });

/** Largest distance of the mean of the batches from `expected`, in standard errors, over the states that do not end. */
function furthest(samples: Float64Array[], expected: Float64Array): number {
  let most = 0;
  for (let k = 0; k < 6; k++) {
    const values = samples.map((sample) => sample[k]);
    most = Math.max(most, Math.abs(mean(values) - expected[k]) / (deviation(values) / Math.sqrt(values.length)));
  }
  return most;
}

test("the gradient, with and without γ^t", () => {
  const plain = batches.map((batch) => batch.gradient(mdp.reward, 0.8));
  const weighted = batches.map((batch) => batch.gradient(mdp.reward, 0.8, true));
  expect(furthest(plain, exact.gradient)).toBeLessThan(4.5);
  expect(furthest(weighted, policyGradient(mdp, logits).gradient)).toBeLessThan(4.5);
  expect(furthest(weighted, exact.gradient)).toBeGreaterThan(10);
});

test("the derivative along logits", () => {
  const products = batches.map((batch) => batch.alongLogits(x, mdp.reward, 0.8));
  expect(furthest(products, exact.alongLogits(x))).toBeLessThan(4.5);
  expect(furthest(products, policyGradient(mdp, logits).alongLogits(x))).toBeGreaterThan(6);
});

test("the derivative along the discount", () => {
  const slopes = batches.map((batch) => batch.alongDiscount(mdp.reward, 0.8));
  expect(furthest(slopes, exact.alongDiscount())).toBeLessThan(4.5);
  expect(furthest(slopes, exact.gradient)).toBeGreaterThan(10);
});
