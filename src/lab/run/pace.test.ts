// The remaining time is reported once enough is done to estimate it; trainings in progress count by their share.

import { expect, test } from "vitest";
import { pace, secondsLeft, type WorkProgress } from "./pace.ts";

const work = (given: Partial<WorkProgress>): WorkProgress => ({
  seconds: 10,
  missing: 10,
  done: 0,
  shares: [],
  ...given,
});

test("no estimate is given before enough is done", () => {
  expect(secondsLeft(work({}))).toBeUndefined();
  expect(secondsLeft(work({ seconds: 1, done: 5 }))).toBeUndefined();
  expect(secondsLeft(work({ shares: [0.2, 0.2] }))).toBeUndefined();
});

test("the pace counts cells and shares of trainings", () => {
  expect(secondsLeft(work({ done: 5 }))).toBe(10);
  expect(secondsLeft(work({ shares: [0.5, 0.5] }))).toBe(90);
  expect(pace(work({ done: 1, shares: [0.5, 0.5] }))).toBe(0.2);
  expect(secondsLeft(work({ done: 10 }))).toBe(0);
});
