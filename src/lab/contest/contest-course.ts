// The course of a contest: what was played so far, and the matches of one round more.

import { sentence } from "../../core/errors.ts";
import type { GamesWriter } from "../../core/games.ts";
import type { Meeting } from "../../evaluation/tournaments/schedule.ts";
import type { PlayedPair } from "../../evaluation/tournaments/standings.ts";
import type { Engine } from "../run/engine.ts";
import type { ContestEntrant, ReadContest } from "./contest-file.ts";
import type { EditedTournament } from "./edits.ts";
import { keptMatches, matchKey } from "./kept-matches.ts";
import { type Match, type MatchResult, matchJob } from "./match-job.ts";

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

/** A match that broke by machinery, such as a server that does not answer: neither player has lost it, and it is played again another time. */
export interface BrokenMatch extends Pick<PlayedMatch, "round" | "first" | "second"> {
  /** In a sentence. */
  readonly reason: string;
}

export interface ContestOptions {
  readonly store: string;
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly resamples?: number;
  readonly onProgress?: (text: string) => void;
  /** Where matches are played; default threads of its own. */
  readonly pool?: Engine;
}

/** What was played so far. */
export interface ContestCourse {
  readonly pairs: PlayedPair[];
  /** Shares of games that the first of each pair won; a tie counts half. */
  readonly shares: number[];
  readonly byes: number[];
  readonly matches: PlayedMatch[];
  readonly broken: BrokenMatch[];
  /** What was played in each, for the record. */
  readonly kept: {
    readonly match?: Match;
    readonly tournament?: EditedTournament;
    readonly points: readonly number[];
    readonly isTurned: boolean;
  }[];
  readonly had: { readonly round: number; readonly player: string }[];
  readonly writer: GamesWriter;
  games: number;
}

/** The options, with the engine that plays. */
export type PlayOptions = ContestOptions & { readonly pool: Engine };

/** Plays the matches of a round, and adds them to the course. Throws the signal's reason where it was stopped. */
export async function playRound(
  contest: ReadContest,
  meetings: readonly Meeting[],
  round: number,
  course: ContestCourse,
  { store, pool, signal, onProgress }: PlayOptions,
): Promise<void> {
  const matches = meetings.map((meeting) => matchOf(contest, meeting));
  const results: (MatchResult | undefined)[] = meetings.map(() => undefined);
  const reasons: string[] = meetings.map(() => "");
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
    failed({ problems }, _, place) {
      reasons[place] = problems.map(sentence).join("; ");
    },
  });
  signal.throwIfAborted();
  // In the order of pairings, however they ended.
  for (const [k, { first, second }] of meetings.entries()) {
    const { match, isTurned } = matches[k];
    const names = { round: round + 1, first: contest.players[first].name, second: contest.players[second].name };
    const result = results[k];
    if (result === undefined) {
      course.broken.push({ ...names, reason: reasons[k] });
      continue;
    }
    const points = result.points.map((point) => (isTurned ? 1 - point : point));
    const [wins, losses] = [1, 0].map((of) => points.filter((point) => point === of).length);
    const score = wins === losses ? 0.5 : wins > losses ? 1 : 0;
    course.pairs.push({ first, second, score });
    course.shares.push(points.reduce((sum, point) => sum + point, 0) / points.length);
    course.matches.push({
      ...names,
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
  const entrant = ({ name: _, version: __, editor: ___, ...own }: ContestEntrant) => own;
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
