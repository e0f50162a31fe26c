// All ratings on simulated games with known strengths: they identify the best player, and their intervals have the theoretical width and
// cover the truth.

import { beforeAll, describe, expect, it } from "vitest";
import { type Games, GamesWriter } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { bradleyTerry, waldErrors } from "./bradley-terry.ts";
import { ratings } from "./index.ts";
import { pairCounts } from "./pair-counts.ts";
import { ELO_POINTS } from "./pair-ratings.ts";
import { boundsOf, rankChances, resampled } from "./resampled.ts";

const NAMES = ["ann", "bob", "cyd", "dan", "eve"];
const STRENGTHS = [2, 1, 0, -1, -2];

/** Simulates games between all pairs in turn, with the model's odds and a few ties; games of one unit are copies of each other. */
function played(rounds: number, random: Random, unitOf?: (game: number) => number): Games {
  const writer = new GamesWriter(NAMES);
  let game = 0;
  for (let round = 0; round < rounds; round++) {
    for (let a = 0; a < 5; a++) {
      for (let b = 0; b < a; b++) {
        const wins = 1 / (1 + Math.exp(STRENGTHS[b] - STRENGTHS[a]));
        const result = random.uniform() < 0.1 ? 0.5 : random.uniform() < wins ? 1 : 0;
        writer.addPair(a, b, result, unitOf?.(game) ?? game);
        game += 1;
      }
    }
  }
  return writer.end();
}

beforeAll(async () => {
  await linearPrograms();
});

const OTHERS = ["alpha-rank", "nash-averaging", "swiss-dynamics"];

describe.each(ratings.ids().filter((id) => !OTHERS.includes(id)))("%s", (id) => {
  it("finds the best and the worst player, and rank probabilities that sum to 1", async () => {
    const rating = (await ratings.get(id)).make();
    const games = played(60, Random.of(1, "games"));
    const rated = rating.reads === "pairs" ? rating.rate(pairCounts(games)) : rating.rate(games);
    expect(Math.max(...rated.ratings)).toBe(rated.ratings[0]);
    expect(Math.min(...rated.ratings)).toBe(rated.ratings[4]);
    const samples = resampled(rating, games, rated, Random.of(2), 60);
    const { low, high } = boundsOf(samples, 5);
    for (let k = 0; k < 5; k++) {
      expect(low[k]).toBeLessThan(rated.ratings[k]);
      expect(high[k]).toBeGreaterThan(rated.ratings[k]);
    }
    const chances = rankChances(samples, 5);
    for (let k = 0; k < 5; k++) {
      expect(chances.subarray(5 * k, 5 * k + 5).reduce((a, b) => a + b)).toBeCloseTo(1, 9);
      expect(NAMES.reduce((sum, _, player) => sum + chances[5 * player + k], 0)).toBeCloseTo(1, 9);
    }
    expect(chances[0]).toBeGreaterThan(0.5);
    const again = resampled(rating, games, rated, Random.of(2), 60);
    expect(again).toEqual(samples);
  });
});

it.each(["alpha-rank", "nash-averaging"])("%s gives the best player the largest share", async (id) => {
  const rating = (await ratings.get(id)).make();
  if (rating.reads !== "pairs") throw new Error("reads pairs");
  const scores = rating.rate(pairCounts(played(60, Random.of(1, "games")))).ratings;
  expect(Math.max(...scores)).toBe(scores[0]);
});

describe("a bootstrap of Bradley-Terry", () => {
  const terms = { ties: "davidson", ridge: 0 } as const;
  it("has the width given by the curvature, and is wider where games of a unit are copies", async () => {
    const rating = (await ratings.get("bradley-terry")).make({ ridge: 0 });
    if (rating.reads !== "pairs") throw new Error("reads pairs");
    const width = (games: Games) => {
      const { low, high } = boundsOf(resampled(rating, games, rating.rate(pairCounts(games)), Random.of(3), 800), 5);
      return high.map((value, k) => value - low[k]);
    };
    const games = played(100, Random.of(4));
    const widths = width(games);
    const wald = waldErrors(bradleyTerry(pairCounts(games), terms)).errors.map(
      (error) => 2 * 1.96 * error * ELO_POINTS,
    );
    for (let k = 0; k < 5; k++) expect(widths[k] / wald[k]).toBeCloseTo(1, 0.7);
    // Ten copies of one game count as one game where the file declares them a unit, and as ten otherwise.
    const writer = new GamesWriter(NAMES);
    for (let game = 0; game < games.units; game++) {
      const [a, b] = [games.player[2 * game], games.player[2 * game + 1]];
      const result = games.place[2 * game] === games.place[2 * game + 1] ? 0.5 : games.place[2 * game] === 1 ? 1 : 0;
      for (let copy = 0; copy < 10; copy++) writer.addPair(a, b, result, game);
    }
    const copied = writer.end();
    expect(width(copied)[0] / widths[0]).toBeCloseTo(1, 0.5);
    const taken = { ...copied, unit: Uint32Array.from(copied.unit, (_, k) => k), units: copied.unit.length };
    expect(width(taken)[0] / widths[0]).toBeCloseTo(Math.sqrt(0.1), 1);
  });
});
