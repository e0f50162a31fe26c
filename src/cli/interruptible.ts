// Work that Ctrl-C ends: it is told to stop, and a second Ctrl-C does not wait for it.

import { note } from "./output.ts";
import { INTERRUPTED } from "./progress.ts";

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
