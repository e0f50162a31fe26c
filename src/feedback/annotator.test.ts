// Annotators that are simulated: how often they prefer what, and that a budget ends.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { type Honesty, simulatedAnnotator } from "./annotator.ts";

const mind = (honesty: Honesty, budget?: number) =>
  simulatedAnnotator({
    value: (worth: number) => worth,
    slope: 3,
    honesty,
    random: Random.of(1, "annotator"),
    ...(budget === undefined ? {} : { budget }),
  });

test("the first is preferred as often as σ(β(v₁ − v₂)) says; liars turn it round, coins do not look", () => {
  const count = 40_000;
  const expected = { honest: 1 / (1 + Math.exp(-3 * 0.4)), flipped: 1 / (1 + Math.exp(3 * 0.4)), coin: 0.5 };
  for (const honesty of ["honest", "flipped", "coin"] as const) {
    const annotator = mind(honesty);
    let first = 0;
    for (let k = 0; k < count; k++) if (annotator.compare(1, 0.6) === true) first += 1;
    expect(Math.abs(first / count - expected[honesty])).toBeLessThan(4 * Math.sqrt(0.25 / count));
    expect(annotator.asked).toBe(count);
    expect(annotator.left).toBe(Number.POSITIVE_INFINITY);
  }
});

test("liars say the opposite of what they would have said", () => {
  const [honest, liar] = [mind("honest"), mind("flipped")];
  for (let k = 0; k < 100; k++) expect(liar.compare(k / 100, 0.5)).toBe(honest.compare(k / 100, 0.5) === false);
});

test("a learner that has spent the budget is told nothing more", () => {
  const annotator = mind("honest", 3);
  const answers = Array.from({ length: 5 }, () => annotator.compare(100, 0));
  expect(answers).toEqual([true, true, true, undefined, undefined]);
  expect([annotator.asked, annotator.left]).toEqual([3, 0]);
});
