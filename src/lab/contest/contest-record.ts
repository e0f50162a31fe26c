// A contest that has ended, as it is written to a file and shown on a page.

import { z } from "zod";
import { programLimits } from "../../agents/program-limits.ts";
import type { ProgramDiff } from "./program-diff.ts";

const count = z.int().min(0);

const runs = z.union([
  z.strictObject({
    program: z.string(),
    limits: programLimits.prefault({}),
    files: z.array(z.string()).readonly().exactOptional(),
    version: z.string().exactOptional(),
  }),
  z.strictObject({ server: z.string(), version: z.string().exactOptional() }),
]);
const entrant = z.strictObject({ file: z.string(), text: z.string(), runs: runs.exactOptional() });

/** What a match is made of: `Match`. */
const match = z.strictObject({
  arena: z.string(),
  parameters: z.unknown(),
  entrants: z.tuple([entrant, entrant]).readonly(),
  pairs: count,
  seed: count,
  again: count,
});

const player = z.object({
  name: z.string(),
  rating: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  rank: count,
  games: count,
  score: z.number(),
});

const played = z.strictObject({
  /** Its name in the store. */
  key: z.string(),
  round: count,
  first: z.string(),
  second: z.string(),
  wins: z.tuple([count, count]).readonly(),
  ties: count,
  /** Of the first player in each game; in the second one of a pair it has the other seat. */
  points: z.array(z.number()).readonly(),
  /** Whether the second player stands first in the match as it was played. */
  isTurned: z.boolean(),
});

const rung = z.strictObject({ player: z.string(), won: count, lost: count, tied: count, isPassed: z.boolean() });

/** Of each of two players. */
export const two = <T extends z.ZodType>(item: T) => z.tuple([item, item]).readonly();
const amount = z.number().nullable();

/** What a phase of edits took: `EditCounts`. */
export const editCounts = z.strictObject({
  ...{ steps: count, modelCalls: count },
  ...{ promptTokens: amount, completionTokens: amount, modelCost: amount },
});

/** A round of edit and compete without its programs: `EditedRound`. */
const round = z.strictObject({
  ...{ share: z.number(), low: amount, high: amount, p: z.number(), change: amount, wins: two(count) },
  sizes: two(z.strictObject({ added: count, removed: count }).nullable()),
  counts: two(editCounts.nullable()),
  /** Games that were played. */
  games: count,
});
export type RecordedRound = z.output<typeof round>;

/** A tournament as it is played again, in the order in which the contest tells its players. */
const tournament = z.strictObject({
  /** `ClashLuck`. */
  ...{ seed: count, arena: z.string(), luck: two(z.string()) },
  parameters: z.unknown(),
  rounds: z
    .array(
      z.strictObject({
        /** Null where it is that of the round before. */
        codes: two(z.string().nullable()),
        /** Of the first player in each game. */
        points: z.array(z.number()).readonly(),
      }),
    )
    .readonly(),
});

const summary = z.strictObject({
  /** Its name in the store. */
  contest: z.string(),
  title: z.string(),
  arena: z.string(),
  schedule: z.string(),
  /** As ISO 8601. */
  endedAt: z.string(),
  rounds: count,
  games: count,
  model: z.string(),
  unit: z.string(),
  /** The best rated first. */
  players: z.array(player).readonly(),
  matches: z.array(played).readonly(),
  caveats: z.array(z.string()).readonly(),
  ladder: z.strictObject({ challenger: z.string(), passed: count, rungs: z.array(rung).readonly() }).exactOptional(),
  places: z.record(z.string(), count).exactOptional(),
  versions: z
    .array(
      z.strictObject({ player: z.string(), shares: z.array(z.array(z.number().nullable()).readonly()).readonly() }),
    )
    .readonly()
    .exactOptional(),
  /** Of edit and compete: round by round, by the matches' names. */
  tournaments: z
    .array(z.strictObject({ key: z.string(), rounds: z.array(round).readonly() }))
    .readonly()
    .exactOptional(),
});

export const contestRecord = z.strictObject({
  told: summary,
  /** Matches by their names in the store. */
  matches: z.record(z.string(), match),
  tournaments: z.record(z.string(), tournament).exactOptional(),
});
export type ContestRecord = z.output<typeof contestRecord>;

/** A contest as a page shows it. */
export type RecordedContest = z.output<typeof summary>;

export interface RoundProgram {
  readonly player: string;
  readonly code: string;
  /** Against the round before; null in round 0. */
  readonly diff: ProgramDiff | null;
  readonly counts: RecordedRound["counts"][number];
}

export interface ShownRound {
  readonly round: number;
  /** Rounds of its tournament, round 0 among them. */
  readonly rounds: number;
  readonly told: RecordedRound;
  readonly programs: readonly RoundProgram[];
  /** Of the first player in each game. */
  readonly points: readonly number[];
}

export interface ListedContest
  extends Pick<RecordedContest, "contest" | "title" | "arena" | "schedule" | "endedAt" | "games"> {
  /** The best rated player. */
  readonly first: string;
  readonly players: number;
}
