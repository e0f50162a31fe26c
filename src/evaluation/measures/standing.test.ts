// Ranks and ratings among human contestants, against the published vectors of arXiv 2510.09595 and its released code.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import { memoryless } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { root } from "../../math/root.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { expectedScore } from "../ratings/elo.ts";
import { mean } from "../statistics/moments.ts";
import { contestRating, expectedPlace, percentileAmong, placeAmong, ratingOfRank, standing } from "./standing.ts";

const RATINGS = [2400, 2100, 1900, 1700, 1500];

test("published totals of models at the IOI 2024 give the percentage of people strictly below", () => {
  // Numbers of the 366 people with less than 167, 160, 134, 122 and 112 points.
  const counts = matrix("112 67 | 122 72 | 134 81 | 160 105 | 167 111");
  const people = Array.from({ length: 366 }, (_, k) => {
    const above = counts.find(([, below]) => k < below);
    return above === undefined ? 167 : above[0] - 1;
  });
  const percentiles = [167, 160, 134, 122, 112].map((total) => percentileAmong(total, people));
  for (const [k, known] of [30.3279, 28.6885, 22.1311, 19.6721, 18.306].entries())
    expect(percentiles[k]).toBeCloseTo(known, 4);
  expect(placeAmong(167, people)).toBe(256);
});

test("ratings by rank, bisected as in the released code, are at most 1 below the exact roots", () => {
  const ratings = [1, 2, 3, 4, 5, 6].map((rank) => ratingOfRank(rank, RATINGS));
  for (const [k, known] of [2499.02, 2303.71, 2027.34, 1791.99, 1540.04, 500].entries())
    expect(ratings[k]).toBeCloseTo(known, 2);
  for (const [k, known] of [2303.836, 2027.476, 1792.864, 1540.237].entries()) {
    const exact = root((x) => expectedPlace(x, RATINGS) - (k + 2), 0, 4000);
    expect(exact).toBeCloseTo(known, 3);
    expect(exact - ratings[k + 1]).toBeGreaterThanOrEqual(0);
    expect(exact - ratings[k + 1]).toBeLessThanOrEqual(1);
  }
});

test("unrated people are excluded, and people with equal totals do not count as ahead", () => {
  const people = RATINGS.map((rating, k) => ({ rating, total: 500 - 100 * k }));
  const unrated = [{ total: 900 }, { total: 900, rating: 0 }, { total: 900, rating: -1000 }];
  expect(contestRating(400, [...people, ...unrated])).toBeCloseTo(2303.71, 2);
});

// Each of the 300 people scores higher with the probability that the ratings imply, so the mean estimate must equal the true rating.
test("rating estimates are unbiased under the rating model", () => {
  const random = Random.of(7, "ranks");
  const people = Array.from({ length: 300 }, () => 1500 + 350 * random.normal());
  for (const rating of [1200, 1500, 1800, 2100]) {
    const ratings = Array.from({ length: 200 }, () =>
      ratingOfRank(1 + people.filter((one) => random.uniform() < expectedScore(one, rating)).length, people),
    );
    expect(Math.abs(mean(ratings) - rating), String(rating)).toBeLessThan(15);
  }
});

const sort = () => sortWorld.make({});
const measured = (given: object, player: string, seed = 1) => {
  const agent = sort().spec.oracles?.[player].play(0) ?? memoryless(() => {});
  const plan = standing.make({ channel: "correct", contests: 3, tasks: 2, ...given });
  return plan(sort()).measure({
    playerAt: noPlayerAt,
    makeEnvironment: sort,
    agents: [agent],
    reward: channel("correct"),
    random: Random.of(seed, "measure"),
  });
};

test("a player's total is summed over the configured number of episodes", async () => {
  const people = [0, 1, 1, 2, 3];
  expect(await measured({ people }, "expert")).toBe(60);
  expect(await measured({ people, tasks: 4 }, "expert")).toBe(100);
  expect(await measured({ people, take: "rank" }, "expert")).toBe(3);
  const rated = RATINGS.map((rating, k) => ({ rating, total: 4 - k }));
  // Two of the five people have a total above 2.
  expect(await measured({ people: rated, take: "rating" }, "expert")).toBeCloseTo(2027.34, 2);
});

test("tasks of a contest use different random numbers", async () => {
  const given = { people: [0, 1, 1, 2, 3], contests: 1 };
  const percentiles = await Promise.all(Array.from({ length: 12 }, (_, k) => measured(given, "demonstrator", k)));
  // One of two answers is right, so a percentile between 0 and 100 must occur.
  expect(percentiles).toContain(20);
});

test("an empty list of people is rejected", () => {
  expect(() => standing.make({})).toThrow("no people are listed");
  expect(() => standing.make({ people: [1, 2], take: "rating" })).toThrow("no rated people are listed");
});
