// How fast a run goes, and how long the rest takes.

/** What is known of a process's work. */
export interface WorkProgress {
  /** Since it began. */
  readonly seconds: number;
  /** Cells that were missing when it began, and those of them that are done. */
  readonly missing: number;
  readonly done: number;
  /** Of each training at work, how much of it is over. */
  readonly shares: readonly number[];
}

/** Before this, threads are still being started. */
const FIRST_SECONDS = 3;
/** Cells' worth of work, below which a rate says nothing. */
const FIRST_WORK = 0.5;

/** Cells a second, trainings that are half over counting half; undefined while too little is done to say. */
export function pace({ seconds, done, shares }: WorkProgress): number | undefined {
  const work = workOf({ done, shares });
  return seconds < FIRST_SECONDS || work < FIRST_WORK ? undefined : work / seconds;
}

/** Seconds that the rest takes at this pace; undefined while too little is done to say. */
export function secondsLeft(work: WorkProgress): number | undefined {
  const rate = pace(work);
  return rate === undefined ? undefined : Math.max(0, work.missing - workOf(work)) / rate;
}

const workOf = ({ done, shares }: Pick<WorkProgress, "done" | "shares">): number =>
  done + shares.reduce((sum, share) => sum + share, 0);
