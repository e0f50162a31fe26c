// Progress of a command on standard error, and its end when it is interrupted.

import { answerSignals, endInterrupted, INTERRUPTED, waiting } from "../core/signals.ts";
import { visible } from "../core/visible.ts";
import { duration } from "../evaluation/number-format.ts";
import { answer, note, remark } from "./output.ts";

/**
 * Updates lines on a terminal; elsewhere the library is not loaded. The library's own handler of Ctrl-C, which shows the hidden cursor
 * again, is not used.
 */
export const screen =
  process.stderr.isTTY === true
    ? (await import("log-update")).createLogUpdate(process.stderr, { showCursor: true })
    : undefined;

/** Shows progress as one line that changes on a terminal; elsewhere as a line every few seconds. */
export function progressLine(): { tell(text: string, share?: number): void; end(): void } {
  const begun = performance.now();
  let shownAt = begun;
  let last = 1;
  let at = begun;
  return {
    tell(work, share) {
      // A smaller share than before is one of other work.
      if (share !== undefined && share < last) at = performance.now();
      last = share ?? last;
      // Work that finishes at once shows no line.
      const pause = screen !== undefined ? 100 : shownAt === begun ? 1000 : 3000;
      if (performance.now() - shownAt < pause) return;
      shownAt = performance.now();
      const text = share === undefined || share <= 0 ? work : `${work}, ${timed(share, shownAt - at)}`;
      if (screen === undefined) note(text);
      else screen(visible(text));
    },
    end: () => screen?.clear(),
  };
}

/** A share of work that took so many milliseconds, and the time that the rest takes as fast. */
const timed = (share: number, ms: number): string =>
  `${Math.floor(100 * share)} %, about ${duration((ms * (1 - share)) / share / 1000)} left`;

/** Milliseconds after Ctrl-C in which work may end orderly. */
const PATIENCE = 500;

/**
 * Runs `work` and returns its exit code. Where it ends by the signal's reason, prints `stopped` and returns the code of an interruption.
 * After the first Ctrl-C it must end soon, unless `onFirst` is given, which is then called, and the work may take its time. This holds
 * while the process waits; computation in this thread is ended at once.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
  stopped: string,
  onFirst?: () => void,
): Promise<number> {
  const interrupt = new AbortController();
  let ending: NodeJS.Timeout | undefined;
  const end = (): void => {
    remark(stopped);
    endInterrupted();
  };
  const release = answerSignals(() => {
    if (interrupt.signal.aborted) endInterrupted();
    interrupt.abort();
    if (onFirst === undefined) ending = setTimeout(end, PATIENCE);
    else onFirst();
  });
  try {
    return await work(interrupt.signal);
  } catch (error) {
    if (!(interrupt.signal.aborted && error === interrupt.signal.reason)) throw error;
    remark(stopped);
    return INTERRUPTED;
  } finally {
    clearTimeout(ending);
    release();
  }
}

/** Progress callback and stop signal of long work. */
export interface WorkWatch {
  readonly signal: AbortSignal;
  /** Shows what is being done, and where a share of it is over, when it will end. */
  readonly onProgress: (text: string, share?: number) => void;
}

/** Runs work that reports its progress, on a line that is removed at its end. */
export function watched<T>(signal: AbortSignal, work: (watch: WorkWatch) => Promise<T>): Promise<T> {
  const progress = progressLine();
  return work({ signal, onProgress: progress.tell }).finally(progress.end);
}

/** Computes a result and prints it, unless Ctrl-C stops it. Returns the exit code. */
export const computed = <T>(
  flags: { readonly json: boolean },
  work: (watch: WorkWatch) => Promise<T>,
  show: (result: T) => unknown,
  stopped = "stopped",
): Promise<number> => interruptible(async (signal) => answer(flags, await watched(signal, work), show), stopped);

/** Waits for Ctrl-C, or, with `awaited`, also for the end of standard input. */
export async function untilStopped(awaited = false): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    const release = answerSignals(() => {
      release();
      resolve();
    });
    if (awaited) process.stdin.resume().once("end", resolve).once("close", resolve);
  });
  await waiting(() => stopped);
}
