// Plays a contest round by round, and rates its players. Matches are kept in the store, so that any interruption loses the games of those
// that were being played and nothing else.

import { GamesWriter } from "../../core/games.ts";
import type { Meeting } from "../../evaluation/tournaments/schedule.ts";
import { type PlayedPair, standings } from "../../evaluation/tournaments/standings.ts";
import { type JobPool, jobPool } from "../jobs.ts";
import { type Leaderboard, leaderboard, type RatedPlayer } from "../rating.ts";
import { openStore } from "../store.ts";
import type { ContestEntrant, ReadContest } from "./contest-file.ts";
import type { ContestRecord } from "./contest-record.ts";
import { contestName, keepContest } from "./kept-contests.ts";
import { keptMatches, matchKey } from "./kept-matches.ts";
import { type Match, type MatchResult, matchJob } from "./match-job.ts";
import { contestSchedule, type ScheduleEnd } from "./schedules.ts";

/** A match that was played. */
export interface PlayedMatch {
  readonly round: number;
  readonly first: string;
  readonly second: string;
  /** Games that either won, and ties. */
  readonly wins: readonly [number, number];
  readonly ties: number;
  /** Its name in the store. */
  readonly key: string;
}

/** A player at the end of a contest. */
export interface ContestPlayer extends RatedPlayer {
  /** Of matches: 1 for each won, 0.5 for each tied; a bye counts 1. */
  readonly score: number;
  readonly buchholz: number;
  readonly sonnebornBerger: number;
}

/** How a contest ended. */
export interface ContestResult extends Omit<Leaderboard, "players">, ScheduleEnd {
  readonly title: string;
  readonly arena: string;
  readonly schedule: string;
  readonly rounds: number;
  readonly players: readonly ContestPlayer[];
  readonly matches: readonly PlayedMatch[];
  /** Players that had a bye of a Swiss round. */
  readonly byes: readonly { readonly round: number; readonly player: string }[];
}

export interface ContestOptions {
  readonly store: string;
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly resamples?: number;
  readonly onProgress?: (text: string) => void;
  /** Where matches are played; default threads of its own. */
  readonly pool?: JobPool;
}

/** What was played so far. */
interface ContestCourse {
  readonly pairs: PlayedPair[];
  /** Shares of games that the first of each pair won; a tie counts half. */
  readonly shares: number[];
  readonly byes: number[];
  readonly matches: PlayedMatch[];
  /** What was played in each, for the record. */
  readonly kept: { readonly match: Match; readonly points: readonly number[]; readonly isTurned: boolean }[];
  readonly had: { readonly round: number; readonly player: string }[];
  readonly writer: GamesWriter;
  games: number;
}

/** Plays a contest, going on from what the store has. Throws the signal's reason where it was stopped. */
export async function playContest(contest: ReadContest, options: ContestOptions): Promise<ContestResult> {
  const { players, schedule, rating } = contest;
  const store = openStore(options.store);
  const pool = options.pool ?? jobPool(options.threads);
  const names = players.map(({ name }) => name);
  const writer = new GamesWriter(names);
  const course: ContestCourse = { pairs: [], shares: [], byes: [], matches: [], kept: [], had: [], writer, games: 0 };
  const { next: nextRound, end: endOf } = contestSchedule(contest);
  try {
    let rounds = 0;
    for (; ; rounds++) {
      const next = nextRound({ rounds, pairs: course.pairs, byes: course.byes });
      if (next === undefined) break;
      await playRound(contest, next.meetings, rounds, course, { ...options, store, pool });
      if (next.bye !== undefined) {
        course.byes.push(next.bye);
        course.had.push({ round: rounds + 1, player: names[next.bye] });
      }
    }
    const games = course.writer.end();
    const { resamples, signal, onProgress } = options;
    const board = await leaderboard(games, {
      ...{ model: rating.id, parameters: rating.parameters, signal },
      ...(resamples === undefined ? {} : { resamples }),
      ...(onProgress && { onProgress }),
    });
    const end = standings(players.length, course.pairs, course.byes);
    const result: ContestResult = {
      ...board,
      title: contest.title,
      arena: contest.arena.id,
      schedule: schedule.id,
      rounds,
      ...endOf(course.pairs, course.shares),
      matches: course.matches,
      byes: course.had,
      players: board.players.map((player) => {
        const k = names.indexOf(player.name);
        const [score, buchholz, sonnebornBerger] = [end.scores[k], end.buchholz[k], end.sonnebornBerger[k]];
        return { ...player, score, buchholz, sonnebornBerger };
      }),
    };
    keepContest(store, recordOf(contest, result, course.kept));
    return result;
  } finally {
    if (options.pool === undefined) await pool.close();
  }
}

