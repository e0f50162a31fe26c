// The parts of the study on seeds of development, and links of runs whose correlation is known.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { BROKEN, linkOf } from "./links.ts";
import { PRESSURES, pressPopulation } from "./pressed.ts";
import { capability, drawnWorld, goldOf, learnedReward, rewardAt } from "./reward-models.ts";
import { tiltLinear } from "./tilted.ts";

test("tilts of a linear reward have the gold that is known, and no more on either side of its peak", async () => {
  const { off, aboveNearer, aboveFarther } = await tiltLinear({ seed: 901 });
  // Three standard errors of 200,000 answers at the larger distance are about 0.03.
  for (const gap of off) expect(Math.abs(gap)).toBeLessThan(0.03);
  expect(Math.min(aboveNearer, aboveFarther)).toBeGreaterThan(0);
  expect(await tiltLinear({ seed: 901 })).toEqual({ off, aboveNearer, aboveFarther });
});

test("gold and capability by hand, and a reward that sees one dimension", () => {
  const world = { taste: new Float64Array(12).fill(0.5), curvature: new Float64Array(12).fill(0.1) };
  const answer = Float64Array.from({ length: 12 }, (_, k) => k);
  expect(goldOf(world)(answer, 0)).toBeCloseTo(0.5 * 66 - 0.1 * 506, 12);
  expect(capability(answer)).toBe(-(36 + 49 + 64 + 81 + 100 + 121));
  const pairs = { first: answer, second: new Float64Array(12), results: Float64Array.of(1) };
  const learned = learnedReward({ visible: [3], isQuadratic: true, pairs: 1, noise: 1 }, pairs);
  expect(learned.linear.filter((weight) => weight !== 0)).toHaveLength(1);
  expect(learned.linear[3]).toBeGreaterThan(0);
  expect(rewardAt(learned, answer)).toBeCloseTo(3 * learned.linear[3] + 9 * learned.square[3], 12);
  const { curvature } = drawnWorld(Random.of(901), true);
  expect([...new Set(curvature.subarray(0, 6)), ...new Set(curvature.subarray(6))]).toEqual([0.35, 0.02]);
});

test("accuracy goes with gold under weak pressure and less under strong, and capability falls", async () => {
  const { accuracy, gold, capability: capable } = await pressPopulation({ seed: 901, arm: "plain" });
  const at = (values: readonly (readonly number[])[], k: number) => values.map((row) => row[k]);
  const correlations = PRESSURES.map((_, k) => spearman(accuracy, at(gold, k)) ?? 0);
  expect(correlations[0]).toBeGreaterThan(0.9);
  for (const k of [1, 2, 3]) expect(correlations[k]).toBeLessThan(correlations[k - 1]);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const k of [1, 2, 3]) expect(mean(at(capable, k))).toBeLessThan(mean(at(capable, k - 1)));
});

test("links: one that holds, one that does not, and the width of few runs", () => {
  const random = Random.of(1, "runs");
  const accuracy = Array.from({ length: 60 }, () => random.normal());
  const score = accuracy.map((x) => x + 0.2 * random.normal());
  const worth = accuracy.map(() => random.normal());
  const runs = { accuracy, score, worth };
  expect(linkOf([runs, runs], "accuracy", "score", Random.of(2)).low).toBeGreaterThan(0.9);
  const none = linkOf([runs], "score", "worth", Random.of(2));
  expect(none.value).toBeCloseTo(spearman(score, worth) ?? 1, 12);
  expect(none.high).toBeLessThan(BROKEN);
  const few = linkOf([{ accuracy: accuracy.slice(0, 8), worth: worth.slice(0, 8) }], "accuracy", "worth", Random.of(3));
  expect((few.high ?? 0) - (few.low ?? 0)).toBeGreaterThan(0.8);
  expect(linkOf([{ accuracy: [1, 1, 1], worth: [1, 2, 3] }], "accuracy", "worth", Random.of(3)).value).toBe(0);
});
