// A player's contest total compared with those of people: as a percentile, a rank, or the rating that such a rank implies. Source: arXiv
// 2510.09595 and its released code, with Codeforces ratings.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { expectedScore } from "../ratings/elo.ts";

const person = z.strictObject({
  total: z.number().describe("what this person has in the contest"),
  rating: z.number().optional().describe("the rating before the contest; left out, 0 or −1000 where there is none"),
});
type Person = z.output<typeof person>;

const parameters = z.strictObject({
  channel: z.string().default("payoff").describe("what the player of the first seat has of a task"),
  people: z
    .array(z.union([z.number().transform((total): Person => ({ total })), person]))
    .max(100_000)
    .default([])
    .describe("totals of the people of a contest, or { total, rating } of each"),
  tasks: whole(1, 1000, 1).describe("episodes that make a contest; their sum is the player's total"),
  contests: whole(1, 1_000_000, 10).describe("contests, the same for all variants"),
  take: oneOf(["percentile", "rank", "rating"], "percentile").describe(
    "the per cent of people with strictly less; the place behind all that are not below; the rating of which that place is to be expected",
  ),
});

/** Rating values that mean that a person is unrated. */
const UNRATED = [0, -1000];

const isRated = (one: Person): one is Person & { rating: number } =>
  one.rating !== undefined && !UNRATED.includes(one.rating);

/** Percentage of totals that are strictly below `total`; equal totals do not count. */
export const percentileAmong = (total: number, totals: readonly number[]): number =>
  (100 * belowOf(total, totals)) / totals.length;

/** Rank behind all totals that are not below: N − below + 1. */
export const placeAmong = (total: number, totals: readonly number[]): number =>
  totals.length - belowOf(total, totals) + 1;

const belowOf = (total: number, totals: readonly number[]): number => totals.filter((one) => one < total).length;

/** Expected rank of a player with rating x: 1 + Σ 1/(1 + 10^((x − R_i)/400)), decreasing in x. */
export const expectedPlace = (x: number, ratings: readonly number[]): number =>
  ratings.reduce((place, rating) => place + expectedScore(rating, x), 1);

/**
 * Returns the rating whose expected rank among people with these ratings is `rank`. It bisects [500, largest + 100] down to a width of 1
 * and returns the LOWER end, which is within 1 below the root. A first rank gives nearly the upper bound, a last one the lower.
 */
export function ratingOfRank(rank: number, ratings: readonly number[]): number {
  let low = 500;
  let high = ratings.reduce((most, rating) => Math.max(most, rating + 100), low);
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (expectedPlace(middle, ratings) < rank) high = middle;
    else low = middle;
  }
  return low;
}

/** Rating implied by a contest total; its rank is 1 + the number of rated people with strictly more points. */
export function contestRating(total: number, people: readonly Person[]): number {
  const rated = people.filter(isRated);
  const rank = 1 + rated.filter((one) => one.total > total).length;
  return ratingOfRank(
    rank,
    rated.map(({ rating }) => rating),
  );
}

export const standing = bind({
  id: "standing",
  summary: "where a player's total of a contest stands among people's: percentile, place, or the rating it is worth",
  source: "arXiv 2510.09595 and its released code, the rating after Codeforces",
  parameters,
  example: {
    environment: "language/olympiad",
    parameters: { channel: "points", people: [0, 0.2, 0.5, 1], contests: 2 },
  },
  make({ channel, people, tasks, contests, take }): MeasurePlan {
    const totals = people.map(({ total }) => total);
    const needed = take === "rating" ? people.filter(isRated) : people;
    if (needed.length === 0) {
      const what = `no ${take === "rating" ? "rated " : ""}people are listed`;
      const hint = take === "rating" ? "people: [{ total: 300, rating: 1900 }, …]" : "people: [120, 300, …]";
      throw new UserError({ code: "no-people", what, path: ["people"], hint });
    }
    const figure = {
      percentile: {
        of: (total: number) => percentileAmong(total, totals),
        unit: "per cent of people",
        low: 0,
        high: 100,
      },
      rank: { of: (total: number) => placeAmong(total, totals), unit: "place", low: 1, high: totals.length + 1 },
      rating: {
        of: (total: number) => contestRating(total, people),
        unit: "points of Elo",
        low: 500,
        high: Math.max(500, ...needed.map(({ rating = 0 }) => rating + 100)),
      },
    }[take];
    const { of, ...about } = figure;
    return ({ spec }) => {
      const place = channelIndex(channel, spec.channels, ["channel"]);
      return {
        ...about,
        label: take,
        meaning: `${take} of the sum of ${channel} over ${tasks} episodes among ${needed.length} people, mean over contests`,
        async measure({ makeEnvironment, agents, random, signal }) {
          const runner = episodeRunner(makeEnvironment());
          const policy = seated(spec, agents);
          const sums = outcomeSums(spec);
          let [sum, measured] = [0, 0];
          for (let contest = 0; contest < contests; contest++) {
            let [total, whole] = [0, true];
            for (let task = 0; task < tasks; task++) {
              signal?.throwIfAborted();
              sums.clear();
              const streams = streamsBelow(random.stream(contest, task));
              const { steps, failure } = await runner.playAsync(policy, streams, ({ outcomes }) => sums.add(outcomes));
              if (failure !== undefined) whole = false;
              total += sums.value(place, 0, steps);
            }
            // A contest with an aborted episode does not count.
            if (!whole) continue;
            sum += of(total);
            measured += 1;
          }
          return measured === 0 ? undefined : sum / measured;
        },
      };
    };
  },
});
