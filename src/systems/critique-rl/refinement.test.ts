// Every kind of critique counted by hand.

import { expect, test } from "vitest";
import { type Critiqued, refinementMeters } from "./refinement.ts";

/** Critiques as three letters each: whether the first answer and the refined one are right, and the verdict, `-` where there is none. */
const read = (texts: string): Critiqued[] =>
  texts.split(" ").map((text) => {
    const [first, refined, verdict] = Array.from(text, (letter) => (letter === "-" ? undefined : letter === "y"));
    return { first: first === true, refined: refined === true, verdict };
  });

test("ten critiques", () => {
  const meters = refinementMeters(read("yyy yyy yyn ynn yy- nyn nyn nnn nny nn-"));
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
  const meters = refinementMeters(read("yyy"));
  expect(meters.alarms).toBeNaN();
  expect(meters.falseAlarms).toBe(0);
  expect(refinementMeters([]).discrimination).toBeNaN();
});
