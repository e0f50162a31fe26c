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

test("draws and a lean to the first come as often as the logistic noise says; a coin knows neither", () => {
  const [lean, draw, apart] = [0.5, 0.8, 3 * 0.4];
  const judge = simulatedAnnotator({ value: (x: number) => x, slope: 3, lean, draw, random: Random.of(2, "judge") });
  const logistic = (x: number) => 1 / (1 + Math.exp(-x));
  const expected = [logistic(apart + lean - draw), logistic(-apart - lean - draw)];
  const count = 40_000;
  const said = Array.from({ length: count }, () => judge.judge(1, 0.6));
  for (const [k, answer] of [1, 0].entries())
    expect(Math.abs(said.filter((one) => one === answer).length / count - expected[k])).toBeLessThan(
      4 * Math.sqrt(0.25 / count),
    );
  const coin = simulatedAnnotator({
    ...{ value: (x: number) => x, slope: 3, lean, draw },
    ...{ honesty: "coin" as const, random: Random.of(2, "coin") },
  });
  const flips = Array.from({ length: count }, () => coin.judge(1, 0.6));
  expect(flips).not.toContain(0.5);
  expect(Math.abs(flips.filter((one) => one === 1).length / count - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / count));
});
