// Curves of gold and proxy against closed forms, and the statistics computed from them.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { calibrated } from "./judged-answers.ts";
import { partingDivergence, partingOf } from "./parting.ts";
import { bestOfNCurve, goldPeak, type PressurePoint, tiltCurveAt } from "./pressure-curve.ts";
import { largestDivergence, strengthAt, tilt } from "./tilt.ts";

/** A normal distribution on a fine grid; the proxy is x and gold is a·x − q·x². */
function normalWorld(a: number, q: number) {
  const proxy = Float64Array.from({ length: 5601 }, (_, k) => (k - 2800) / 200);
  const weights = proxy.map((x) => Math.exp((-x * x) / 2));
  const total = weights.reduce((sum, one) => sum + one, 0);
  return { proxy, reference: weights.map((one) => one / total), gold: proxy.map((x) => a * x - q * x * x) };
}

describe("tilts", () => {
  test("of a normal distribution follow d(α − βd), with its peak", () => {
    const [a, q] = [1.3, 0.4];
    const world = normalWorld(a, q);
    for (const d of [0.1, 0.5, 1, 2, 3]) {
      const [point] = tiltCurveAt([world], [d * d]);
      expect(point.divergence).toBeCloseTo(d * d, 9);
      expect(point.pressure).toBeCloseTo(Math.SQRT2 * d, 8);
      expect(point.proxy).toBeCloseTo(Math.SQRT2 * d, 8);
      expect(point.gold).toBeCloseTo(d * (Math.SQRT2 * a - 2 * q * d), 8);
    }
    const points = tiltCurveAt([world], [0.1, 0.4, 0.8, 1.2, 1.3202, 1.5, 2, 4]);
    const peak = goldPeak(points);
    expect(peak.divergence).toBeCloseTo(1.3202, 9);
    expect(peak.gold).toBeCloseTo((a * a) / (4 * q), 6);
    expect(peak.turns).toBe(true);
    expect(peak.lost).toBeCloseTo((a * a) / (4 * q) - 2 * (Math.SQRT2 * a - 4 * q), 6);
  });

  test("have the largest mean reward at their KL, and reach at most the KL of the best answers", () => {
    const logReference = Float64Array.from([0.5, 0.3, 0.2], Math.log);
    const prompt = { logReference, rewards: [1, 2, 2] };
    const into = new Float64Array(3);
    expect(tilt(prompt, 1.7, into)).toBeGreaterThan(0);
    // E r − KL/1.7 is ln Z/1.7 for the tilted policy and less for any other.
    const value = (policy: readonly number[]) =>
      policy.reduce((sum, p, k) => sum + p * (prompt.rewards[k] - (Math.log(p) - logReference[k]) / 1.7), 0);
    const best = value(Array.from(into, Math.exp));
    expect(best).toBeCloseTo(Math.log(0.5 * Math.exp(1.7) + 0.5 * Math.exp(3.4)) / 1.7, 12);
    for (const other of matrix("0.4 0.4 0.2 | 0.1 0.6 0.3 | 0.2 0.3 0.5")) expect(value(other)).toBeLessThan(best);
    expect(largestDivergence(prompt)).toBeCloseTo(Math.log(2), 12);
    expect(strengthAt([prompt], 0.6)).toBeGreaterThan(1);
    expect(strengthAt([prompt], 0.7)).toBeUndefined();
    expect(strengthAt([prompt], 0)).toBe(0);
    expect(tiltCurveAt([{ proxy: [1, 2, 2], gold: [0, 0, 0] }], [0.1, 0.2, 3])).toHaveLength(2);
  });

  test("average over prompts at a common strength", () => {
    const prompts = [
      normalWorld(1, 0.1),
      { ...normalWorld(1, 0.1), proxy: normalWorld(1, 0.1).proxy.map((x) => 2 * x) },
    ];
    expect(tiltCurveAt(prompts, [(0.125 + 0.5) / 2])[0].pressure).toBeCloseTo(0.5, 8);
  });
});

test("best-of-n by gold itself never declines; calibrated proxies start like gold", () => {
  const world = normalWorld(1, 0.2);
  const draws = [1, 2, 8, 64, 1024];
  expect(goldPeak(bestOfNCurve([{ ...world, proxy: world.gold }], draws)).turns).toBe(false);
  const [start, ...later] = bestOfNCurve(calibrated([{ ...world, proxy: world.proxy.map((x) => 7 * x + 3) }]), draws);
  expect(start).toEqual({ pressure: 1, divergence: 0, proxy: expect.closeTo(0, 12), gold: expect.closeTo(0, 12) });
  expect(later[0].proxy).toBeCloseTo(1 / Math.sqrt(Math.PI), 4);
  expect(() => calibrated([{ proxy: [1, 1], gold: [0, 1] }])).toThrow("the same for all answers");
  expect(() => bestOfNCurve([{ proxy: [1, 2], gold: [0] }], [1])).toThrow("2 numbers of the proxy and 1 of gold");
  expect(() => tiltCurveAt([], [1])).toThrow("no prompts");
});

describe("parting", () => {
  const line = (falls: number): PressurePoint[] =>
    [0, 1, 2, 3].map((x) => ({ pressure: x, divergence: x, proxy: x, gold: x - falls * Math.max(0, x - 1) }));

  test("is the KL at which gold falls behind by a share", () => {
    // Gold x − (x − 1) is below 0.9·x from x = 10/9 on.
    expect(partingDivergence(line(1))).toBeCloseTo(10 / 9, 12);
    expect(partingDivergence(line(0))).toBeUndefined();
    expect(partingDivergence([{ pressure: 1, divergence: 2, proxy: 1, gold: 0 }])).toBe(0);
    const { gaps, divergence, parted, curves } = partingOf([line(1), line(1.2), line(0)]);
    expect([parted, curves, divergence.n]).toEqual([2, 3, 2]);
    expect(gaps[3].mean).toBeCloseTo(2 * (2.2 / 3), 12);
    expect(divergence.low).toBeLessThan(divergence.mean ?? 0);
    expect(() => partingOf([line(1), []])).toThrow("different numbers of points");
  });
});
