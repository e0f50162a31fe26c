// The owner of a program, which changes it between rounds of a contest to win the next one: what it is given, and what it gives back.

import type { Random } from "./random.ts";

/** Characters of a program at most: what arenas and editors do with one takes time. */
export const LONGEST_PROGRAM = 1_000_000;

/** How the last round ended for an editor's own program. */
export interface RoundLog {
  readonly round: number;
  /** The program that played. */
  readonly code: string;
  /** Share of the points, over all opponents. */
  readonly share: number;
}

/** What an editor may use in one phase of edits. */
export interface EditDesk {
  /** The round that comes next, from 1. */
  readonly round: number;
  /** The program as it stands. */
  readonly code: string;
  /** Rounds so far, the last one last. */
  readonly log: readonly RoundLog[];
  /** Published programs. */
  readonly samples: readonly string[];
  /** Calls of `trial` that are left. */
  readonly left: () => number;
  /** The program with a small change at random, which can still be read. */
  mutated(code: string): string;
  /** Why a program cannot play, in one clause; undefined where it can. */
  fault(code: string): string | undefined;
  /** Shares of games that a program wins of each of some others, among which no opponent is. Costs a call. */
  trial(code: string, others: readonly string[]): Promise<number[]>;
}

/** What a phase of edits took, where a language model was asked; null where a server does not count, or prices are not known. */
export interface EditCounts {
  readonly steps: number;
  /** Answers, the cut-off and the wrong ones among them. */
  readonly modelCalls: number;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly modelCost: number | null;
}

/** An editor: it changes a program as it likes, and forgets all but the files between rounds. */
export interface Editor {
  edit(desk: EditDesk, random: Random): string | Promise<string>;
  /** Of the last phase. */
  readonly counts?: EditCounts;
}
