// Newton's fit against finite differences and closed forms, and on answers that undamped steps run away on.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { preferenceProbability } from "../math/logistic-regression.ts";
import { simulatedAnnotator } from "./annotator.ts";
import { preferenceLikelihood, preferenceLog, preferenceNewton } from "./preference-newton.ts";

const THETA = [0.5, -1, 2, 0, 1];

/** Differences of pairs of three random entries each, answered by a mind of `slope`. */
function answered(seed: number, count: number, slope: number) {
  const random = Random.of(seed, "pairs");
  const log = preferenceLog(THETA.length);
  const mind = simulatedAnnotator({ value: (worth: number) => worth, slope, random: random.stream("answers") });
  for (let k = 0; k < count; k++) {
    const [first, second] = [0, 1].map(() => Array.from({ length: 3 }, () => random.integer(THETA.length)));
    const x = new Float64Array(THETA.length);
    for (const entry of first) x[entry] += 1;
    for (const entry of second) x[entry] -= 1;
    const worth = x.reduce((sum, value, k) => sum + value * THETA[k], 0);
    log.add(x, mind.compare(worth, 0) === true);
  }
  return log;
}

test("the likelihood, its gradient and its curvature are those of the definition and of finite differences", () => {
  const log = answered(1, 120, 3);
  const n = THETA.length;
  const options = { ridge: 0.7, slope: 3 };
  const [gradient, curvature, other, unread] = [n, n * n, n, n * n].map((size) => new Float64Array(size));
  const theta = Float64Array.of(0.3, 0.1, -0.4, 0.2, 0.5);
  const likelihood = preferenceLikelihood(log, theta, options, gradient, curvature);
  let expected = -0.35 * theta.reduce((sum, x) => sum + x * x, 0);
  for (let row = 0; row < log.size; row++) {
    const margin = theta.reduce((sum, x, k) => sum + x * log.differences[row * n + k], 0);
    expected += Math.log(preferenceProbability(log.answers[row] === 1 ? margin : -margin, 3));
  }
  expect(likelihood).toBeCloseTo(expected, 10);
  const h = 1e-5;
  for (let k = 0; k < n; k++) {
    const [up, down] = [h, -h].map((by) => {
      const moved = theta.map((x, j) => (j === k ? x + by : x));
      return { value: preferenceLikelihood(log, moved, options, other, unread), gradient: other.slice() };
    });
    expect((up.value - down.value) / (2 * h)).toBeCloseTo(gradient[k], 5);
    for (let j = 0; j <= k; j++)
      expect((down.gradient[j] - up.gradient[j]) / (2 * h)).toBeCloseTo(curvature[k * n + j], 5);
  }
});

test("the gradient at the fit is 0", () => {
  for (const slope of [1, 3]) {
    const fit = preferenceNewton(THETA.length, { ridge: 1, slope });
    fit.fit(answered(1, 120, slope));
    for (const entry of fit.gradient) expect(Math.abs(entry)).toBeLessThan(1e-8);
  }
});

test("of two things, one preferred three times of four, the difference is ln 3", () => {
  const log = preferenceLog(2);
  for (const first of [true, true, true, false]) log.add([1, -1], first);
  const fit = preferenceNewton(2, { ridge: 1e-7 });
  fit.fit(log);
  expect(fit.theta[0] - fit.theta[1]).toBeCloseTo(Math.log(3), 5);
  expect(fit.theta[0] + fit.theta[1]).toBeCloseTo(0, 8);
});

test("going on from an earlier fit ends where a fit of all answers does", () => {
  const log = answered(2, 200, 1);
  const whole = preferenceNewton(THETA.length, { ridge: 0.3 });
  whole.fit(log);
  const growing = preferenceLog(THETA.length);
  const going = preferenceNewton(THETA.length, { ridge: 0.3 });
  for (let row = 0; row < log.size; row++) {
    growing.add(log.differences.subarray(row * THETA.length, (row + 1) * THETA.length), log.answers[row] === 1);
    going.fit(growing);
  }
  for (let k = 0; k < THETA.length; k++) expect(going.theta[k]).toBeCloseTo(whole.theta[k], 8);
});

test("answers that a direction separates are fitted, where undamped steps run away", () => {
  const log = preferenceLog(1);
  for (let k = 0; k < 50; k++) log.add([8], true);
  const fit = preferenceNewton(1, { ridge: 1e-6, slope: 3 });
  fit.fit(log);
  expect(Math.abs(fit.gradient[0])).toBeLessThan(1e-8);
  expect(fit.theta[0]).toBeGreaterThan(0.5);
  // The fit of 50 answers, when the next 200 all contradict it: a whole step would go far beyond.
  for (let k = 0; k < 200; k++) log.add([8], false);
  fit.fit(log);
  expect(preferenceProbability(8 * fit.theta[0], 3)).toBeCloseTo(0.2, 6);
});

test("an empty log is the prior, and a log that grows keeps what it has", () => {
  const fit = preferenceNewton(2, { ridge: 4 });
  expect(fit.fit(preferenceLog(2))).toBe(0);
  expect(Array.from(fit.theta)).toEqual([0, 0]);
  expect(Array.from(fit.factor)).toEqual([2, 0, 0, 2]);
  const log = preferenceLog(1);
  for (let k = 0; k < 200; k++) log.add([k], k % 3 === 0);
  expect(log.size).toBe(200);
  for (let k = 0; k < 200; k++) expect([log.differences[k], log.answers[k]]).toEqual([k, k % 3 === 0 ? 1 : 0]);
  expect(() => log.add([1, 2], true)).toThrow("2 features of 1");
});
