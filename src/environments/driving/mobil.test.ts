// Lane changing: the two criteria by hand, and the lanes that drivers take.

import { describe, expect, test } from "vitest";
import { AGGRESSIVE, CAUTIOUS, driversAt, NORMAL } from "./drivers.ts";
import { following } from "./idm.ts";
import { isWorthwhile, LEFT, laneOf, OWN, RIGHT } from "./mobil.ts";

const drivers = driversAt(30);
const normal = drivers[NORMAL];
const FREE = [Number.POSITIVE_INFINITY, 0];
const NONE = [-1, 0, -1, 0];
const EMPTY = [...FREE, ...FREE];

/** What is around a car: gaps and speeds ahead and behind, for the lane on the left, its own and the one on the right. */
const around = (left: readonly number[], own: readonly number[], right: readonly number[]): Float64Array =>
  Float64Array.of(...left, ...own, ...right);

describe("the criteria", () => {
  const driver = { ...normal, politeness: 0.5, threshold: 0.2, safe: 4 };
  const change = { own: 1, newFollower: -1.4, oldFollower: 0, newFollowerAfter: -1 };

  test("a change pays if the own gain and p times the followers' gains exceed the threshold", () => {
    // 1 + 0.5 · (−1.4) = 0.3 > 0.2; with −1.6 it is exactly 0.2, which does not exceed it.
    expect(isWorthwhile(driver, change)).toBe(true);
    expect(isWorthwhile(driver, { ...change, newFollower: -1.6 })).toBe(false);
    expect(isWorthwhile({ ...driver, politeness: 0 }, { ...change, newFollower: -2 })).toBe(true);
    expect(isWorthwhile(driver, { ...change, newFollower: -2, oldFollower: 0.5 })).toBe(true);
  });

  test("a change is safe if the new follower brakes by the safe amount at most", () => {
    expect(isWorthwhile(driver, { ...change, newFollowerAfter: -4 })).toBe(true);
    expect(isWorthwhile(driver, { ...change, newFollowerAfter: -4.01 })).toBe(false);
  });
});

describe("a driver", () => {
  const slow = [20, 10, ...FREE];

  test("passes a slow car on the free side, and stays where no lane is free", () => {
    expect(laneOf(normal, 20, around(EMPTY, slow, NONE))).toBe(LEFT);
    expect(laneOf(normal, 20, around(NONE, slow, EMPTY))).toBe(RIGHT);
    expect(laneOf(normal, 20, around(NONE, slow, NONE))).toBe(OWN);
    expect(laneOf(normal, 20, around([-2, 10, ...FREE], slow, [...FREE, -3, 20]))).toBe(OWN);
  });

  test("stays on a free road", () => expect(laneOf(normal, 20, around(EMPTY, EMPTY, EMPTY))).toBe(OWN));

  test("takes the lane that brings more", () => {
    expect(laneOf(normal, 20, around([40, 15, ...FREE], slow, EMPTY))).toBe(RIGHT);
    expect(laneOf(normal, 20, around(EMPTY, slow, [40, 15, ...FREE]))).toBe(LEFT);
  });

  test("cuts in before a close follower only if it is aggressive", () => {
    const close = [...FREE, 30, 20];
    // As the aggressive one sees it, the follower brakes by less than 9 m/s².
    expect(following(drivers[AGGRESSIVE], 20, 30, 20)).toBeGreaterThan(-9);
    expect(following(drivers[CAUTIOUS], 20, 30, 20)).toBeLessThan(-2);
    expect(laneOf(drivers[AGGRESSIVE], 20, around(close, slow, NONE))).toBe(LEFT);
    expect(laneOf(drivers[CAUTIOUS], 20, around(close, slow, NONE))).toBe(OWN);
  });

  test("lets a faster follower by where it is polite", () => {
    // Its own lane is free; a follower presses from behind, and the lane on the right is free too.
    const pressed = around(NONE, [...FREE, 5, 20], EMPTY);
    expect(laneOf({ ...normal, politeness: 1 }, 20, pressed)).toBe(RIGHT);
    expect(laneOf({ ...normal, politeness: 0 }, 20, pressed)).toBe(OWN);
  });
});
