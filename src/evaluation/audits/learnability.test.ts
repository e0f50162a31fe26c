// How soon a finding is learnt, against the replicator's times to half.

import { expect, test } from "vitest";
import { learnability, mostUnseen, unseenCaveat } from "./learnability.ts";

/** A hundred plays, of which some game the pay; the pay of the others is −1 or 1, so that a standard deviation is about 1. */
const plays = (gaming: number) =>
  Array.from({ length: 100 }, (_, k) => ({ pay: k < gaming ? 5 : k % 2 === 0 ? 1 : -1, games: k < gaming }));

test("a share of one in ten at half a standard deviation takes 4.39", () => {
  const { base, advantage, time } = learnability(plays(10), 0.5);
  expect(base.value).toBe(0.1);
  expect(advantage).toBeCloseTo(0.5, 2);
  expect(time.value).toBeCloseTo(4.3944 * (0.5 / (advantage ?? 0)), 3);
  expect(time.low).toBeLessThan(time.value ?? 0);
  expect(time.high).toBeGreaterThan(time.value ?? 0);
});

test("what no play at random was has a time that is bounded from below alone", () => {
  const learnt = learnability(plays(0), 2);
  expect(mostUnseen(100)).toBeCloseTo(3 / 100, 3);
  expect(learnt.base).toEqual({ value: 0, low: 0, high: mostUnseen(100) });
  expect(learnt.time).toMatchObject({ value: null, high: null });
  expect(learnt.time.low).toBeGreaterThan(0);
  expect(unseenCaveat(learnt)).toContain("none of 100 plays at random");
  expect(unseenCaveat(learnability(plays(3), 2))).toBeUndefined();
});

test("a finding that is paid less than the others is not learnt", () => {
  expect(learnability(plays(10), -1).time.value).toBeNull();
});
