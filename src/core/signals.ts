// Handling of Ctrl-C. By default the system ends the process at once, in the middle of its work. Only while the process waits for others
// can its own handlers run: Node delivers a signal between two turns of the event loop, and not within one.

import { setImmediate } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

/** Exit code that shells report for a program ended by Ctrl-C. */
export const INTERRUPTED = 130;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Signal handlers; the last one is used. */
const answers: (() => void)[] = [];
/** Number of pending waits of this thread for threads, processes or other machines. */
let waits = 0;
let isHeard = false;

const answer = (): void => answers.at(-1)?.();

function hear(): void {
  const wanted = isMainThread && waits > 0 && answers.length > 0;
  if (wanted === isHeard) return;
  isHeard = wanted;
  for (const signal of SIGNALS) {
    if (wanted) process.on(signal, answer);
    else process.off(signal, answer);
  }
}

/** Handles signals by `own` while this process waits for others. Returns a function that removes the handler. */
export function answerSignals(own: () => void): () => void {
  answers.push(own);
  hear();
  return () => {
    answers.splice(answers.lastIndexOf(own), 1);
    hear();
  };
}

/** Declares that this thread waits for others. Returns a function that ends the wait. */
export function waitForOthers(): () => void {
  let isOver = false;
  waits += 1;
  hear();
  return () => {
    if (isOver) return;
    isOver = true;
    waits -= 1;
    hear();
  };
}

/** Number of libraries that compute on threads of their own, for which Node would wait at exit. */
let libraries = 0;

/** Declares that a library may compute on threads of its own. Returns a function that ends the declaration. */
export function libraryAtWork(): () => void {
  libraries += 1;
  return () => {
    libraries -= 1;
  };
}

/**
 * Ends this process with exit code 130. Where a library is at work, it ends by SIGINT, as the system does at Ctrl-C, after all listeners to
 * `exit` were called.
 */
export function endInterrupted(): never {
  process.once("exit", () => {
    // Windows cannot end a process so, and waits.
    if (libraries === 0 || process.platform === "win32") return;
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    process.kill(process.pid, "SIGINT");
  });
  process.exit(INTERRUPTED);
}

/**
 * Ends a wait after earlier signals were handled. Node delivers signals in a turn of the event loop, and drops those without a listener.
 */
export async function heardOut(over: () => void): Promise<void> {
  // The first `setImmediate` ends the current turn, which may have polled for signals already.
  if (isMainThread) for (let turn = 0; turn < 2; turn++) await setImmediate();
  over();
}

/** Runs `work`, during which this process waits for others and handles signals. */
export async function waiting<T>(work: () => Promise<T>): Promise<T> {
  const over = waitForOthers();
  try {
    return await work();
  } finally {
    await heardOut(over);
  }
}
