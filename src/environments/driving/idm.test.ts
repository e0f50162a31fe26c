// Car following: the published equilibria and limits, and a platoon that settles without a crash.

import { describe, expect, test } from "vitest";
import { driversAt, TYPES } from "./drivers.ts";
import { equilibriumGap, type Follower, following, wantedGap } from "./idm.ts";

/** Constants of the paper: v0 = 120 km/h, T = 1.6 s, a = 0.73 m/s², b = 1.67 m/s², s0 = 2 m, δ = 4. */
const published: Follower = {
  ...{ desired: 120 / 3.6, acceleration: 0.73, braking: 1.67, standing: 2, headway: 1.6, exponent: 4 },
};

describe("the intelligent driver model", () => {
  test("accelerates fully from a standstill on a free road, and not at its desired speed", () => {
    const free = Number.POSITIVE_INFINITY;
    expect(following(published, 0, free, 0)).toBe(0.73);
    expect(following(published, published.desired, free, 0)).toBeCloseTo(0, 12);
    // Half the desired speed: 1 − 1/16 of the acceleration.
    expect(following(published, published.desired / 2, free, 0)).toBeCloseTo((0.73 * 15) / 16, 12);
  });

  test("wants the standing gap at rest, and s0 + vT behind an equally fast car", () => {
    expect(wantedGap(published, 0, 0)).toBe(2);
    expect(wantedGap(published, 20, 20)).toBe(34);
    // Closing in by 10 m/s adds v·Δv/(2√(ab)); a car that drives away takes off vT at most.
    expect(wantedGap(published, 20, 10)).toBeCloseTo(34 + 200 / (2 * Math.sqrt(0.73 * 1.67)), 12);
    expect(wantedGap(published, 20, 60)).toBe(2);
  });

  test("brakes by (v²/2s)²/b before a standing obstacle, more than comfortably where it must", () => {
    // The paper's limit for a high closing speed: s* ≈ v²/(2√(ab)), and braking ≈ (v²/(2s))²/b.
    const [speed, gap] = [30, 100];
    const driver = { ...published, standing: 0, headway: 0, desired: 1e6 };
    expect(following(driver, speed, gap, 0)).toBeCloseTo(0.73 - (speed ** 2 / (2 * gap)) ** 2 / 1.67, 9);
    expect(following(driver, speed, gap, 0)).toBeLessThan(-1.67);
  });

  test.each(TYPES.map((name, k) => [name, driversAt(30)[k]] as const))(
    "%s: no force at the equilibrium gap",
    (_, driver) => {
      for (const speed of [0, 5, 12, 20]) {
        expect(following(driver, speed, equilibriumGap(driver, speed), speed)).toBeCloseTo(0, 9);
      }
    },
  );

  test("a follower settles at the equilibrium gap, and never touches a leader that stops at once", () => {
    let [gap, speed] = [60, 25];
    const drive = (seconds: number, leader: number): number => {
      let least = gap;
      for (let t = 0; t < seconds / 0.05; t++) {
        const after = Math.max(0, speed + 0.05 * following(published, speed, gap, leader));
        gap += 0.05 * (leader - (speed + after) / 2);
        speed = after;
        least = Math.min(least, gap);
      }
      return least;
    };
    drive(2000, 15);
    expect(speed).toBeCloseTo(15, 9);
    expect(gap).toBeCloseTo(equilibriumGap(published, 15), 6);
    expect(drive(400, 0)).toBeGreaterThan(0);
  });
});
