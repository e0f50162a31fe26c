// What is timed of rules that serve many requests a second, and how the thread that runs them is asked.

export const REQUEST_TASKS = [
  "second price, 8 bidders",
  "dual descent, 10 resources, 5 options",
  "matching by Balance, 8 of 64 advertisers",
  "matching by weighted Balance, 8 of 64 advertisers",
] as const;
export type RequestTask = (typeof REQUEST_TASKS)[number];

/** Runs a task over so many requests, or only reads what it would read. */
export interface RequestOrder {
  readonly task: RequestTask;
  readonly requests: number;
  readonly readAlone: boolean;
}

export interface RequestAnswer {
  readonly seconds: number;
  /** Bytes of the process when it was done. */
  readonly memory: number;
  /** Depends on every request, so that none can be left out. */
  readonly sum: number;
}

/** Requests that lie side by side and come round again and again: more than a processor's caches hold. */
export const SIDE_BY_SIDE = 2 ** 17;
