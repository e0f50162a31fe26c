// Every kind of critique counted by hand.

import { expect, test } from "vitest";
import { type Critiqued, refinementMeters } from "./refinement.ts";

const of = (first: boolean, refined: boolean, verdict: boolean | undefined): Critiqued => ({ first, refined, verdict });

test("ten critiques", () => {
  const meters = refinementMeters([
    of(true, true, true),
    of(true, true, true),
    of(true, true, false),
    of(true, false, false),
    of(true, true, undefined),
    of(false, true, false),
    of(false, true, false),
    of(false, false, false),
    of(false, false, true),
    of(false, false, undefined),
  ]);
  expect(meters).toEqual({
    discrimination: 0.6,
    spoken: 0.5,
    first: 0.5,
    refined: 0.6,
    gain: expect.closeTo(0.1, 12),
    spoiled: 0.1,
    repaired: 0.2,
    falseAlarms: 0.4,
    alarms: 0.6,
    silent: 0.2,
  });
  expect(meters.gain).toBeCloseTo(meters.repaired - meters.spoiled, 12);
});

test("a share of nothing is none", () => {
  const meters = refinementMeters([of(true, true, true)]);
  expect(meters.alarms).toBeNaN();
  expect(meters.falseAlarms).toBe(0);
  expect(refinementMeters([]).discrimination).toBeNaN();
});
