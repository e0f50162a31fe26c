// Plays a contest round by round, and rates its players. Matches are kept in the store, so that any interruption loses the games of those
// that were being played and nothing else.

import { UserError } from "../../core/errors.ts";
import { GamesWriter } from "../../core/games.ts";
import { standings } from "../../evaluation/tournaments/standings.ts";
import { type Leaderboard, leaderboard, type RatedPlayer } from "../rating/rating.ts";
import { jobPool } from "../run/jobs.ts";
import { openStore } from "../store/store.ts";
import {
  type BrokenMatch,
  type ContestCourse,
  type ContestOptions,
  type PlayedMatch,
  type PlayOptions,
  playRound,
} from "./contest-course.ts";
import type { ReadContest } from "./contest-file.ts";
import type { ContestRecord } from "./contest-record.ts";
import { type EditedTournament, playEdits } from "./edits.ts";
import { contestName, keepContest } from "./kept-contests.ts";
import { contestSchedule, type ScheduleEnd } from "./schedules.ts";

export interface ContestPlayer extends RatedPlayer {
  /** Of matches: 1 for each won, 0.5 for each tied; a bye counts 1. */
  readonly score: number;
  readonly buchholz: number;
  readonly sonnebornBerger: number;
}

/** A tournament of two players whose programs were edited. */
export interface PlayedTournament extends Pick<EditedTournament, "rounds"> {
  readonly first: string;
  readonly second: string;
}

export interface ContestResult extends Omit<Leaderboard, "players">, ScheduleEnd {
  readonly title: string;
  readonly arena: string;
  readonly schedule: string;
  readonly rounds: number;
  readonly players: readonly ContestPlayer[];
  readonly matches: readonly PlayedMatch[];
  /** Where some could not be played: they count nowhere. */
  readonly broken?: readonly BrokenMatch[];
  /** Where programs were edited: round by round, with what was changed. */
  readonly tournaments?: readonly PlayedTournament[];
  /** Players that had a bye of a Swiss round. */
  readonly byes: readonly { readonly round: number; readonly player: string }[];
}

/** Plays a contest, going on from what the store has. Throws the signal's reason where it was stopped. */
export async function playContest(contest: ReadContest, options: ContestOptions): Promise<ContestResult> {
  const { players, schedule, rating } = contest;
  const store = openStore(options.store);
  const pool = options.pool ?? jobPool(options.threads);
  const names = players.map(({ name }) => name);
  const writer = new GamesWriter(names);
  const course: ContestCourse = {
    ...{ pairs: [], shares: [], byes: [], matches: [], broken: [], kept: [], had: [] },
    ...{ writer, games: 0 },
  };
  try {
    const { rounds, isCut, ...ended } =
      schedule.id === "edit-and-compete"
        ? await playTournaments(contest, course, { ...options, store, pool })
        : await playRounds(contest, course, { ...options, store, pool });
    const { broken } = course;
    const games = course.writer.end();
    if (games.unit.length === 0 && broken.length > 0) throw noMatch(broken);
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
      ...ended,
      caveats: [...board.caveats, ...(broken.length === 0 ? [] : [withoutBroken(broken, isCut)])],
      matches: course.matches,
      ...(broken.length > 0 && { broken }),
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

/** That no match could be played, with the reasons. */
const noMatch = (broken: readonly BrokenMatch[]): UserError =>
  new UserError(
    broken.map(({ first, second, reason }) => ({
      code: "broken-match",
      what: `${first} against ${second}: ${reason}`,
    })),
  );

/** What a reader of the leaderboard must know of matches that are not in it. */
function withoutBroken(broken: readonly BrokenMatch[], isCut: boolean): string {
  const matches = broken.length === 1 ? "1 match broke off and counts" : `${broken.length} matches broke off and count`;
  const later = isCut ? ", and later rounds, which hang on it, were not played" : "";
  return `${matches} for neither player${later}: the same command plays what is missing`;
}

/** Round by round, as the schedule says; up to the first round of which not all was played, where the next one hangs on it. */
async function playRounds(contest: ReadContest, course: ContestCourse, options: PlayOptions) {
  const { next: nextRound, isFixed, end } = contestSchedule(contest);
  let rounds = 0;
  for (; ; rounds++) {
    if (!isFixed && course.broken.length > 0) return { rounds, isCut: true };
    const next = contest.located(() => nextRound({ rounds, pairs: course.pairs, byes: course.byes }));
    if (next === undefined) break;
    await playRound(contest, next.meetings, rounds, course, options);
    if (next.bye !== undefined) {
      course.byes.push(next.bye);
      course.had.push({ round: rounds + 1, player: contest.players[next.bye].name });
    }
  }
  return { rounds, isCut: false, ...end(course.pairs, course.shares) };
}

/** Pair by pair, with edits between rounds; a tournament is one unit of the rating, and its rounds are games. */
async function playTournaments(contest: ReadContest, course: ContestCourse, options: PlayOptions) {
  const played = await playEdits(contest, options);
  const nameOf = (k: number) => contest.players[k].name;
  for (const [unit, tournament] of played.entries()) {
    const { first, second, key, won, points, isTurned } = tournament;
    const share = points.reduce((sum, point) => sum + point, 0) / points.length;
    course.pairs.push({ first, second, score: won[0] === won[1] ? 0.5 : won[0] > won[1] ? 1 : 0 });
    course.shares.push(share);
    const ties = points.length - won[0] - won[1];
    course.matches.push({ round: 1, first: nameOf(first), second: nameOf(second), wins: won, ties, key });
    course.kept.push({ points, isTurned, tournament });
    for (const point of points) course.writer.addPair(first, second, point, unit);
  }
  const tournaments = played.map(({ first, second, rounds }) => ({
    first: nameOf(first),
    second: nameOf(second),
    rounds,
  }));
  return { rounds: played[0]?.points.length ?? 0, isCut: false, tournaments };
}

/** What the store keeps of a contest. */
function recordOf(contest: ReadContest, result: ContestResult, kept: ContestCourse["kept"]): ContestRecord {
  const { title, arena, schedule, rounds, games, model, unit, matches, caveats, ladder, places, versions } = result;
  const { players, schedule: terms, games: each, seed, arena: place } = contest;
  const tournaments = kept.flatMap(({ tournament }) => tournament ?? []);
  const programs = players.map(({ name, text, editor }) => [name, text, editor ?? null]);
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
      ...(tournaments.length > 0 && { tournaments: tournaments.map(recordedTournament) }),
    },
    matches: Object.fromEntries(
      matches.flatMap(({ key }, k) => {
        const { match } = kept[k];
        return match === undefined ? [] : [[key, match] as const];
      }),
    ),
    ...(tournaments.length > 0 && {
      tournaments: Object.fromEntries(
        tournaments.map(({ key, luck, rounds: own, games: points }) => {
          const kept = own.map(({ codes }, round) => ({ codes, points: points[round] }));
          return [key, { ...luck, parameters: place.parameters, rounds: kept }];
        }),
      ),
    }),
  };
}

/** A tournament without its programs, which a page asks for one by one. */
const recordedTournament = ({ key, rounds, games }: EditedTournament) => ({
  key,
  rounds: rounds.map(({ codes: _, ...round }, k) => ({ ...round, games: games[k].length })),
});
