// A contest whose programs are edited between rounds: each pair of players holds a tournament of its own. The store keeps each phase of
// edits and each round's games by what they depend on, so that an interruption loses those that were being computed and nothing else.

import { dirname, resolve } from "node:path";
import { limiter } from "../../clients/limiter.ts";
import type { EditCounts } from "../../core/editor.ts";
import { type ClashRound, clashBy, roundsWon } from "../../evaluation/tournaments/clash.ts";
import { roundRobin } from "../../evaluation/tournaments/round-robin.ts";
import { changeSignificance, roundShare } from "../../evaluation/tournaments/round-share.ts";
import { roundSignificance } from "../../evaluation/tournaments/round-significance.ts";
import type { Engine, KeptResults, ThreadJob } from "../run/engine.ts";
import { jobPool } from "../run/jobs.ts";
import {
  type ClashMatch,
  type ClashSeeding,
  type EditedEntrant,
  type EditedProgram,
  editJob,
  editProgram,
  type MatchEdits,
  roundGamesJob,
  seedingOf,
  trialJob,
} from "./clash-job.ts";
import type { ContestEntrant, ReadContest } from "./contest-file.ts";
import { keptEdits, keptRounds, tournamentKey } from "./edit-keys.ts";
import { asksModel, editorName, modelOf } from "./editors.ts";
import { type LineChange, programDiff } from "./program-diff.ts";

/** A round of a tournament, as its first player sees it. */
export interface EditedRound {
  /** Share of the points with its interval; no bounds where no game was played. */
  readonly share: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly wins: readonly [number, number];
  /** Chance that the best of equals wins so many of the decided games, or more. */
  readonly p: number;
  /** Chance of so large a change of the share since the round before without any of the strengths; null where there is no telling. */
  readonly change: number | null;
  /** Programs of both, where they were changed; null where they are those of the round before. */
  readonly codes: readonly [string | null, string | null];
  /** How much of them was changed; null in round 0 and where nothing was. */
  readonly sizes: readonly [LineChange | null, LineChange | null];
  /** What the edits took of editors that ask a language model; null for others. */
  readonly counts: readonly [EditCounts | null, EditCounts | null];
}

export interface EditedTournament {
  readonly first: number;
  readonly second: number;
  readonly key: string;
  /** What names its luck, and whether its second player stands first there. */
  readonly luck: ClashSeeding;
  readonly isTurned: boolean;
  /** Rounds that each won after round 0. */
  readonly won: readonly [number, number];
  /** Of each round after round 0, for the first player: 1 where it won, 0 where it lost, 0.5 a tie. */
  readonly points: readonly number[];
  readonly rounds: readonly EditedRound[];
  /** Of each round the points of the first player in each game; none where a program could not be read. */
  readonly games: readonly (readonly number[])[];
}

