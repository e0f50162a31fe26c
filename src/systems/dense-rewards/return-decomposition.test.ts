// Decomposed returns against the reward they were made from, and against the optimum of the regression.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { decomposeReturns, type EpisodeReturn } from "./learned-rewards.ts";

function episodes(seed: number, count: number, reward: readonly number[]): EpisodeReturn[] {
  const random = Random.of(seed, "decomposition test");
  return Array.from({ length: count }, () => {
    const entries = Array.from({ length: 3 + random.integer(10) }, () => random.integer(reward.length));
    return { entries, return: entries.reduce((sum, entry) => sum + reward[entry], 0) };
  });
}

const truth = [0, 1, -2, 0.5, 3, 0];

test("enough episodes give the reward back", () => {
  const reward = decomposeReturns(episodes(1, 60, truth), 6, 1e-9);
  reward.forEach((value, k) => {
    expect(value).toBeCloseTo(truth[k], 6);
  });
});

test.each([3, 6, 20])("%i episodes: the gradient of the penalised squares is zero", (count) => {
  const given = episodes(2, count, truth);
  const ridge = 0.3;
  const reward = decomposeReturns(given, 6, ridge);
  const gradient = reward.map((value) => ridge * value);
  for (const { entries, return: total } of given) {
    const list = Array.from(entries);
    const error = list.reduce((sum, entry) => sum + reward[entry], 0) - total;
    for (const entry of list) gradient[entry] += error;
  }
  for (const value of gradient) expect(value).toBeCloseTo(0, 9);
});

test("what no episode passed stays unpaid", () => {
  expect(decomposeReturns([{ entries: [0, 0, 1], return: 5 }], 4, 1).slice(2)).toEqual(new Float64Array(2));
});
