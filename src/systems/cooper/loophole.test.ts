// The bandit's equations beside their closed form, and beside draws.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import {
  type BanditOptions,
  banditEquations,
  collected,
  FIXED,
  flow,
  HACK,
  LEARNING,
  type LoopholeState,
  PLAIN,
  policyAt,
} from "./loophole.ts";

/** s_plain − s_hack. */
const gapOf = (at: LoopholeState) => at[3 + PLAIN] - at[3 + HACK];

/** The gap D that the equations have at time t: D + e^D grows by 2·rate·t, since Ḋ = 2·rate/(1 + e^D). */
const gapGrowth = (gap: number) => gap + Math.exp(gap);

/**
 * The same in draws: `answers` arms are drawn at each step, each compared with the mean of the others, and the judge learns from a pair
 * where an arm that the rule confirms was drawn.
 */
function draws({ rate, time, steps }: BanditOptions, answers: number, random: Random): LoopholeState[] {
  const h = time / steps;
  const counts = new Float64Array(3);
  return collected(steps, (at) => {
    const policy = policyAt(at);
    counts.fill(0);
    for (let k = 0; k < answers; k++) {
      const u = random.uniform();
      counts[u < policy[0] ? 0 : u < policy[0] + policy[1] ? 1 : 2] += 1;
    }
    const pay = [0, 1, 2].map((arm) => preferenceProbability(at[3 + arm]));
    const total = counts.reduce((sum, count, arm) => sum + count * pay[arm], 0);
    const next = at.slice();
    let credit = 0;
    for (let arm = 0; arm < 3; arm++) {
      const advantage = (counts[arm] * (pay[arm] - (total - pay[arm]) / (answers - 1))) / answers;
      next[arm] += h * advantage;
      credit += advantage;
    }
    for (let arm = 0; arm < 3; arm++) next[arm] -= h * credit * policy[arm];
    if (counts[PLAIN] > 0) {
      const push = h * rate * preferenceProbability(at[3 + HACK] - at[3 + PLAIN]);
      next[3 + PLAIN] += push;
      next[3 + HACK] -= push;
    }
    return next;
  });
}

test("the bandit: ends where the claims say", () => {
  expect(unmet({ claims: banditEquations() })).toEqual([]);
});

test("the bandit: D + e^D of the gap D between the learning judge's scores is its closed form", () => {
  const path = flow(LEARNING);
  const expected = gapGrowth(gapOf(path[0])) + 2 * LEARNING.rate * LEARNING.time;
  expect(Math.abs(gapGrowth(gapOf(path[path.length - 1])) / expected - 1)).toBeLessThan(1e-8);
});

test("the bandit: a policy whose judge stands still keeps the judge's gap, and a faster judge has a wider one", () => {
  const gaps = [0, 0.1, 0.2].map((rate) => flow({ rate, time: 20, steps: 400 }).map(gapOf));
  expect(new Set(gaps[0].map((gap) => gap.toFixed(12))).size).toBe(1);
  const [from, to] = [gaps[1][0], gaps[1][gaps[1].length - 1]];
  expect(gapGrowth(to) - gapGrowth(from)).toBeCloseTo(2 * 0.1 * 20, 8);
  expect(gaps[2][20]).toBeGreaterThan(to);
});

test.each([FIXED, LEARNING].map((options, k) => [k, options] as const))(
  "the bandit: in draws of 32: case %s",
  (k, options) => {
    const drawn = draws({ ...options, steps: options.steps / 10 }, 32, Random.of(101, "bandit", k)).map(policyAt);
    const gaps = flow(options).flatMap((at, t) => [...policyAt(at)].map((p, arm) => Math.abs(p - drawn[t][arm])));
    expect(gaps).toHaveLength(63);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0.05);
  },
);
