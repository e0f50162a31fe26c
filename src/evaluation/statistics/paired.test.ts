import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { pairedEffect, twoSidedP } from "./paired.ts";

test("Student's sleep data", () => {
  // Student (1908), Biometrika 6; R's t.test(extra ~ group, paired) gives t = -4.0621, df = 9, p = 0.002833,
  // 95 % interval -2.4598858 to -0.7001142, mean difference -1.58.
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
  const effect = pairedEffect(first, second);
  expect(effect.mean).toBeCloseTo(1.58, 10);
  expect(effect.t).toBeCloseTo(4.0621, 4);
  expect(effect.p).toBeCloseTo(0.002833, 6);
  expect(effect.low).toBeCloseTo(0.7001142, 6);
  expect(effect.high).toBeCloseTo(2.4598858, 6);
  expect(effect.effectSize).toBeCloseTo(4.0621 / Math.sqrt(10), 4);
});

test("without spread there is a difference but no effect size", () => {
  const effect = pairedEffect([1, 1, 1], [2, 2, 2]);
  expect(effect).toMatchObject({ mean: 1, low: 1, high: 1, effectSize: null, p: null });
});

test("equal differences of values that vary have an interval only where so many would hardly be a coincidence", () => {
  const of = (n: number, confidence?: number) =>
    pairedEffect(
      Array.from({ length: n }, (_, k) => k),
      Array.from({ length: n }, (_, k) => k + 1),
      confidence === undefined ? {} : { confidence },
    );
  expect(of(5)).toMatchObject({ mean: 1, low: null, high: null, n: 5 });
  // A sign test of six pairs has p = 2/64.
  expect(of(6)).toMatchObject({ mean: 1, low: 1, high: 1 });
  expect(of(6, 0.99)).toMatchObject({ low: null, high: null });
  expect(of(8, 0.99)).toMatchObject({ low: 1, high: 1 });
  expect(pairedEffect([1, 2], [1, 2])).toMatchObject({ mean: 0, low: 0, high: 0 });
});

test("one pair has no interval, none has no mean", () => {
  expect(pairedEffect([1], [3])).toMatchObject({ mean: 2, low: null, high: null, effectSize: null });
  expect(pairedEffect([], [])).toMatchObject({ mean: null, low: null, n: 0 });
});

test("a hundred thousand pairs are processed", () => {
  const a = Float64Array.from({ length: 100_000 }, (_, i) => i % 7);
  const b = Float64Array.from({ length: 100_000 }, (_, i) => (i % 7) + (i % 2));
  expect(pairedEffect(a, b).mean).toBeCloseTo(0.5, 10);
});

test("samples of different sizes throw an error", () => {
  expect(() => pairedEffect([1, 2], [1])).toThrow("2 and 1");
});

test("pairs of replicates have the wider interval, with its t and p", () => {
  const [a, b] = matrix("1 2 3 4 | 2 4 4 6");
  const [plain, drawn] = [pairedEffect(a, b), pairedEffect(a, b, { replicates: { worth: 1, blocks: 20 } })];
  expect([drawn.mean, drawn.effectSize]).toEqual([plain.mean, plain.effectSize]);
  const wider = Math.sqrt(4 * (1 / 4 + 20 / 19));
  expect(drawn.t).toBeCloseTo((plain.t ?? 0) / wider, 12);
  expect((drawn.high ?? 0) - 1.5).toBeCloseTo(wider * ((plain.high ?? 0) - 1.5), 12);
  expect(drawn.p).toBeCloseTo(twoSidedP(drawn.t ?? 0, 3), 12);
  expect(pairedEffect(a, b, { replicates: { worth: 1, blocks: 1 } })).toMatchObject({
    mean: 1.5,
    low: null,
    t: null,
    p: null,
  });
});
