// What a command says while it works, on standard error, and how it ends when it is interrupted.

import { answerSignals, endInterrupted, INTERRUPTED, waiting } from "../core/signals.ts";
import { visible } from "../core/visible.ts";
import { answer, note, remark } from "./output.ts";

/** What changes on a terminal; elsewhere its library is not loaded. It would hear Ctrl-C itself to show a hidden cursor again. */
export const screen =
  process.stderr.isTTY === true
    ? (await import("log-update")).createLogUpdate(process.stderr, { showCursor: true })
    : undefined;

/** One line that changes on a terminal, a line every few seconds elsewhere. */
export function progressLine(): { tell(text: string): void; end(): void } {
  const begun = performance.now();
  let shownAt = begun;
  return {
    tell(text) {
      // What is over at once needs no line.
      const pause = screen !== undefined ? 100 : shownAt === begun ? 1000 : 3000;
      if (performance.now() - shownAt < pause) return;
      shownAt = performance.now();
      if (screen === undefined) note(text);
      else screen(visible(text));
    },
    end: () => screen?.clear(),
  };
}

/** Milliseconds after Ctrl-C in which work may end in good order. */
const PATIENCE = 500;

/**
 * Runs `work` and gives its exit code; that of an interruption, with the words `stopped`, where it ends by the signal's reason. At the first
 * Ctrl-C it must end soon, unless `onFirst` is given: that is called, and work may take its time. All of this holds while others compute;
 * what this thread computes is ended at once.
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

/** How work says how far it is, and how it is stopped. */
export interface WorkWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** Does work that says how far it is, on a line that is gone at its end. */
export function watched<T>(signal: AbortSignal, work: (watch: WorkWatch) => Promise<T>): Promise<T> {
  const progress = progressLine();
  return work({ signal, onProgress: progress.tell }).finally(progress.end);
}

/** Computes a result until it is there or Ctrl-C stops it, and prints it. Gives the exit code. */
export const computed = <T>(
  flags: { readonly json: boolean },
  work: (watch: WorkWatch) => Promise<T>,
  show: (result: T) => unknown,
  stopped = "stopped",
): Promise<number> => interruptible(async (signal) => answer(flags, await watched(signal, work), show), stopped);

/** Waits for Ctrl-C, or for the end of the standard input where that is `awaited` too. */
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
