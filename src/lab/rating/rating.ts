// Players rated by their games: ratings with intervals, chances of ranks, and what a reader of them must know.

import { UserError, unknownName } from "../../core/errors.ts";
import { countOf, type Games } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { ready } from "../../core/registry.ts";
import { largestGame } from "../../evaluation/ratings/game-ratings.ts";
import { ratings } from "../../evaluation/ratings/index.ts";
import { connectedGroups, pairCounts } from "../../evaluation/ratings/pair-counts.ts";
import type { Rated, Rating, Separation } from "../../evaluation/ratings/rating.ts";
import { boundsOf, type Resamples, rankChances, resampled } from "../../evaluation/ratings/resampled.ts";
import { areOne, sizeOf } from "../../math/spread.ts";

export interface RatingOptions {
  /** Name of a rating; by default the one that fits the games: of two, of many players, of teams. */
  readonly model?: string;
  readonly parameters?: unknown;
  /** Resamples behind intervals and chances of ranks; default 1000, and 0 for none. */
  readonly resamples?: number;
  readonly seed?: number;
  /** A player whose rating is set, and to what; only of ratings whose differences alone mean something. */
  readonly anchor?: { readonly player: string; readonly at: number };
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

export interface RatedPlayer {
  readonly name: string;
  readonly rating: number;
  /** Bounds of 95 %; null without resamples, and where fewer than half of these hold a game of the player. */
  readonly low: number | null;
  readonly high: number | null;
  /** 1 for the best; players of one rating share it. */
  readonly rank: number;
  readonly games: number;
  /** What the method itself takes for the rating's standard deviation. */
  readonly deviation?: number;
  /** Its share of the mixture of players against which none gains. */
  readonly weight?: number;
  /** The player that gains the most against it, and how much, in the rating's unit. */
  readonly exploited?: { readonly by: string; readonly gain: number };
  /** Chances of ranks above one in a thousand, by rank. */
  readonly ranks?: Readonly<Record<string, number>>;
}

export interface Leaderboard {
  readonly model: string;
  readonly unit: string;
  readonly games: number;
  /** Units that are independent of each other: games, or what the file names. */
  readonly units: number;
  readonly resamples: number;
  /** Whether every player has lost or tied on a way from each other player: else ratings of some are held by a prior alone. */
  readonly connected: boolean;
  /** The best first. */
  readonly players: readonly RatedPlayer[];
  /** Other numbers of the fit: the parameter of ties, the log-likelihood. */
  readonly facts: Readonly<Record<string, number>>;
  readonly caveats: readonly string[];
}

/** Players that a table of all pairs may have. */
const MOST_IN_TABLE = 2000;
/** Ratings of all resamples that are held at most, of eight bytes each. */
const MOST_HELD = 50_000_000;
/** Games that are replayed for intervals at most: resamples are fewer where there are more. */
const MOST_REPLAYED = 100_000_000;

/** Rates players by games, whose counts may be given. A UserError where a rating cannot read such games, or has no such player to anchor. */
export async function leaderboard(
  games: Games,
  options: RatingOptions = {},
  counts = pairCounts(games),
): Promise<Leaderboard> {
  const { parameters = {}, seed = 0, anchor, signal, onProgress } = options;
  const largest = largestGame(games);
  const id = options.model ?? usualModel(largest);
  refuseUnknown(id);
  const entry = await ratings.get(id);
  const place = { directory: process.cwd(), cache: "" };
  const rating = entry.make(await ready(entry, parameters, place));
  refuseUnfit(id, rating, games, largest);
  const n = games.players.length;
  const at = anchor === undefined ? -1 : games.players.indexOf(anchor.player);
  if (anchor !== undefined && at < 0) throw new UserError(unknownName("player", anchor.player, games.players));
  if (anchor !== undefined && !rating.isRelative) {
    throw new UserError({
      code: "no-anchor",
      what: `ratings by ${id} mean what they are, and none of them can be set`,
    });
  }
  onProgress?.(`rating ${countOf(games).toLocaleString("en-US")} games`);
  const rated = rating.reads === "pairs" ? rating.rate(counts) : rating.rate(games);
  if (rated.separated !== undefined) throw notFinite(rated.separated, games);
  const count = resamplesOf(options.resamples ?? 1000, rating, games);
  const groups = connectedGroups(counts);
  const samples = resampled(rating, games, rated, Random.of(seed, "ratings"), count, {
    ...(anchor === undefined ? {} : { anchor: at }),
    counts,
    onSample(k) {
      signal?.throwIfAborted();
      if (k % 50 === 0) onProgress?.(`resample ${k + 1} of ${count}`);
    },
  });
  const shifted = (values: Float64Array) =>
    anchor === undefined ? values : values.map((x) => x - rated.ratings[at] + anchor.at);
  const all = { count, ratings: shifted(samples.ratings) };
  const bounds = count < 2 ? undefined : boundsOf(all, n);
  const chances = count < 2 ? undefined : rankChances(all, n);
  const players = ordered(games, { ...rated, ratings: shifted(rated.ratings) }, bounds, chances);
  return {
    model: id,
    unit: rating.unit,
    games: countOf(games),
    units: games.units,
    resamples: count,
    connected: groups.length === 1,
    players,
    facts: rated.facts ?? {},
    caveats: [
      ...caveatsOf(games, groups, rating, options.resamples ?? 1000, count),
      ...unsolvedCaveat(samples),
      ...(bounds === undefined ? [] : withoutInterval(players)),
    ],
  };
}

const usualModel = ({ teams, players }: ReturnType<typeof largestGame>): string =>
  players > 1 ? "trueskill" : teams > 2 ? "plackett-luce" : "bradley-terry";

/** A UserError that lists all ratings: they are few. */
function refuseUnknown(id: string): void {
  const ids = ratings.ids();
  if (ids.includes(id)) return;
  const problem = unknownName("rating", id, ids);
  const valid = `valid: ${ids.join(", ")}`;
  const hint = problem.hint === undefined || problem.hint.startsWith("valid") ? valid : `${problem.hint} ${valid}`;
  throw new UserError({ ...problem, hint });
}

function refuseUnfit(id: string, rating: Rating, games: Games, largest: ReturnType<typeof largestGame>): void {
  const most = rating.reads === "pairs" ? { teams: Number.POSITIVE_INFINITY, players: 1 } : rating.most;
  if (largest.players > most.players) {
    const what = `${id} rates players one by one, and here are teams of up to ${largest.players}`;
    throw new UserError({ code: "teams", what, hint: "take trueskill or openskill" });
  }
  if (largest.teams > most.teams) {
    const what = `${id} rates games of ${most.teams}, and here are some of ${largest.teams}`;
    throw new UserError({ code: "many", what, hint: "take plackett-luce, trueskill or openskill" });
  }
  if (rating.reads === "games" && largest.teams < (rating.fewest ?? 0)) {
    const what = `${id} rates players of games of ${rating.fewest} or more, and here all are of ${largest.teams}`;
    throw new UserError({ code: "few", what, hint: "take bradley-terry, elo or glicko-2" });
  }
  if (rating.reads === "pairs" && games.players.length > MOST_IN_TABLE) {
    const players = games.players.length.toLocaleString("en-US");
    const what = `${id} holds a table of all pairs of at most ${MOST_IN_TABLE} players, and here are ${players}`;
    throw new UserError({ code: "too-many", what, hint: "take elo, glicko-2, trueskill or openskill" });
  }
}

/** Resamples that fit into memory with their ratings. */
const fitting = (players: number): number => Math.floor(MOST_HELD / players);

/** As many as were asked for, or fewer where each would replay many games, or all together not fit into memory. */
export function resamplesOf(requested: number, rating: Rating, games: Games): number {
  const wanted = Math.min(requested, fitting(games.players.length));
  const isQuick = rating.reads === "pairs" && games.units === countOf(games);
  const work = rating.reads === "games" ? (rating.work?.(games) ?? countOf(games)) : countOf(games);
  return isQuick ? wanted : Math.min(wanted, Math.max(20, Math.floor(MOST_REPLAYED / work)));
}

function ordered(
  games: Games,
  { ratings: values, deviations, population }: Rated,
  bounds: ReturnType<typeof boundsOf> | undefined,
  chances: Float64Array | undefined,
): RatedPlayer[] {
  const n = games.players.length;
  const played = new Uint32Array(n);
  for (const player of games.player) played[player] += 1;
  const order = Array.from({ length: n }, (_, k) => k).sort((a, b) => values[b] - values[a] || a - b);
  const ranks: number[] = [];
  const size = sizeOf(values);
  for (const [k, player] of order.entries()) {
    // Of those that share a rank, all are as good as its first.
    const rank = ranks[k - 1];
    ranks.push(k > 0 && areOne(values[order[rank - 1]], values[player], size) ? rank : k + 1);
  }
  return order.map((player, k) => ({
    name: games.players[player],
    rating: values[player],
    low: boundOf(bounds?.low[player]),
    high: boundOf(bounds?.high[player]),
    rank: ranks[k],
    games: played[player],
    ...(deviations && { deviation: deviations[player] }),
    ...(population && {
      weight: population.weights[player],
      exploited: { by: games.players[population.by[player]], gain: population.exploited[player] },
    }),
    ...(chances &&
      boundOf(bounds?.low[player]) !== null && { ranks: ranksOf(chances.subarray(player * n, (player + 1) * n)) }),
  }));
}

const boundOf = (bound: number | undefined): number | null =>
  bound === undefined || Number.isNaN(bound) ? null : bound;

/** What is said of players without an interval, in one sentence for each reason. */
function withoutInterval(players: readonly RatedPlayer[]): string[] {
  const without = players.filter(({ low }) => low === null);
  const unplayed = without.filter(({ games }) => games === 0).map(({ name }) => name);
  const few = without.filter(({ games }) => games > 0).map(({ name }) => name);
  return [
    ...(unplayed.length === 0 ? [] : [`without a game, and so rated by a prior alone: ${listed(unplayed)}`]),
    ...(few.length === 0
      ? []
      : [`without an interval, as fewer than half of the resamples hold a game of theirs: ${listed(few)}`]),
  ];
}

function ranksOf(chances: Float64Array): Record<string, number> {
  return Object.fromEntries(
    [...chances].flatMap((chance, k) => (chance > 0.001 ? [[String(k + 1), Math.round(1e6 * chance) / 1e6]] : [])),
  );
}

/** That some resamples have no ratings. */
function unsolvedCaveat({ unsolved, count }: Resamples): string[] {
  if (unsolved === 0) return [];
  return [
    `${unsolved} of ${count} resamples separate players, so that no finite ratings explain them: intervals are made of the others, and are too narrow`,
  ];
}

/** That no finite ratings explain the games best: the groups that are separated, and what would settle it. */
function notFinite({ groups, remedy }: Separation, { players }: Games): UserError {
  const what = `no finite ratings explain these games best, as they separate players: ${listedGroups(groups, players)}. Between two of these groups wins went one way, or there were none`;
  const hint = `take ${remedy}, which holds them, or add games in which the stronger group loses to the weaker one`;
  return new UserError({ code: "separated", what, hint });
}

/** Groups that are told. */
const TOLD_GROUPS = 4;

/** The first of these groups by their players' names, and how many there are more. */
function listedGroups(groups: Separation["groups"], players: readonly string[]): string {
  const shown = groups.slice(0, TOLD_GROUPS).map((group) => listed(group.map((k) => players[k])));
  return `${shown.join("; ")}${groups.length > TOLD_GROUPS ? `; and ${groups.length - TOLD_GROUPS} groups more` : ""}`;
}

/** Names that are told of a group. */
const TOLD = 6;

/** The first of these, and how many there are more. */
const listed = (names: readonly string[]): string =>
  `${names.slice(0, TOLD).join(", ")}${names.length > TOLD ? ` and ${names.length - TOLD} more` : ""}`;

function caveatsOf(
  { players }: Games,
  groups: readonly (readonly number[])[],
  rating: Rating,
  wanted: number,
  count: number,
): string[] {
  const caveats: string[] = [];
  if (groups.length > 1) {
    caveats.push(
      `the games do not connect all players: ${listedGroups(groups, players)}. Between groups a rating is held by a prior and not by games, and intervals hold within groups`,
    );
  }
  if (rating.caveat !== undefined) caveats.push(rating.caveat);
  const why = count === fitting(players.length) ? "more do not fit into memory" : "each replays all games";
  if (count < wanted) caveats.push(`intervals are made of ${count} resamples, as ${why}`);
  return caveats;
}
