// Speed of a run, and an estimate of the remaining time.

export interface WorkProgress {
  /** Seconds since it started. */
  readonly seconds: number;
  /** Number of cells that were missing when it started, and of those that are done. */
  readonly missing: number;
  readonly done: number;
  /** Share that is done of each training in progress. */
  readonly shares: readonly number[];
}

/** Before this time, in seconds, threads are still being started. */
const FIRST_SECONDS = 3;
/** Minimum work, in cells, for an estimate. */
const FIRST_WORK = 0.5;

/** Returns cells per second, where a training counts by its share; undefined while too little is done. */
export function pace({ seconds, done, shares }: WorkProgress): number | undefined {
  const work = workOf({ done, shares });
  return seconds < FIRST_SECONDS || work < FIRST_WORK ? undefined : work / seconds;
}

/** Returns the estimated seconds for the rest; undefined while too little is done. */
export function secondsLeft(work: WorkProgress): number | undefined {
  const rate = pace(work);
  return rate === undefined ? undefined : Math.max(0, work.missing - workOf(work)) / rate;
}

const workOf = ({ done, shares }: Pick<WorkProgress, "done" | "shares">): number =>
  done + shares.reduce((sum, share) => sum + share, 0);
