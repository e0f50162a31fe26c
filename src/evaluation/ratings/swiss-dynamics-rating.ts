// Competitive Swiss-System Dynamics as a rating: each game of many players, for instance a benchmark, is a round of a contest.

import { z } from "zod";
import { countOf, type Games } from "../../core/games.ts";
import { list, oneOf, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import {
  BYES,
  GROUP_PAIRINGS,
  swissDynamics,
  type WinTable,
  winTable,
} from "../../mechanisms/contests/swiss-dynamics.ts";
import { expectedScores } from "../../mechanisms/contests/swiss-dynamics-exact.ts";
import type { Rating } from "./rating.ts";

/** Share of the contests that a resample simulates: their noise is small compared with that of resampling games. */
const SHARE_OF_RUNS = 0.05;

export const swissDynamicsRating: BoundEntry<Rating> = bind({
  id: "swiss-dynamics",
  summary: "points of a contest in which each game of many is a round, and players of equal scores meet",
  source: "Competitive Swiss-System Dynamics (arXiv 2512.21010)",
  parameters: z.strictObject({
    runs: whole(1, 10_000_000, 20_000).describe(
      "contests with pairings of their own, of which scores are means; small tables are computed without chance",
    ),
    eliminate: list(z.int().min(0).max(100_000), 1, 1000, [0]).describe(
      "players of the lowest score that leave after each round; the last number holds for further rounds",
    ),
    bye: z.literal(BYES).default(0).describe("points for a round without an opponent"),
    pairing: oneOf(GROUP_PAIRINGS, "strict").describe(
      "whether the odd player of a score group rests or meets one of the next group",
    ),
    seed: whole(0, 2 ** 31, 0).describe("of the pairings"),
  }),
  make: ({ runs, seed, ...rules }): Rating => ({
    reads: "games",
    unit: "expected points",
    isRelative: false,
    followsOrder: true,
    caveat: "the order of the games is that of the rounds: look at another order too",
    most: { teams: 65_535, players: 1 },
    fewest: 3,
    rate(games, weights) {
      const table = tableOf(games, weights);
      if (weights === undefined && isSmall(table) && rules.pairing === "strict")
        return { ratings: expectedScores(table, rules) };
      const played = weights === undefined ? runs : Math.ceil(SHARE_OF_RUNS * runs);
      const random = Random.of(seed, "swiss-dynamics");
      const { scores, errors, byes } = swissDynamics(table, played, random, rules);
      // Rescales scores, because a resample may have more or fewer rounds than there are games.
      if (table.tests > 0) for (let k = 0; k < scores.length; k++) scores[k] *= countOf(games) / table.tests;
      const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
      return { ratings: scores, facts: { byesOfAPlayer: mean(byes), standardError: Math.max(...errors) } };
    },
  }),
});

/** Whether all pairings can be enumerated. */
const isSmall = ({ players, tests }: WinTable): boolean => players <= 8 && tests <= 12;

/** Win table with the games as tests, in order, each repeated by its weight. */
function tableOf(games: Games, weights: ArrayLike<number> | undefined): WinTable {
  const { players, first, player, place, unit } = games;
  const rounds: number[] = [];
  for (let game = 0; game < countOf(games); game++) {
    const times = weights === undefined ? 1 : weights[unit[game]];
    for (let k = 0; k < times; k++) rounds.push(game);
  }
  const scores = players.map(() => new Float64Array(rounds.length).fill(Number.NaN));
  for (const [test, game] of rounds.entries()) {
    for (let entry = first[game]; entry < first[game + 1]; entry++) scores[player[entry]][test] = -place[entry];
  }
  return winTable(scores);
}
