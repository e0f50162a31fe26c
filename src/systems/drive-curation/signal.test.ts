// How often a group of answers teaches something, S(p, G) = 1 − p^G − (1 − p)^G where each is right with probability p: the trainer's
// share of live groups against the binomial and published figures.

import { fc, test as law } from "@fast-check/vitest";
import { dbinom } from "lib-r-math.js";
import { expect, test } from "vitest";
import { groupAdvantages, liveShare } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";

/** The chance that `group` answers, each right with chance `rate`, are neither all right nor all wrong. */
const signal = (rate: number, group: number) => 1 - rate ** group - (1 - rate) ** group;

test.each([
  [0.02, 8, 0.149],
  [0.02, 64, 0.726],
  [0.005, 8, 0.039],
  [0.005, 64, 0.274],
])("at a pass rate of %d, groups of %i are live with chance %d", (rate, group, published) => {
  expect(signal(rate, group)).toBeCloseTo(published, 3);
  const random = Random.of(1, "groups", group, rate);
  const pay = Float64Array.from({ length: 20_000 * group }, () => (random.uniform() < rate ? 1 : 0));
  expect(Math.abs(liveShare(pay, group) - published)).toBeLessThan(0.012);
});

const rates = fc.double({ min: 0.001, max: 0.999, noNaN: true });

law.prop([rates, fc.integer({ min: 2, max: 100 })])(
  "it is the binomial's sum, the same for passes and failures, and from pairs on an answer's share of it does not rise",
  (rate, group) => {
    const mixed = Array.from({ length: group - 1 }, (_, k) => dbinom(k + 1, group, rate));
    expect(signal(rate, group)).toBeCloseTo(
      mixed.reduce((a, b) => a + b, 0),
      10,
    );
    expect(signal(1 - rate, group)).toBeCloseTo(signal(rate, group), 12);
    expect(signal(rate, group + 1) / (group + 1)).toBeLessThanOrEqual(signal(rate, group) / group + 1e-12);
  },
);

test("114 answers hold a right one in nine cases of ten at a pass rate of 0.02, and 113 do not", () => {
  expect(1 - 0.98 ** 114).toBeGreaterThanOrEqual(0.9);
  expect(1 - 0.98 ** 113).toBeLessThan(0.9);
});

test.each([
  [8, 2.646],
  [64, 7.937],
])("the only right answer of %i has an advantage of √(G − 1), %d", (group, published) => {
  const pay = Float64Array.from({ length: group }, (_, row) => (row === 3 ? 1 : 0));
  const advantages = groupAdvantages(pay, group, { baseline: "group", scale: "group", tiny: 0 });
  expect(advantages[3]).toBeCloseTo(published, 2);
});
