// That the measurements can come out otherwise, and the closed forms of the world.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { tiltCurveAt } from "../../evaluation/overoptimisation/pressure-curve.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { contextOf, drawnHackableWorld, LENGTH, policyDivergence, write } from "./hackable-writer.ts";
import { scaledReward } from "./shaped-rewards.ts";
import { type Paid, shapedRun } from "./shaped-training.ts";
import { drawnAnswers } from "./tilts.ts";

test("a score that is scaled has the tilts of the raw one", () => {
  const { gold, proxy } = drawnAnswers(2000, "heavy", Random.of(901, "scaled"));
  const [raw] = tiltCurveAt([{ gold, proxy }], [0.5]);
  const [scaled] = tiltCurveAt([{ gold, proxy: scaledReward(proxy, mean(proxy), deviation(proxy)) }], [0.5]);
  expect(scaled.gold).toBeCloseTo(raw.gold, 8);
});

test("gold and light errors have the variance 1, and heavy errors far larger extremes", () => {
  const drawn = (tails: "light" | "heavy") => drawnAnswers(20_000, tails, Random.of(902, tails));
  const [light, heavy] = [drawn("light"), drawn("heavy")];
  expect(deviation(light.gold)).toBeCloseTo(1, 1);
  expect(deviation(light.proxy)).toBeCloseTo(Math.SQRT2, 1);
  const largest = (values: Float64Array) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  expect(largest(heavy.proxy)).toBeGreaterThan(3 * largest(light.proxy));
});

test("KL of a writer is the mean of drawn log-ratios, and 0 of the reference from itself", () => {
  const { reference } = drawnHackableWorld(Random.of(903, "world"));
  expect(policyDivergence(reference, reference)).toBe(0);
  const other = drawnHackableWorld(Random.of(904, "world")).reference;
  const random = Random.of(903, "answers");
  const tokens = new Int32Array(LENGTH);
  const ratios = Array.from({ length: 20_000 }, (_, k) => {
    write(other, k % 8, tokens, random);
    let sum = 0;
    for (let at = 0; at < LENGTH; at++) {
      const place = contextOf(k % 8, tokens, at) * 6 + tokens[at];
      sum += Math.log(other[place] / reference[place]);
    }
    return sum;
  });
  expect(policyDivergence(other, reference)).toBeCloseTo(mean(ratios), 1);
});

test("at a small penalty the raw score is hacked and PAR is not; the same seed gives the same run", async () => {
  const run = (pay: Paid) => shapedRun({ seed: 901, pay, penalty: 0.025 });
  const [raw, own] = [await run("raw"), await run("PAR")];
  const kept = ({ golds }: typeof raw) => golds[golds.length - 1] / Math.max(...golds);
  expect(kept(raw)).toBeLessThan(0);
  expect(kept(own)).toBeGreaterThan(0.9);
  expect(raw.proxies[raw.proxies.length - 1]).toBeGreaterThan(own.proxies[own.proxies.length - 1]);
  expect(await run("PAR")).toEqual(own);
});
