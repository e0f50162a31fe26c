// Editors: owners of programs, which change them between rounds of a contest to win the next round.

import type { Random } from "./random.ts";

/** Maximum characters of a program, since arenas and editors take time for each. */
export const LONGEST_PROGRAM = 1_000_000;

/** Result of one round for an editor's own program. */
export interface RoundLog {
  readonly round: number;
  /** The program that played. */
  readonly code: string;
  /** Share of all points of the round's games that the program won, over all opponents. */
  readonly share: number;
}

/** What an editor is given in one editing phase. */
export interface EditDesk {
  /** Number of the next round, from 1. */
  readonly round: number;
  /** Current source of the program. */
  readonly code: string;
  /** Results of the rounds so far, in order. */
  readonly log: readonly RoundLog[];
  /** Published programs. */
  readonly samples: readonly string[];
  /** Number of remaining calls of `trial`. */
  readonly left: () => number;
  /** Returns the program with a small random change; the result can still be parsed. */
  mutated(code: string): string;
  /** Returns why a program cannot play, as one clause; undefined where it can. */
  fault(code: string): string | undefined;
  /** Returns the share of points that a program wins against each of some other programs, none of them an opponent. Costs one call. */
  trial(code: string, others: readonly string[]): Promise<number[]>;
}

/** Counts of an editing phase that used a language model. A value is null where a server does not report it, or prices are unknown. */
export interface EditCounts {
  readonly steps: number;
  /** Answers of the model, including truncated and invalid ones. */
  readonly modelCalls: number;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly modelCost: number | null;
}

/** An editor changes a program in any way. Between rounds it keeps no memory but files. */
export interface Editor {
  edit(desk: EditDesk, random: Random): string | Promise<string>;
  /** Counts of the last phase. */
  readonly counts?: EditCounts;
}