interface EditOptions {
  readonly store: string;
  readonly pool: Engine;
  readonly signal: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** A round with what its edits took. */
type CountedRound = ClashRound & Pick<EditedRound, "counts">;

/** Plays the tournaments of all pairs, going on from what the store has. */
export async function playEdits(contest: ReadContest, options: EditOptions): Promise<EditedTournament[]> {
  const { schedule, players } = contest;
  if (schedule.id !== "edit-and-compete") throw new Error("this contest has no rounds of edits");
  const { rounds } = schedule;
  const models = players.flatMap(({ editor }) => (editor !== undefined && asksModel(editor) ? [editor] : []));
  for (const plan of models) modelOf(plan, dirname(resolve(contest.file))).ready();
  const pairs = roundRobin(players.length).flat();
  const matches = pairs.map(([a, b]) => clashOf(contest, players[a], players[b]));
  const results: CountedRound[][] = pairs.map(() => []);
  let count = 0;
  const onRound = (): void => {
    count += 1;
    options.onProgress?.(`${count} of ${pairs.length * (rounds + 1)} rounds`);
  };
  // One that waits for a language model needs no processor.
  const lanes = Math.max(1, options.pool.sideBySide, ...models.map(({ parallel }) => parallel));
  const limited = limiter(lanes);
  const failure = new AbortController();
  const stop = AbortSignal.any([options.signal, failure.signal]);
  const failures: unknown[] = [];
  await Promise.all(
    matches.map(({ match }, k) =>
      limited(async () => {
        if (stop.aborted) return;
        try {
          results[k] = await tournament(match, rounds, { ...options, stop, onRound });
        } catch (error) {
          // What a stop ends has not failed.
          if (!stop.aborted || error !== stop.reason) failures.push(error);
          failure.abort();
        }
      }),
    ),
  );
  options.signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
  return pairs.map(([first, second], k) => {
    const { match, isTurned } = matches[k];
    const seen = results[k].map((round) => (isTurned ? turned(round) : round));
    return { first, second, key: tournamentKey(match, rounds), luck: seedingOf(match), isTurned, ...summarise(seen) };
  });
}

/** Rounds as they are told of. */
function summarise(rounds: readonly CountedRound[]): Pick<EditedTournament, "won" | "points" | "rounds" | "games"> {
  return {
    won: roundsWon(rounds),
    points: rounds.slice(1).map(({ share }) => (share === 0.5 ? 0.5 : share > 0.5 ? 1 : 0)),
    games: rounds.map(({ points }) => points),
    rounds: rounds.map(({ share, wins, points, codes, counts }, round): EditedRound => {
      const before = round === 0 ? undefined : rounds[round - 1];
      const { low, high } = roundShare(points);
      const changed = (side: 0 | 1) => (codes[side] === before?.codes[side] ? null : codes[side]);
      const sizeOf = (side: 0 | 1): LineChange | null => {
        if (before === undefined || changed(side) === null) return null;
        const { added, removed } = programDiff(before.codes[side], codes[side]);
        return { added, removed };
      };
      return {
        ...{ share, low, high, wins, p: roundSignificance(wins), counts },
        change: before === undefined ? null : changeSignificance(before.points, points),
        codes: [changed(0), changed(1)],
        sizes: [sizeOf(0), sizeOf(1)],
      };
    }),
  };
}

interface TournamentOptions extends EditOptions {
  /** Aborted where the contest ends early, also by what failed in another tournament. */
  readonly stop: AbortSignal;
  onRound(): void;
}

/** One tournament, step by step: what the store has is not computed again. */
async function tournament(match: ClashMatch, rounds: number, options: TournamentOptions): Promise<CountedRound[]> {
  const { parameters, games, entrants } = match;
  const { store, stop, onRound } = options;
  const counts: (readonly [EditCounts | null, EditCounts | null])[] = [[null, null]];
  const of = (round: number) => counts[round] ?? [null, null];
  const played = await clashBy([entrants[0].text, entrants[1].text], rounds, {
    async edit(phase) {
      stop.throwIfAborted();
      const { code, counts: own = null } = await edited({ match, phase }, options);
      const [one, other] = of(phase.round);
      counts[phase.round] = phase.side === 0 ? [own, other] : [one, own];
      return code;
    },
    async meet(codes, round) {
      stop.throwIfAborted();
      const wanted = { ...seedingOf(match), parameters, games, round, codes };
      const outcome = await one(roundGamesJob, wanted, options, keptRounds(store));
      onRound();
      return outcome;
    },
  });
  return played.map((round, k) => ({ ...round, counts: of(k) }));
}

/** A phase of edits: a job as others are; or here, where it waits for a model or the user's program, and its trials alone are jobs. */
async function edited(edits: MatchEdits, options: TournamentOptions): Promise<EditedProgram> {
  const { match, phase } = edits;
  const plan = match.entrants[phase.side].editor;
  if (plan.id === "static") return { code: phase.code };
  const kept = keptEdits(options.store);
  if (!asksModel(plan) && plan.id !== "command") return one(editJob, edits, options, kept);
  const { signal } = options;
  const asking: ThreadJob<MatchEdits, EditedProgram> = {
    ...editJob,
    compute: (input) => editProgram(input, { signal, trial: (trial) => one(trialJob, trial, options) }),
  };
  return one(asking, edits, { pool: jobPool(0), signal }, kept);
}

/** One job in the pool. Throws the signal's reason where it was stopped. */
async function one<I, O>(
  job: ThreadJob<I, O>,
  input: I,
  { pool, signal }: Pick<EditOptions, "pool" | "signal">,
  kept?: KeptResults<I, O>,
): Promise<O> {
  const outputs: O[] = [];
  await pool.run(job, [{ inputs: [input], lanes: 1 }], {
    name: () => "a round of edit and compete",
    signal,
    onStop: "end",
    ...(kept && { kept }),
    done: (output) => outputs.push(output),
  });
  if (outputs.length === 0) signal.throwIfAborted();
  return outputs[0];
}

function turned({ codes, share, wins, points, counts }: CountedRound): CountedRound {
  const swapped = <T>([one, other]: readonly [T, T]) => [other, one] as const;
  return {
    codes: swapped(codes),
    share: 1 - share,
    wins: swapped(wins),
    points: points.map((point) => 1 - point),
    counts: swapped(counts),
  };
}

/** The tournament of two players, in an order that does not hang on how the file names them. */
function clashOf(contest: ReadContest, a: ContestEntrant, b: ContestEntrant): { match: ClashMatch; isTurned: boolean } {
  const { arena, schedule, games, samples, seed, file } = contest;
  if (schedule.id !== "edit-and-compete") throw new Error("this contest has no rounds of edits");
  const { trials, trialGames } = schedule;
  const plain = ({ file: name, text, editor }: ContestEntrant): EditedEntrant => ({
    file: name,
    text,
    editor: editor ?? { id: "static" },
  });
  const nameOf = ({ text, editor }: EditedEntrant) => text + editorName(editor);
  const [one, other] = [plain(a), plain(b)];
  const isTurned = nameOf(other) < nameOf(one);
  return {
    isTurned,
    match: {
      arena: arena.id,
      parameters: arena.parameters,
      entrants: isTurned ? [other, one] : [one, other],
      ...{ games, trials, trialGames, samples, seed },
      directory: dirname(resolve(file)),
    },
  };
}
