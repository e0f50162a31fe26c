// A contest whose programs are edited between rounds: each pair of players holds a tournament of its own, which the store keeps.

import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { roundsWon } from "../../evaluation/tournaments/clash.ts";
import { roundRobin } from "../../evaluation/tournaments/round-robin.ts";
import { roundSignificance } from "../../evaluation/tournaments/round-significance.ts";
import { codeFingerprint } from "../fingerprint.ts";
import type { JobPool } from "../jobs.ts";
import { type ClashMatch, type ClashResult, clashJob, type EditedEntrant } from "./clash-job.ts";
import type { ContestEntrant, ReadContest } from "./contest-file.ts";
import { keptResults } from "./kept-matches.ts";

/** A round of a tournament, as its first player sees it. */
export interface EditedRound {
  /** Share of the points. */
  readonly share: number;
  readonly wins: readonly [number, number];
  /** Chance that the best of equals wins so many of the decided games, or more. */
  readonly p: number;
  /** Programs of both, where they were changed; null where they are those of the round before. */
  readonly codes: readonly [string | null, string | null];
}

/** A tournament of two players. */
export interface EditedTournament {
  readonly first: number;
  readonly second: number;
  readonly key: string;
  /** Rounds that each won after round 0. */
  readonly won: readonly [number, number];
  /** Of each round after round 0, for the first player: 1 where it won, 0 where it lost, 0.5 a tie. */
  readonly points: readonly number[];
  readonly rounds: readonly EditedRound[];
}

interface EditOptions {
  readonly store: string;
  readonly pool: JobPool;
  readonly signal: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** Plays the tournaments of all pairs, going on from what the store has. */
export async function playEdits(contest: ReadContest, options: EditOptions): Promise<EditedTournament[]> {
  const pairs = roundRobin(contest.players.length).flat();
  const matches = pairs.map(([a, b]) => clashOf(contest, contest.players[a], contest.players[b]));
  const results: (ClashResult | undefined)[] = pairs.map(() => undefined);
  let count = 0;
  await options.pool.run(
    clashJob,
    [{ inputs: matches.map(({ match }) => match), lanes: Math.max(1, options.pool.threads) }],
    {
      name: ({ entrants }) => entrants.map(({ file }) => file).join(" against "),
      signal: options.signal,
      onStop: "end",
      kept: keptResults(options.store, "clashes", clashKey, kept),
      done(output, _, place) {
        results[place] = output;
        count += 1;
        options.onProgress?.(`${count} of ${pairs.length} tournaments`);
      },
    },
  );
  options.signal.throwIfAborted();
  return pairs.map(([first, second], k): EditedTournament => {
    const { match, isTurned } = matches[k];
    const rounds = (results[k]?.rounds ?? []).map((round) => (isTurned ? turned(round) : round));
    return {
      ...{ first, second, key: clashKey(match), won: roundsWon(rounds) },
      points: rounds.slice(1).map(({ share }) => (share === 0.5 ? 0.5 : share > 0.5 ? 1 : 0)),
      rounds: rounds.map(({ share, wins, codes }, round) => {
        const changed = (side: 0 | 1) => (codes[side] === rounds[round - 1]?.codes[side] ? null : codes[side]);
        return { share, wins, p: roundSignificance(wins), codes: [changed(0), changed(1)] };
      }),
    };
  });
}

const turned = ({ codes: [a, b], share, wins: [won, lost] }: ClashResult["rounds"][number]) => ({
  codes: [b, a] as const,
  share: 1 - share,
  wins: [lost, won] as const,
});

const two = <T extends z.ZodType>(item: T) => z.tuple([item, item]).readonly();
const kept = z.object({
  rounds: z.array(z.object({ codes: two(z.string()), share: z.number(), wins: two(z.number()) })),
});

function clashKey({ directory: _, entrants, ...match }: ClashMatch): string {
  const players = entrants.map(({ text, editor }) => [text, editor]);
  const content = JSON.stringify([codeFingerprint([]), match, players]);
  return createHash("sha256").update(content).digest("hex").slice(0, 24);
}

/** The tournament of two players, in an order that does not hang on how the file names them. */
function clashOf(contest: ReadContest, a: ContestEntrant, b: ContestEntrant): { match: ClashMatch; isTurned: boolean } {
  const { arena, schedule, games, samples, seed, file } = contest;
  if (schedule.id !== "edit-and-compete") throw new Error("this contest has no rounds of edits");
  const { rounds, trials, trialGames } = schedule;
  const plain = ({ file: name, text, editor }: ContestEntrant): EditedEntrant => ({
    file: name,
    text,
    editor: editor ?? { id: "static" },
  });
  const nameOf = ({ text, editor }: EditedEntrant) => JSON.stringify([text, editor]);
  const [one, other] = [plain(a), plain(b)];
  const isTurned = nameOf(other) < nameOf(one);
  return {
    isTurned,
    match: {
      arena: arena.id,
      parameters: arena.parameters,
      entrants: isTurned ? [other, one] : [one, other],
      ...{ rounds, games, trials, trialGames, samples, seed },
      directory: dirname(resolve(file)),
    },
  };
}
