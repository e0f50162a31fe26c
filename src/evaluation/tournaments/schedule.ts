// Interface of schedules: the pairings of each round as a function of the results so far.

import type { PlayedPair } from "./standings.ts";

/** A scheduled match between two players. */
export interface Meeting {
  readonly first: number;
  readonly second: number;
  /** Number of previous meetings, which selects the random stream of this one. */
  readonly again: number;
}

/** A round: its meetings, and the player with a bye where the schedule counts byes. */
export interface ContestRound {
  readonly meetings: readonly Meeting[];
  readonly bye?: number;
}

/** Results so far, with meetings in the order in which they were scheduled. */
export interface PlayedCourse {
  readonly rounds: number;
  readonly pairs: readonly PlayedPair[];
  readonly byes: readonly number[];
}

/** Returns the next round after the results so far; undefined at the end. */
export type PairingSchedule = (course: PlayedCourse) => ContestRound | undefined;
