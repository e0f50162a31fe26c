// Classification scores computed by hand, and the closed form for judges with known error rates.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { expectedF1 } from "../../../test/fixtures/expected-f1.ts";
import { Random } from "../../core/random.ts";
import { areaUnderCurve, balancedAccuracy, classificationScores, cohenKappa, confusion } from "./classification.ts";

test("eight answers", () => {
  const said = [true, true, true, false, false, false, false, false];
  const actual = [true, true, false, true, true, true, false, false];
  const counts = confusion(said, actual);
  expect(counts).toEqual({ truePositives: 2, falsePositives: 1, falseNegatives: 3, trueNegatives: 2 });
  expect(classificationScores(counts)).toEqual({ accuracy: 0.5, precision: 2 / 3, recall: 0.4, f1: 0.5 });
  expect(classificationScores(confusion(actual, actual))).toEqual({ accuracy: 1, precision: 1, recall: 1, f1: 1 });
  expect(() => confusion([true], [])).toThrow("1 answers to 0 cases");
});

test("balanced accuracy is the mean recall over classes of any sizes", () => {
  const actual = ["y", "n", "n", "n"];
  expect(balancedAccuracy(["y", "n"], ["n", "n", "n", "n"], actual)).toBe(0.5);
  expect(balancedAccuracy(["y", "n"], ["y", "n", undefined, "n"], actual)).toBeCloseTo(5 / 6, 12);
  expect(balancedAccuracy(["y", "n"], ["y", "y", "y", "y"], ["y", "y", "y", "y"])).toBeNull();
  expect(() => balancedAccuracy(["y"], [], actual)).toThrow("0 answers to 4");
});

test("agreement corrected for chance", () => {
  // 20 and 15 agreements, 5 and 10 disagreements of 50: (0.7 − 0.5)/(1 − 0.5).
  const names = (a: number, b: number, c: number, d: number) =>
    [a, b, c, d].flatMap((count, k) => Array<string>(count).fill(k < 2 ? "yes" : "no"));
  const other = [20, 5, 10, 15].flatMap((count, k) => Array<string>(count).fill(k % 2 === 0 ? "yes" : "no"));
  expect(cohenKappa(names(20, 5, 10, 15), other)).toBeCloseTo(0.4, 12);
  expect(cohenKappa(["a", "b", "c"], ["a", "b", "c"])).toBe(1);
  expect(cohenKappa(["a", "a"], ["a", "a"])).toBeNull();
  expect(cohenKappa([], [])).toBeNull();
  expect(() => cohenKappa(["a"], [])).toThrow("1 names beside 0");
});

test("ratios with denominator 0 are null", () => {
  expect(classificationScores(confusion([], []))).toEqual({ accuracy: null, precision: null, recall: null, f1: null });
  const silent = classificationScores(confusion([false, false], [false, false]));
  expect(silent).toEqual({ accuracy: 1, precision: null, recall: null, f1: null });
  expect(classificationScores(confusion([false], [true]))).toMatchObject({ precision: null, recall: 0, f1: 0 });
});

const rate = fc.double({ min: 0.01, max: 0.99, noNaN: true });
law.prop([rate, rate])("a coin's F1 is 2pq/(p + q)", (p, q) => {
  expect(expectedF1(q, p, 1 - p)).toBeCloseTo((2 * p * q) / (p + q), 12);
});

test("the closed form is the limit of many answers", () => {
  const random = Random.of(1, "answers");
  const actual = Array.from({ length: 200_000 }, () => random.uniform() < 0.1);
  const said = actual.map((is) => (is ? random.uniform() >= 0.2 : random.uniform() < 0.05));
  expect(classificationScores(confusion(said, actual)).f1).toBeCloseTo(expectedF1(0.1, 0.05, 0.2), 2);
  expect(expectedF1(0.1, 0.05, 0.2)).toBeCloseTo((2 * 0.08) / (0.08 + 0.045 + 0.1), 12);
});

test("the area under the curve is the share of correctly ordered pairs, with half for ties", () => {
  // Of six pairs: 3 is above 1 and 2, 2 is above 1 and ties with 2; the score 0 is below both.
  expect(areaUnderCurve([3, 2, 0, 1, 2], [true, true, true, false, false])).toBe(3.5 / 6);
  expect(areaUnderCurve([1, 1, 1], [true, false, false])).toBe(0.5);
  expect(areaUnderCurve([1, 2], [true, true])).toBeNull();
  expect(areaUnderCurve([], [])).toBeNull();
});

law.prop([fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean()), { maxLength: 30 })])(
  "the area is that of all pairs, one by one",
  (cases) => {
    const pairs = cases.flatMap(([a, so]) => cases.filter(([, other]) => so && !other).map(([b]) => [a, b]));
    const right = pairs.reduce((sum, [a, b]) => sum + (a > b ? 1 : a === b ? 0.5 : 0), 0);
    const area = areaUnderCurve(
      cases.map(([score]) => score),
      cases.map(([, so]) => so),
    );
    if (pairs.length === 0) expect(area).toBeNull();
    else expect(area).toBeCloseTo(right / pairs.length, 12);
  },
);
