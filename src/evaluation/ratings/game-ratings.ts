// Ratings that read whole games, by their names in files and on the command line: sequential ratings, and models of rankings of many
// players.

import { z } from "zod";
import { countOf, type Games, teamsOf } from "../../core/games.ts";
import { above, oneOf, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { eloGame } from "./elo.ts";
import { afterPeriod, type Glicko, type GlickoGame } from "./glicko.ts";
import { connectedGroups, pairCounts } from "./pair-counts.ts";
import { eloPoints } from "./pair-ratings.ts";
import { ordersOf, plackettLuce } from "./plackett-luce.ts";
import { type Rating, separated } from "./rating.ts";
import { newSkills, type SkillRule } from "./skill.ts";
import { TRUESKILL, trueSkillGame } from "./trueskill.ts";
import { wengLinGame } from "./weng-lin.ts";

const PAIRS = { teams: 2, players: 1 };
const ANY = { teams: 64, players: 64 };
const SEQUENTIAL = {
  followsOrder: true,
  caveat: "these ratings depend on the order of the games: they follow players who change",
} as const;

/** Calls `play` for each game in order, as often as the game's weight. */
function replay(
  { first, unit }: Games,
  weights: ArrayLike<number> | undefined,
  play: (entry: number, game: number) => void,
) {
  for (let game = 0; game + 1 < first.length; game++) {
    const times = weights === undefined ? 1 : weights[unit[game]];
    for (let k = 0; k < times; k++) play(first[game], game);
  }
}

/** Score of the first player in a two-player game: 1, 0.5 or 0. */
const scoreAt = ({ place }: Games, entry: number): number =>
  place[entry] === place[entry + 1] ? 0.5 : place[entry] < place[entry + 1] ? 1 : 0;

export const eloRating: BoundEntry<Rating> = bind({
  id: "elo",
  summary: "after each game the winner takes points from the loser; later games count more",
  source: "Elo (1978)",
  parameters: z.strictObject({
    k: above(0, 1000, 32).describe("points that change hands in a game, at most"),
  }),
  make: ({ k }): Rating => ({
    reads: "games",
    unit: "Elo points",
    isRelative: true,
    most: PAIRS,
    ...SEQUENTIAL,
    rate(games, weights) {
      const ratings = new Float64Array(games.players.length).fill(1500);
      replay(games, weights, (at) => eloGame(ratings, games.player[at], games.player[at + 1], scoreAt(games, at), k));
      return { ratings };
    },
  }),
});

export const glickoRating: BoundEntry<Rating> = bind({
  id: "glicko-2",
  summary: "ratings with a deviation and a volatility, changed by all games of a period",
  source: "Glickman (2013)",
  parameters: z.strictObject({
    tau: above(0, 10, 0.5).describe("how much volatilities change"),
    games: whole(1, 1_000_000, 10).describe("games of a player in a period, on average"),
  }),
  make: ({ tau, games: each }): Rating => ({
    reads: "games",
    unit: "Glicko points",
    isRelative: true,
    most: PAIRS,
    ...SEQUENTIAL,
    rate(games, weights) {
      const { players, player } = games;
      let now: Glicko[] = players.map(() => ({ rating: 1500, deviation: 350, volatility: 0.06 }));
      const length = Math.ceil((each * players.length) / 2);
      let played: GlickoGame[][] = players.map(() => []);
      let count = 0;
      const end = () => {
        now = now.map((one, k) => afterPeriod(one, played[k], tau));
        played = players.map(() => []);
        count = 0;
      };
      replay(games, weights, (at) => {
        const [a, b, score] = [player[at], player[at + 1], scoreAt(games, at)];
        played[a].push({ against: now[b], score });
        played[b].push({ against: now[a], score: 1 - score });
        count += 1;
        if (count === length) end();
      });
      if (count > 0) end();
      return {
        ratings: Float64Array.from(now, ({ rating }) => rating),
        deviations: Float64Array.from(now, ({ deviation }) => deviation),
      };
    },
  }),
});

/** A sequential rating that starts from the mean and deviation of a new player. */
const skillRating = (rule: SkillRule): Rating => ({
  reads: "games",
  unit: "points of skill",
  isRelative: false,
  most: ANY,
  ...SEQUENTIAL,
  rate(games, weights) {
    const skills = newSkills(games.players.length);
    replay(games, weights, (_, game) => rule(skills, teamsOf(games, game)));
    return { ratings: skills.mean, deviations: skills.deviation };
  },
});

/** Relative cost of games with ties among more than two teams, in which each difference between two teams updates the beliefs about all. */
function workOfTies({ first, team, place }: Games): number {
  let work = 0;
  for (let game = 0; game + 1 < first.length; game++) {
    const [from, to] = [first[game], first[game + 1]];
    const teams = team[to - 1] + 1;
    work += teams > 2 && new Set(place.subarray(from, to)).size < teams ? teams ** 4 / 8 : 1;
  }
  return work;
}

const SKILL = {
  beta: above(0, 1000, TRUESKILL.beta).describe("deviation of a performance about the skill"),
  tau: within(0, 1000, TRUESKILL.tau).describe("deviation that a skill gains before each game"),
};

export const trueSkillRating: BoundEntry<Rating> = bind({
  id: "trueskill",
  summary: "skills as normal distributions, of players, teams and games of many, by expectation propagation",
  source: "Herbrich, Minka and Graepel (2006)",
  parameters: z.strictObject({
    ...SKILL,
    draw: within(0, 0.99, TRUESKILL.draw).describe("probability that equal players tie"),
  }),
  make: (terms) => ({
    ...skillRating((skills, teams) => trueSkillGame(skills, teams, terms)),
    work: workOfTies,
  }),
});

export const openSkillRating: BoundEntry<Rating> = bind({
  id: "openskill",
  summary: "skills as normal distributions, of players, teams and games of many, in closed form",
  source: "Weng and Lin (2011)",
  parameters: z.strictObject({
    model: oneOf(["plackett-luce", "bradley-terry"], "plackett-luce").describe("how places come about"),
    ...SKILL,
    kappa: above(0, 1, 1e-4).describe("share of its variance that a skill keeps at least"),
  }),
  make: (terms) => skillRating((skills, teams) => wengLinGame(skills, teams, terms)),
});

export const plackettLuceRating: BoundEntry<Rating> = bind({
  id: "plackett-luce",
  summary: "strengths that explain all orders of many players best; the order of games does not matter",
  source: "Plackett (1975), Luce (1959); fitted as by Hunter (2004); ties as by Efron (1977)",
  parameters: z.strictObject({
    prior: within(0, 100, 0.1).describe(
      "games added for each player against one of strength 1, half of them won; 0 for none",
    ),
  }),
  make: ({ prior }): Rating => ({
    reads: "games",
    unit: "Elo points",
    isRelative: true,
    followsOrder: false,
    most: { teams: 65_535, players: 1 },
    rate(games, weights) {
      const groups = prior > 0 ? [] : connectedGroups(pairCounts(games, weights));
      const strengths = groups.length > 1 ? undefined : plackettLuce(ordersOf(games), prior, weights);
      if (strengths !== undefined) return { ratings: eloPoints(strengths) };
      const own = groups.length > 1 ? groups : connectedGroups(pairCounts(games, weights));
      return separated(games.players.length, own, "a prior of 0.1");
    },
  }),
});

/** Largest number of teams in a game, and of players in a team. */
export function largestGame(games: Games): { readonly teams: number; readonly players: number } {
  let [teams, players] = [0, 0];
  for (let game = 0; game < countOf(games); game++) {
    const [from, to] = [games.first[game], games.first[game + 1]];
    teams = Math.max(teams, games.team[to - 1] + 1);
    if (to - from > teams) for (const team of teamsOf(games, game)) players = Math.max(players, team.players.length);
    else players = Math.max(players, 1);
  }
  return { teams, players };
}
