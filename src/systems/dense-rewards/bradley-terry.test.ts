// The fit against closed forms, its own optimality, and rewards that preferences were drawn from.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { fitBradleyTerry, type Preference, type Segment } from "./learned-rewards.ts";

const segmentReturn = ({ entries }: Segment, reward: ArrayLike<number>) =>
  Array.from(entries).reduce((sum, entry) => sum + reward[entry], 0);

const pair = (first: readonly number[], second: readonly number[], weightOnFirst: number): Preference => {
  return { first: { entries: first }, second: { entries: second }, weightOnFirst };
};

function sampled(seed: number, count: number, reward: readonly number[], rationality = 1): Preference[] {
  const random = Random.of(seed, "preferences");
  const segment = () => Array.from({ length: 4 }, () => random.integer(reward.length));
  return Array.from({ length: count }, () => {
    const [first, second] = [segment(), segment()];
    const difference = segmentReturn({ entries: first }, reward) - segmentReturn({ entries: second }, reward);
    return pair(first, second, random.uniform() < preferenceProbability(difference, rationality) ? 1 : 0);
  });
}

test("two segments, one preferred 3 of 4 times: the difference is ln 3", () => {
  const judged = [1, 1, 1, 0].map((first) => pair([0], [1], first));
  const reward = fitBradleyTerry(judged, { size: 2, decay: 1e-7 });
  expect(reward[0] - reward[1]).toBeCloseTo(Math.log(3), 4);
  expect(reward[0] + reward[1]).toBeCloseTo(0, 9);
});

test("three of four are the same as one judgement of weight 3/4, four times over; a tie makes equal", () => {
  const soft = fitBradleyTerry(new Array(4).fill(pair([0], [1], 0.75)), { size: 2, decay: 1e-7 });
  expect(soft[0] - soft[1]).toBeCloseTo(Math.log(3), 4);
  expect(fitBradleyTerry([pair([0, 0], [1, 2], 0.5)], { size: 3 })).toEqual(new Float64Array(3));
});

test("what is found is the optimum: no direction raises the penalised likelihood", () => {
  const judged = sampled(1, 80, [0.5, -1, 2, 0, 1]);
  const decay = 0.05;
  const reward = fitBradleyTerry(judged, { size: 5, decay });
  const objective = (r: ArrayLike<number>) =>
    judged.reduce((sum, { first, second, weightOnFirst }) => {
      const difference = segmentReturn(first, r) - segmentReturn(second, r);
      const likelihood = weightOnFirst * Math.log(preferenceProbability(difference));
      return sum + likelihood + (1 - weightOnFirst) * Math.log(preferenceProbability(-difference));
    }, 0) -
    (decay / 2) * Array.from(r).reduce((sum, x) => sum + x * x, 0);
  const best = objective(reward);
  for (let k = 0; k < 5; k++)
    for (const h of [1e-3, -1e-3]) expect(objective(reward.map((x, j) => (j === k ? x + h : x)))).toBeLessThan(best);
});

test("many judgements give the reward back; random ones do not", () => {
  const truth = [0.5, -1, 2, 0, 1, -0.3, 0.8, -1.5];
  const learned = fitBradleyTerry(sampled(2, 4000, truth), { size: 8, decay: 0.01 });
  expect(pearson(learned, truth)).toBeGreaterThan(0.98);
  // Sums of four differ by whole segments only, so entries are known up to a common constant.
  for (const [k, value] of learned.entries()) expect(value - learned[3] - truth[k]).toBeCloseTo(0, 0);
  const ofNoise = (seed: number) => pearson(fitBradleyTerry(sampled(seed, 100, truth, 0), { size: 8 }), truth) ?? 0;
  const noise = Array.from({ length: 30 }, (_, k) => ofNoise(100 + k));
  expect(Math.abs(noise.reduce((a, b) => a + b, 0) / 30)).toBeLessThan(0.2);
});
