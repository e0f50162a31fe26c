// Plays a contest round by round, and rates its players. Matches are kept in the store, so that any interruption loses the games of those
// that were being played and nothing else.

import { UserError } from "../../core/errors.ts";
import { GamesWriter } from "../../core/games.ts";
import { type Pairing, roundRobin } from "../../evaluation/tournaments/round-robin.ts";
import { type PlayedPair, standings } from "../../evaluation/tournaments/standings.ts";
import { swissRound } from "../../evaluation/tournaments/swiss.ts";
import { type JobPool, jobPool } from "../jobs.ts";
import { type Leaderboard, leaderboard, type RatedPlayer } from "../rating.ts";
import { openStore } from "../store.ts";
import type { ContestEntrant, ReadContest } from "./contest-file.ts";
import { keptMatches, matchKey } from "./kept-matches.ts";
import { type Match, type MatchResult, matchJob } from "./match-job.ts";

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
export interface ContestResult extends Omit<Leaderboard, "players"> {
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
interface Course {
  readonly pairs: PlayedPair[];
  readonly byes: number[];
  readonly matches: PlayedMatch[];
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
  const course: Course = { pairs: [], byes: [], matches: [], had: [], writer: new GamesWriter(names), games: 0 };
  try {
    const rounds = roundRobin(players.length);
    const wanted = schedule.id === "swiss" ? (schedule.rounds ?? Math.ceil(Math.log2(players.length))) : rounds.length;
    for (let round = 0; round < wanted; round++) {
      const next = pairingsOf(contest, course, rounds, round);
      await playRound(contest, next.pairs, round, course, { ...options, store, pool });
      if (next.bye !== undefined) {
        course.byes.push(next.bye);
        course.had.push({ round: round + 1, player: names[next.bye] });
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
    return {
      ...board,
      title: contest.title,
      arena: contest.arena.id,
      schedule: schedule.id,
      rounds: wanted,
      matches: course.matches,
      byes: course.had,
      players: board.players.map((player) => {
        const k = names.indexOf(player.name);
        const [score, buchholz, sonnebornBerger] = [end.scores[k], end.buchholz[k], end.sonnebornBerger[k]];
        return { ...player, score, buchholz, sonnebornBerger };
      }),
    };
  } finally {
    if (options.pool === undefined) await pool.close();
  }
}

function pairingsOf({ schedule, players }: ReadContest, course: Course, rounds: readonly Pairing[][], round: number) {
  if (schedule.id === "round-robin") return { pairs: rounds[round] };
  const next = swissRound(standings(players.length, course.pairs, course.byes), schedule.pairing);
  if (next === undefined) {
    const what = `round ${round + 1} would let players meet again`;
    throw new UserError({
      code: "no-pairing",
      what,
      path: ["schedule", "rounds"],
      hint: "fewer rounds, or round-robin",
    });
  }
  return next;
}

async function playRound(
  contest: ReadContest,
  pairs: readonly Pairing[],
  round: number,
  course: Course,
  { store, pool, signal, onProgress }: ContestOptions & { readonly pool: JobPool },
): Promise<void> {
  const matches = pairs.map((pair) => matchOf(contest, pair));
  const results: (MatchResult | undefined)[] = pairs.map(() => undefined);
  let count = 0;
  await pool.run(matchJob, [{ inputs: matches.map(({ match }) => match), lanes: Math.max(1, pool.threads) }], {
    name: ({ entrants }) => entrants.map(({ file }) => file).join(" against "),
    signal,
    onStop: "end",
    kept: keptMatches(store),
    done(output, _, place) {
      results[place] = output;
      count += 1;
      onProgress?.(`round ${round + 1}: ${count} of ${pairs.length} matches`);
    },
  });
  signal.throwIfAborted();
  // In the order of pairings, however they ended.
  for (const [k, [first, second]] of pairs.entries()) {
    const { match, isTurned } = matches[k];
    const points = (results[k]?.points ?? []).map((point) => (isTurned ? 1 - point : point));
    const [wins, losses] = [1, 0].map((of) => points.filter((point) => point === of).length);
    const score = wins === losses ? 0.5 : wins > losses ? 1 : 0;
    course.pairs.push({ first, second, score });
    course.matches.push({
      round: round + 1,
      first: contest.players[first].name,
      second: contest.players[second].name,
      wins: [wins, losses],
      ties: points.length - wins - losses,
      key: matchKey(match),
    });
    for (const [game, point] of points.entries()) {
      // The two games of a pair share their luck.
      course.writer.addPair(first, second, point, course.games + Math.floor(game / 2));
    }
    course.games += points.length / 2;
  }
}

/** The match of two players, in the order of their programs' texts: who is named first does not matter. */
function matchOf({ arena, players, games, seed }: ReadContest, [a, b]: Pairing): { match: Match; isTurned: boolean } {
  const isTurned = players[b].text < players[a].text;
  const entrant = ({ name: _, ...own }: ContestEntrant) => own;
  const [first, second] = (isTurned ? [b, a] : [a, b]).map((k) => entrant(players[k]));
  const match = {
    arena: arena.id,
    parameters: arena.parameters,
    entrants: [first, second] as const,
    pairs: games / 2,
    seed,
  };
  return { match, isTurned };
}
