// Ties as outcomes of their own, with θ = 5: chances by hand, their slopes, and the weights of a known taste recovered.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { filledRows } from "../../math/filled-rows.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { simulatedAnnotator } from "../annotator.ts";
import { coefficientsOf, outcomesOf } from "./linear-model.ts";

const THETA = 5;

/** Product of the chances of an outcome's rows at a difference D. */
function chanceOf(result: number, difference: number, theta = THETA): number {
  const { rows, samples } = outcomesOf({ results: Float64Array.of(result), theta }, [0]);
  let product = 1;
  for (let k = 0; k < rows.length; k++) {
    const margin = difference + (samples.offsets?.[k] ?? 0);
    product *= preferenceProbability(samples.labels?.[k] === 1 ? margin : -margin);
  }
  return result === 0.5 ? (theta ** 2 - 1) * product : product;
}

test.each([
  [0, 0.16667, 0.16667, 0.66667],
  [1, 0.35219, 0.06853, 0.57928],
  [3, 0.80068, 0.00986, 0.18946],
])("at a difference of %d the first wins, the second wins, and they are a tie, by hand", (difference, a, b, tie) => {
  const all = [1, 0, 0.5].map((result) => chanceOf(result, difference));
  for (const [k, one] of [a, b, tie].entries()) expect(all[k]).toBeCloseTo(one, 5);
  expect(all.reduce((x, y) => x + y)).toBeCloseTo(1, 12);
});

test("a tie is likeliest between equals", () => {
  const step = 1e-4;
  const slope = (Math.log(chanceOf(0.5, step)) - Math.log(chanceOf(0.5, -step))) / (2 * step);
  expect(slope).toBeCloseTo(0, 9);
  expect(chanceOf(0.5, 0)).toBeGreaterThan(chanceOf(0.5, 0.5));
});

/** Differences of two features, judged by a person with the weights 1 and −0.5 that says ties. */
function judged(pairs: number, draw: number) {
  const random = Random.of(3, "pairs");
  const differences = Float64Array.from({ length: 2 * pairs }, () => random.normal());
  const person = simulatedAnnotator<number>({ value: (worth) => worth, slope: 1, draw, random: random.stream("says") });
  const results = Float64Array.from(
    { length: pairs },
    (_, k) => person.judge(differences[2 * k] - 0.5 * differences[2 * k + 1], 0) ?? Number.NaN,
  );
  return {
    columns: ["a", "b"],
    differences: filledRows(differences, 2),
    results,
    prompts: Int32Array.from(results.keys()),
  };
}
const weightsOf = (pairs: number, draw: number, theta?: number): number[] => {
  const table = { ...judged(pairs, draw), theta };
  return coefficientsOf(table, [0, 1], table.prompts, 1e-6).map(({ value, spread }) => value / spread);
};

test("the weights of a taste are found, which halves of ties flatten", () => {
  const [a, b] = weightsOf(20_000, Math.log(THETA), THETA);
  expect(a).toBeGreaterThan(0.97);
  expect(a).toBeLessThan(1.03);
  expect(b / a).toBeCloseTo(-0.5, 1);
  expect(weightsOf(20_000, Math.log(THETA))[0]).toBeLessThan(0.8);
});

test("where no tie is said, θ near 1 is the model without them", () => {
  const [with1, without] = [weightsOf(500, 0, 1 + 1e-9), weightsOf(500, 0)];
  for (const [k, one] of without.entries()) expect(with1[k]).toBeCloseTo(one, 6);
});