/** What the store keeps of a contest. */
function recordOf(contest: ReadContest, result: ContestResult, kept: ContestCourse["kept"]): ContestRecord {
  const { title, arena, schedule, rounds, games, model, unit, matches, caveats, ladder, places, versions } = result;
  const { players, schedule: terms, games: each, seed } = contest;
  const programs = players.map(({ name, text }) => [name, text]);
  return {
    told: {
      contest: contestName(title, [contest.arena, programs, terms, each, seed]),
      ...{ title, arena, schedule, endedAt: new Date().toISOString(), rounds, games, model, unit, caveats },
      ...(ladder && { ladder }),
      ...(places && { places }),
      ...(versions && { versions }),
      players: result.players.map(({ name, rating, low, high, rank, games: played, score }) => {
        return { name, rating, low, high, rank, games: played, score };
      }),
      matches: matches.map((match, k) => ({ ...match, points: kept[k].points, isTurned: kept[k].isTurned })),
    },
    matches: Object.fromEntries(matches.map(({ key }, k) => [key, kept[k].match])),
  };
}

async function playRound(
  contest: ReadContest,
  meetings: readonly Meeting[],
  round: number,
  course: ContestCourse,
  { store, pool, signal, onProgress }: ContestOptions & { readonly pool: JobPool },
): Promise<void> {
  const matches = meetings.map((meeting) => matchOf(contest, meeting));
  const results: (MatchResult | undefined)[] = meetings.map(() => undefined);
  let count = 0;
  await pool.run(matchJob, [{ inputs: matches.map(({ match }) => match), lanes: Math.max(1, pool.threads) }], {
    name: ({ entrants }) => entrants.map(({ file }) => file).join(" against "),
    signal,
    onStop: "end",
    kept: keptMatches(store),
    done(output, _, place) {
      results[place] = output;
      count += 1;
      onProgress?.(`round ${round + 1}: ${count} of ${meetings.length} matches`);
    },
  });
  signal.throwIfAborted();
  // In the order of pairings, however they ended.
  for (const [k, { first, second }] of meetings.entries()) {
    const { match, isTurned } = matches[k];
    const points = (results[k]?.points ?? []).map((point) => (isTurned ? 1 - point : point));
    const [wins, losses] = [1, 0].map((of) => points.filter((point) => point === of).length);
    const score = wins === losses ? 0.5 : wins > losses ? 1 : 0;
    course.pairs.push({ first, second, score });
    course.shares.push(points.reduce((sum, point) => sum + point, 0) / points.length);
    course.matches.push({
      round: round + 1,
      first: contest.players[first].name,
      second: contest.players[second].name,
      wins: [wins, losses],
      ties: points.length - wins - losses,
      key: matchKey(match),
    });
    course.kept.push({ match, points, isTurned });
    for (const [game, point] of points.entries()) {
      // The two games of a pair share their luck.
      course.writer.addPair(first, second, point, course.games + Math.floor(game / 2));
    }
    course.games += points.length / 2;
  }
}

/** The match of two players, in the order of their programs' texts: who is named first does not matter. */
function matchOf(
  { arena, players, games, seed }: ReadContest,
  { first: a, second: b, again }: Meeting,
): { match: Match; isTurned: boolean } {
  const isTurned = players[b].text < players[a].text;
  const entrant = ({ name: _, version: __, ...own }: ContestEntrant) => own;
  const [first, second] = (isTurned ? [b, a] : [a, b]).map((k) => entrant(players[k]));
  const match = {
    arena: arena.id,
    parameters: arena.parameters,
    entrants: [first, second] as const,
    pairs: games / 2,
    seed,
    again,
  };
  return { match, isTurned };
}
