// Closed forms against drawn judges, budgets, and that training tells judges apart.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { drawnAccuracy, knownAccuracy } from "./closed-forms.ts";
import { judgeOf } from "./judges.ts";
import { CRITERIA, drawnPair, exchanged, reading, VARIANCE } from "./pairs.ts";
import { scoringJudge } from "./scoring.ts";

test("closed forms have their known values, and are what drawn judges reach", () => {
  for (const [k, judge] of (["equal weights", "right weight", { chosen: 2 }] as const).entries()) {
    const wanted = [0.598, 0.758, 0.887][k];
    expect(knownAccuracy(judge, 0.7)).toBeCloseTo(wanted, 3);
    expect(Math.abs(drawnAccuracy(judge, 0.7, 20_000, Random.of(901, "drawn")) - wanted)).toBeLessThan(0.011);
  }
});

test("a reading has the variance that its number says, and goes with an answer that changes its place", () => {
  const random = Random.of(901, "pair");
  const pair = drawnPair({ gap: 0.7 }, random);
  const turned = exchanged(pair);
  expect(turned.label).toBe(1 - pair.label);
  const offOf = (k: number) => reading(pair, 0, 4, Random.of(901, "reading", k)) - pair.gaps[0];
  const values = Array.from({ length: 4000 }, (_, k) => offOf(k));
  const square = values.reduce((sum, x) => sum + x * x, 0) / values.length;
  expect(square).toBeCloseTo(VARIANCE / 4, 1);
  expect(reading(turned, 0, 4, Random.of(1, "x"))).toBe(-reading(pair, 0, 4, Random.of(1, "x")));
  expect(reading(pair, 0, 0, Random.of(1, "x"))).toBe(0);
});

test("all judges have about as many parameters, and name what they are made to name", () => {
  const rows = 4;
  const random = Random.of(901, "judges");
  const twice = judgeOf({ look: { turns: 2, branch: "learned", exactly: CRITERIA }, rows, rate: 0.01 }, random);
  const once = judgeOf({ look: { turns: 1 }, rows, rate: 0.01 }, random);
  const scalar = scoringJudge(rows, 0.01, random);
  for (const { size } of [once, scalar]) expect(Math.abs(size / twice.size - 1)).toBeLessThan(0.02);
  const pairs = Array.from({ length: rows }, (_, k) => drawnPair({ gap: 0.7 }, random.stream("pair", k)));
  const { named } = twice.judge(pairs, random.stream("judge"), true);
  expect([...named]).toEqual(new Array(rows).fill(CRITERIA));
  for (const judge of [twice, once, scalar]) judge.close();
});

test("judges learn from what traces are worth: the same for a seed", () => {
  const rows = 64;
  const trained = () => {
    const random = Random.of(902, "learning");
    const judge = judgeOf({ look: { turns: 1 }, rows, rate: 0.01 }, random.stream("judge"));
    let right = 0;
    for (let update = 0; update < 150; update++) {
      const rng = random.stream("update", update);
      const pairs = Array.from({ length: rows }, (_, k) => drawnPair({ gap: 3 }, rng.stream("pair", k)));
      const { verdicts } = judge.judge(pairs, rng, true);
      const worth = Float64Array.from(pairs, ({ label }, row) => (verdicts[row] === label ? 1 : -1));
      if (update >= 100) right += worth.filter((one) => one === 1).length / (50 * rows);
      judge.learn(worth);
    }
    judge.close();
    return right;
  };
  const right = trained();
  expect(right).toBeGreaterThan(0.6);
  expect(trained()).toBe(right);
});
