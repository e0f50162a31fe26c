// What a command says while it works, on standard error, and how it ends when it is interrupted.

import { createLogUpdate } from "log-update";
import { visible } from "../core/visible.ts";
import { note } from "./output.ts";

/** Exit code of a program that Ctrl-C ended. */
export const INTERRUPTED = 130;

/** One line that changes on a terminal, a line every few seconds elsewhere. */
export function progressLine(): { tell(text: string): void; end(): void } {
  const live = process.stderr.isTTY === true;
  const screen = createLogUpdate(process.stderr);
  const begun = performance.now();
  let told = begun;
  return {
    tell(text) {
      // What is over at once needs no line.
      const pause = live ? 100 : told === begun ? 1000 : 3000;
      if (performance.now() - told < pause) return;
      told = performance.now();
      if (live) screen(visible(text));
      else note(text);
    },
    end: () => screen.clear(),
  };
}

/**
 * Runs `work` and gives its exit code; that of an interruption, with the words `stopped`, where it ends by the signal's reason. `onFirst` is
 * called at the first Ctrl-C.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
  stopped: string,
  onFirst: () => void = () => {},
): Promise<number> {
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(INTERRUPTED);
    interrupt.abort();
    onFirst();
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onInterrupt);
  try {
    return await work(interrupt.signal);
  } catch (error) {
    if (!(interrupt.signal.aborted && error === interrupt.signal.reason)) throw error;
    note(`agon: ${stopped}`);
    return INTERRUPTED;
  } finally {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onInterrupt);
  }
}
