// Times of training under erring verifiers and rare pay against closed forms.

import { expect, test } from "vitest";
import { normalisedTimeToHalf, teachingShare, timeToHalf, timeUnderVerifier } from "./verifier-dynamics.ts";

test("a verifier without errors takes 2·asin√.7 − 2·asin√.1 from .7 to .1, and errors take longer", () => {
  const time = (truePositive: number, falsePositive: number, from = 0.7, to = 0.1) =>
    timeUnderVerifier({ truePositive, falsePositive }, from, to);
  expect(time(1, 0)).toBeCloseTo(2 * Math.asin(Math.sqrt(0.7)) - 2 * Math.asin(Math.sqrt(0.1)), 10);
  expect(time(1, 0)).toBeCloseTo(1.338812, 6);
  expect(time(0.9, 0.1)).toBeCloseTo(1.763947, 6);
  expect(time(0.9, 0.6)).toBeCloseTo(4.063519, 6);
  expect(time(0.7, 0.3)).toBeCloseTo(3.740116, 6);
  expect(time(0.55, 0.45)).toBeCloseTo(15.206483, 6);
});

test("the sign of TPR − FPR decides the direction", () => {
  const worse = { truePositive: 0.3, falsePositive: 0.7 };
  expect(timeUnderVerifier(worse, 0.3, 0.9)).toBeCloseTo(3.740116, 6);
  expect(timeUnderVerifier(worse, 0.7, 0.1)).toBe(Number.POSITIVE_INFINITY);
  expect(timeUnderVerifier({ truePositive: 0.5, falsePositive: 0.5 }, 0.7, 0.1)).toBe(Number.POSITIVE_INFINITY);
});

test("rare pay spreads in the logarithm of its rarity", () => {
  const times = [0.1, 0.01, 0.001, 1e-4, 1e-6].map((start) => timeToHalf(start, 0.5));
  expect(times.map((time) => time.toFixed(4))).toEqual(["4.3944", "9.1902", "13.8135", "18.4205", "27.6310"]);
});

test("with GRPO's normalisation rare pay spreads sooner where the visible task is solved, or hopeless", () => {
  const time = (solved: number, weight = 0.5) => normalisedTimeToHalf(0.001, weight, solved).toFixed(3);
  expect([0.999, 0.95, 0.5, 0.2, 0.05, 0.01].map((solved) => time(solved))).toEqual(
    "1.517 1.733 2.550 2.963 3.091 2.855".split(" "),
  );
  expect([0.999, 0.5, 0.05].map((solved) => time(solved, 0.2))).toEqual("1.539 2.955 4.012".split(" "));
  // All pay for the rare thing, from .3 to a half: 2·asin√.5 − 2·asin√.3.
  expect(normalisedTimeToHalf(0.3, 1, 0.5)).toBeCloseTo(
    2 * Math.asin(Math.sqrt(0.5)) - 2 * Math.asin(Math.sqrt(0.3)),
    9,
  );
});

test("a group teaches where its answers are not all paid alike", () => {
  expect(teachingShare(0.5, 2)).toBeCloseTo(0.5, 12);
  expect(teachingShare(0.01, 8)).toBeCloseTo(1 - 0.99 ** 8 - 0.01 ** 8, 12);
  expect([teachingShare(0, 8), teachingShare(1, 8)]).toEqual([0, 0]);
});
