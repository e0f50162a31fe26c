import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { boundedEstimate, estimate, ratio, spreadOfMean, wilson } from "./interval.ts";

test("Student's interval of ten values", () => {
  // Mean 5.5, sd 3.02765; t(0.975, 9) = 2.262157.
  const { mean, low, high, n } = estimate([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(mean).toBe(5.5);
  expect(n).toBe(10);
  expect(low).toBeCloseTo(5.5 - (2.262157 * 3.02765) / Math.sqrt(10), 5);
  expect(high).toBeCloseTo(5.5 + (2.262157 * 3.02765) / Math.sqrt(10), 5);
});

test("without data there is no mean, and with one value no interval", () => {
  expect(estimate([])).toEqual({ mean: null, low: null, high: null, n: 0 });
  expect(estimate([4])).toEqual({ mean: 4, low: null, high: null, n: 1 });
});

test("Wilson's interval", () => {
  // Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611.
  const many = wilson(81, 263);
  expect(many.low).toBeCloseTo(0.2553, 4);
  expect(many.high).toBeCloseTo(0.3662, 4);
  expect(wilson(0, 20).high).toBeCloseTo(0.1611, 4);
  expect(wilson(0, 0).mean).toBeNull();
});

test("a ratio of sums with equal denominators has the mean's interval, and nominal coverage", () => {
  const [quotient, plain] = [ratio([2, 4, 8], [2, 2, 2]), estimate([1, 2, 4])];
  for (const key of ["mean", "low", "high"] as const) expect(quotient[key]).toBeCloseTo(plain[key] ?? Number.NaN, 12);
  expect(quotient.n).toBe(3);
  expect(ratio([1, 3], [1, 1]).mean).toBe(2);
  expect(ratio([3], [2])).toEqual({ mean: 1.5, low: null, high: null, n: 1 });
  expect(ratio([], []).mean).toBeNull();
  expect(ratio([1, 2], [0, 0]).mean).toBeNull();
  const random = Random.of(1, "ratio");
  let covered = 0;
  for (let trial = 0; trial < 1000; trial++) {
    const b = Array.from({ length: 30 }, () => 1 + random.uniform());
    const a = b.map((x) => 0.7 * x + 0.3 * random.normal());
    const { low, high } = ratio(a, b);
    if (low !== null && high !== null && low < 0.7 && high > 0.7) covered += 1;
  }
  expect(covered).toBeGreaterThan(925);
  expect(covered).toBeLessThan(975);
});

test("an interval of bounded values is clipped to the range; without a range nothing is clipped", () => {
  const values = [0, 0.9, 1];
  const free = estimate(values);
  expect(free.low).toBeLessThan(0);
  expect(boundedEstimate(values, [0, 1])).toEqual({ ...free, low: 0, high: 1 });
  expect(boundedEstimate(values, undefined)).toEqual(free);
  expect(boundedEstimate([0.4, 0.5, 0.6], [0, 1])).toEqual(estimate([0.4, 0.5, 0.6]));
});

test("binary outcomes get a share's interval, on any scale; means of many trials do not", () => {
  const { mean: share, low, high } = wilson(3, 4);
  expect(boundedEstimate([1, 1, 0, 1], [0, 1], true)).toEqual({ mean: share, low, high, n: 4 });
  expect(boundedEstimate([2, 2, 0, 2], [0, 2], true)).toMatchObject({ mean: 1.5, low: 2 * (low ?? 0) });
  expect(boundedEstimate([1, 1, 1, 1], [0, 1], true).low).toBeCloseTo(0.51, 2);
  expect(boundedEstimate([1, 1, 1, 1], [0, 1])).toMatchObject({ low: 1, high: 1 });
});

test("replicates of a log carry at most the log's information", () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const log = { worth: 2, blocks: 8 };
  // Variance factor 1/10 + 1/(2·7/8), with 7 degrees of freedom from 8 blocks: t(0.975, 7) = 2.364624.
  const { size, freedom } = spreadOfMean(10, log) ?? { size: 0, freedom: 0 };
  expect([size, freedom]).toEqual([expect.closeTo(1 / (0.1 + 1 / 1.75), 12), 7]);
  const { low, high, n } = estimate(values, 0.95, log);
  expect(n).toBe(10);
  expect((high ?? 0) - 5.5).toBeCloseTo((2.364624 * 3.02765) / Math.sqrt(size), 5);
  expect(5.5 - (low ?? 0)).toBeCloseTo((high ?? 0) - 5.5, 12);
  // A million replicates carry no more information than the log; a few carry less.
  expect(spreadOfMean(1e9, log)?.size).toBeCloseTo(1.75, 6);
  expect(spreadOfMean(3, log)?.freedom).toBe(2);
  expect(spreadOfMean(10)).toEqual({ size: 10, freedom: 9 });
  expect(spreadOfMean(1, log)).toBeUndefined();
  expect(estimate(values, 0.95, { worth: 1.5, blocks: 1.5 })).toEqual({ mean: 5.5, low: null, high: null, n: 10 });
  const trials = boundedEstimate([0, 0, 0, 0], [0, 1], true, log);
  expect(trials.high).toBeCloseTo(wilson(0, 1 / (1 / 4 + 1 / 1.75)).high ?? 0, 12);
  expect(boundedEstimate([0, 0.9, 1], [0, 1], false, log)).toMatchObject({ low: 0, high: 1, n: 3 });
});
