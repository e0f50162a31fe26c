// What is timed of contests, and how the thread that plays them is asked.

export const CONTEST_TASKS = [
  "Core War: instructions of six warriors in all pairs",
  "BattleSnake: games of four scripted snakes",
  "Bradley-Terry: 2 million votes of 200 players, 1,000 resamples",
  "Swiss: a round of 1,000 players, the slowest of ten",
] as const;
export type ContestTask = (typeof CONTEST_TASKS)[number];

/** Runs a task; `limit` times what the machine does at most in its place. */
export interface ContestOrder {
  readonly task: ContestTask;
  /** Of the task's full amount, from 0 to 1. */
  readonly share: number;
  readonly limit: boolean;
}

export interface ContestAnswer {
  readonly seconds: number;
  /** Instructions, games, votes or rounds in that time. */
  readonly count: number;
  /** Depends on all of it, so that nothing can be left out. */
  readonly sum: number;
}
