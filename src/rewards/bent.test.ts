// Bends of a score against their formulas, and which episodes are references.

import { expect, test } from "vitest";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import { bernoulliBandit } from "../environments/bandits/independent-arms.ts";
import { bentEpisodes, bentScore } from "./bent.ts";
import { privatePay } from "./mutuality.ts";

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const plain = { slope: 1, shift: 0 };

test("sigmoids are averaged over references, not references within one sigmoid", () => {
  const chance = bentScore(1, [-3, 6], { by: "preference", ...plain });
  expect(chance).toBeCloseTo((sigmoid(4) + sigmoid(-5)) / 2, 12);
  const late = bentScore(1, [-3], { by: "preference", slope: 3, shift: 3 });
  expect(late).toBeCloseTo(sigmoid(3), 12);
});

test("log-sigmoid is ln ½ at the 85th percentile of the references, and loses no digits far away", () => {
  const bend = { by: "log-sigmoid", ...plain } as const;
  expect(bentScore(1.0364333894937898, [-1, 1], bend)).toBeCloseTo(Math.log(0.5), 12);
  expect(bentScore(-800, [-1, 1], bend)).toBeCloseTo(-801.0364333894938, 9);
  expect(bentScore(800, [-1, 1], bend)).toBeCloseTo(0, 12);
});

test("a clip keeps to a standard deviation about the mean, and the sigmoid looks at no reference", () => {
  const clipped = [-9, 0.5, 9].map((score) => bentScore(score, [-1, 3], { by: "clip", ...plain }));
  expect(clipped).toEqual([-1, 0.5, 3]);
  expect(bentScore(2, [5], { by: "sigmoid", ...plain })).toBeCloseTo(sigmoid(2), 12);
});

test("a preference varies by no more than a quarter, and by no more than a sixteenth of what scores do", () => {
  const random = Random.of(901, "scores");
  for (const spread of [0.1, 1, 10]) {
    const scores = Array.from({ length: 4000 }, () => spread * random.normal());
    const varianceOf = (values: readonly number[]) => {
      const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
      return values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
    };
    const chances = scores.map((score) => bentScore(score, [0.3 * spread], { by: "preference", ...plain }));
    expect(varianceOf(chances)).toBeLessThan(Math.min(1 / 4, varianceOf(scores) / 16));
  }
});

test("the first episodes that begin are references, in any order of their ends, for all copies of a training", () => {
  const { spec } = bernoulliBandit.make();
  const memory = RewardMemory.empty();
  const plan = bentEpisodes(privatePay, { by: "preference", references: 2, ...plain });
  const copies = [0, 1, 2].map(() => plan(spec, memory));
  for (const copy of copies) copy.reset(new Float64Array(3));
  const paid = (k: number, ...earned: readonly number[]) => {
    const pay = new Float64Array(1);
    return earned.map((value, step) => {
      copies[k].pay(Float64Array.of(value, 0, 0), step < earned.length - 1 ? Status.running : Status.terminated, pay);
      return pay[0];
    });
  };
  // The third began too late to be one, and is compared with itself while none is over.
  expect(paid(2, 1, 1)).toEqual([0, 0.5]);
  expect(paid(1, 3, 1)).toEqual([0, 0.5]);
  expect(paid(0, 5)[0]).toBeCloseTo(sigmoid(1), 12);
  copies[2].reset(new Float64Array(3));
  expect(paid(2, 2, 1)[1]).toBeCloseTo((sigmoid(-1) + sigmoid(-2)) / 2, 12);
});
