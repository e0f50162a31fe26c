// The correlation formula against the advantages themselves, and what is advised in the cases that it was made for.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { decoupledCredit, jointCredit } from "../../algorithms/text/group-advantage.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { advantageCorrelation, componentAdvice } from "./component-advice.ts";

const EXACT = { baseline: "group", scale: "group", tiny: 0 } as const;

const scores = fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 8, maxLength: 8 }), {
  minLength: 2,
  maxLength: 4,
});
law.prop([scores, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 })])(
  "the formula is the correlation of the two advantages",
  (table, weights) => {
    const columns = table.map((one) => Float64Array.from(one));
    const own = weights.slice(0, columns.length);
    const measured = pearson(jointCredit(own, EXACT)(columns, 8), decoupledCredit(own, EXACT)(columns, 8));
    const formula = advantageCorrelation(columns, own);
    if (formula === null) return;
    expect(Math.abs(formula - (measured ?? Number.NaN))).toBeLessThanOrEqual(1e-9);
  },
);

test("it is 1 for equal deviations, one live component, or copies", () => {
  const a = [1, 0, 1, 0];
  expect(advantageCorrelation([a, [1, 1, 0, 0]], [1, 3])).toBeCloseTo(1, 12);
  expect(advantageCorrelation([a, [1, 1, 1, 1]], [1, 3])).toBeCloseTo(1, 12);
  expect(advantageCorrelation([a, a], [1, 3])).toBeCloseTo(1, 12);
  expect(advantageCorrelation([[1, 0, 0, 0], a], [1, 1])).toBeLessThan(1);
  expect(advantageCorrelation([Array(2).fill(1), Array(2).fill(0)], [1, 1])).toBeNull();
});

/** Two groups of 32: a component that is 1 in `first` rows of each beside one that is 1 in every other row. */
const tables = (first: number) => [
  Array.from({ length: 64 }, (_, row) => (row % 32 < first ? 1 : 0)),
  Array.from({ length: 64 }, (_, row) => row % 2),
];

test("a rare component is worth decoupling, a nearly solved one is not, and equal ones do not care", () => {
  const rare = componentAdvice(tables(2), [1, 1], 32);
  expect(rare).toMatchObject({ advice: "decouple", lifted: 0, components: [{ mean: 1 / 16 }, { mean: 0.5 }] });
  const deviation = Math.sqrt(15) / 16;
  expect(rare.components[0].jointShare).toBeCloseTo(deviation / (deviation + 0.5), 12);
  expect(rare.components[0].decoupledShare).toBe(0.5);
  // Independent components: (σ₁ + σ₂)/√(2(σ₁² + σ₂²)).
  expect(rare.correlation).toBeCloseTo((deviation + 0.5) / Math.sqrt(2 * (deviation ** 2 + 0.25)), 12);
  expect(componentAdvice(tables(30), [1, 1], 32)).toMatchObject({ advice: "joint", lifted: 0 });
  expect(componentAdvice(tables(16), [1, 1], 32)).toMatchObject({ advice: "either", lifted: null });
  expect(componentAdvice([Array(8).fill(1)], [1], 8)).toMatchObject({ advice: "either", correlation: null });
});

test("refuses rows that are no whole groups", () => {
  expect(() => componentAdvice([[1, 0, 1]], [1], 2)).toThrow("whole groups of 2");
});
