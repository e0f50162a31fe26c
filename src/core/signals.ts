// What becomes of this process at Ctrl-C. The system ends it at once, in the middle of its work, unless it waits for others just then. Only
// then can it answer by itself: Node hears a signal between two pieces of work, and not within one.

import { setImmediate } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

/** Exit code of a program that Ctrl-C ended, as shells tell it. */
export const INTERRUPTED = 130;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Answers to a signal, of which the last one counts. */
const answers: (() => void)[] = [];
/** What this thread waits for: threads, processes, other machines. */
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

/** Answers signals by `own` while this process waits for others, until what comes back is called. */
export function answerSignals(own: () => void): () => void {
  answers.push(own);
  hear();
  return () => {
    answers.splice(answers.lastIndexOf(own), 1);
    hear();
  };
}

/** Says that this thread waits for others, until what comes back is called. */
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

/** Libraries that compute on threads of their own, for which Node would wait at its end. */
let libraries = 0;

/** Says that a library may compute on threads of its own, until what comes back is called. */
export function libraryAtWork(): () => void {
  libraries += 1;
  return () => {
    libraries -= 1;
  };
}

/** Ends this process; where a library is at work as the system does at Ctrl-C, once all that listens to its end was called. */
export function endInterrupted(): never {
  process.once("exit", () => {
    // Windows knows no such end, and waits.
    if (libraries === 0 || process.platform === "win32") return;
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    process.kill(process.pid, "SIGINT");
  });
  process.exit(INTERRUPTED);
}

/** Ends a wait once signals are answered that came before: the system hands them over in a turn of the loop, and drops those that nothing hears. */
export async function heardOut(over: () => void): Promise<void> {
  // The first ends the turn in which this was called, which may have looked for signals already.
  if (isMainThread) for (let turn = 0; turn < 2; turn++) await setImmediate();
  over();
}

/** Waits for others: until then signals are answered. */
export async function waiting<T>(work: () => Promise<T>): Promise<T> {
  const over = waitForOthers();
  try {
    return await work();
  } finally {
    await heardOut(over);
  }
}
