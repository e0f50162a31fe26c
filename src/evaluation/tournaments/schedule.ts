// What a schedule is: the pairings of each round, by what was played before.

import type { PlayedPair } from "./standings.ts";

/** Two players that are to meet. */
export interface Meeting {
  readonly first: number;
  readonly second: number;
  /** How often they have met before: each time they need luck of its own. */
  readonly again: number;
}

/** A round: its meetings, and the player that rests where the schedule counts that. */
export interface ContestRound {
  readonly meetings: readonly Meeting[];
  readonly bye?: number;
}

/** What was played: meetings in the order in which they were asked for. */
export interface PlayedCourse {
  readonly rounds: number;
  readonly pairs: readonly PlayedPair[];
  readonly byes: readonly number[];
}

/** The next round after what was played; undefined at the end. */
export type PairingSchedule = (course: PlayedCourse) => ContestRound | undefined;
