// Threads that are chosen one by one: what a thread has made for a job serves others that it gets.

import type { Piscina } from "piscina";
import { followChildren } from "../../core/child-processes.ts";

/** What a thread is to call. */
interface Call {
  /** Address of a module. */
  readonly filename: string;
  /** Name under which the module exports the function. */
  readonly name: string;
  /** Aborted, the thread is ended. */
  readonly signal?: AbortSignal;
}

/** So many threads, each of which is started by its first call. */
export class Threads {
  /** Calls that each has, begun or not. */
  readonly #calls: Uint32Array;
  readonly #started: (Promise<Piscina> | undefined)[] = [];

  constructor(count: number) {
    this.#calls = new Uint32Array(count);
  }

  /** The thread that has the fewest calls. */
  idlest(): number {
    return this.#calls.indexOf(Math.min(...this.#calls));
  }

  /** Calls a function of plain data on a thread. Rejects with what it throws, or with the end of its thread. */
  async run(thread: number, input: unknown, call: Call) {
    this.#calls[thread] += 1;
    try {
      this.#started[thread] ??= started();
      return await (await this.#started[thread]).run(input, call);
    } finally {
      this.#calls[thread] -= 1;
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all(this.#started.map(async (one) => (await one)?.destroy()));
  }
}

async function started(): Promise<Piscina> {
  followChildren();
  const { Piscina } = await import("piscina");
  return new Piscina({ minThreads: 1, maxThreads: 1 });
}
