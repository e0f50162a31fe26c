// Times of training under erring verifiers against closed forms.

import { expect, test } from "vitest";
import { timeUnderVerifier } from "./verifier-dynamics.ts";

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
