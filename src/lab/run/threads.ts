// Worker threads that are addressed individually: what a thread has prepared for one job can serve later jobs on it.

import type { Piscina } from "piscina";

/** A function that a thread shall call. */
interface Call {
  /** URL of a module. */
  readonly filename: string;
  /** Name of the function's export. */
  readonly name: string;
  /** Once aborted, the thread is terminated. */
  readonly signal?: AbortSignal;
}

/** A fixed number of threads, each of which is started by its first call. */
export class Threads {
  /** Number of calls per thread, running or queued. */
  readonly #calls: Uint32Array;
  readonly #started: (Promise<Piscina> | undefined)[] = [];

  constructor(count: number) {
    this.#calls = new Uint32Array(count);
  }

  /** Returns the thread with the fewest calls. */
  idlest(): number {
    return this.#calls.indexOf(Math.min(...this.#calls));
  }

  /** Calls a function of plain data on a thread. Rejects with the error that it throws, or with the end of its thread. */
  async run(thread: number, input: unknown, call: Call) {
    this.#calls[thread] += 1;
    try {
      this.#started[thread] ??= started();
      return await (await this.#started[thread]).run(input, call);
    } finally {
      this.#calls[thread] -= 1;
    }
  }

  /** Terminates all threads. */
  async close(): Promise<void> {
    await Promise.all(this.#started.map(async (one) => (await one)?.destroy()));
  }
}

/** What threads need is loaded with the first: a run whose cells are all in the store starts none. */
async function started(): Promise<Piscina> {
  const [{ Piscina }, { followChildren }] = await Promise.all([
    import("piscina"),
    import("../../core/child-processes.ts"),
  ]);
  followChildren();
  const thread = new Piscina({ minThreads: 1, maxThreads: 1 });
  // A thread that fails between calls is replaced by the next call; without a listener the error would end this process.
  thread.on("error", () => {});
  return thread;
}
