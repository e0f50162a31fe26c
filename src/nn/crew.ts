// Threads that share the kernels of a program: every kernel writes each of its elements on its own, so that who computes which
// changes no bit of the result. A kernel is cut into chunks that are taken one by one; a thread that the system does not let
// run holds nobody up, but for the chunk that it has in hand.

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import {
  ASLEEP,
  BASE,
  CHUNKS,
  type CrewOrders,
  chunkOf,
  DONE,
  FAILED,
  LIMIT,
  PROGRAM,
  type SharedProgram,
  TAKEN,
  WORDS,
} from "./crew-task.ts";
import type { KernelFunction } from "./kernel-recording.ts";

/** A kernel in its place. */
export interface PlacedKernel {
  readonly module: WebAssembly.Module;
  readonly kernel: KernelFunction;
  readonly where: readonly number[];
  readonly work: number;
}

/** Kernels of fewer elements are done sooner than anybody could be told of them. */
const LEAST = 4096;

/** Whether a kernel's elements can be computed in equal chunks that are whole rows of any usual tile. */
export function divides({ work }: Pick<PlacedKernel, "work">): boolean {
  return work >= LEAST && work % (CHUNKS * 16) === 0;
}

/** A crew of threads, this one among them. */
export interface Crew {
  /** A program that runs on the crew; `close` lets the threads forget it. */
  employ(memory: WebAssembly.Memory, kernels: readonly PlacedKernel[]): { run(): void; close(): void };
  readonly threads: number;
  dismiss(): void;
}

const file = new URL("./crew-worker.js", import.meta.url);

let programs = 0;

/** Hires `threads` − 1 further threads; undefined where there are none to hire, or no compiled file for them to run. */
export function hire(threads: number): Crew | undefined {
  if (threads < 2 || !existsSync(file)) return undefined;
  const control = new SharedArrayBuffer(4 * WORDS);
  const words = new Int32Array(control);
  const orders: CrewOrders = { control };
  const workers = Array.from({ length: threads - 1 }, () => new Worker(file, { workerData: orders }));
  for (const worker of workers) worker.unref();
  const tell = (program: SharedProgram) => {
    for (const worker of workers) worker.postMessage(program);
  };

  /** Lets everybody compute the elements of a kernel, and waits until all are done. */
  function share(chunk: (begin: number, end: number) => void, work: number, base: number): void {
    const limit = (Atomics.load(words, LIMIT) + CHUNKS) | 0;
    Atomics.store(words, LIMIT, limit);
    if (Atomics.load(words, ASLEEP) > 0) Atomics.notify(words, LIMIT);
    for (let taken = Atomics.load(words, TAKEN); taken !== limit; taken = Atomics.load(words, TAKEN)) {
      if (Atomics.compareExchange(words, TAKEN, taken, (taken + 1) | 0) !== taken) continue;
      chunk(...chunkOf(work, ((taken - base) | 0) % CHUNKS));
      Atomics.add(words, DONE, 1);
    }
    while (Atomics.load(words, DONE) !== limit) {
      if (Atomics.load(words, FAILED) === 1) throw new Error("a thread failed in the middle of a program");
    }
  }

  return {
    threads,
    employ(memory, kernels) {
      programs += 1;
      const id = programs;
      const shared = kernels.filter(divides);
      tell({ id, memory, kernels: shared.map(({ module, where, work }) => ({ module, where, work })) });
      const steps = kernels.map(({ kernel, where, work }) => ({
        chunk: kernel.bind(undefined, ...where),
        work,
        divided: divides({ work }),
      }));
      return {
        run() {
          const base = Atomics.load(words, LIMIT);
          Atomics.store(words, PROGRAM, id);
          Atomics.store(words, BASE, base);
          for (let k = 0; k < steps.length; k++) {
            const { chunk, work, divided } = steps[k];
            if (divided) share(chunk, work, base);
            else chunk(0, work);
          }
        },
        close: () => tell({ id, memory, kernels: [] }),
      };
    },
    dismiss() {
      for (const worker of workers) void worker.terminate();
    },
  };
}

let hired: Crew | undefined;

/** The crew that programs made from now on run on. */
export function crew(): Crew | undefined {
  return hired;
}

/** While `work` lasts, programs that it makes share `threads` threads; afterwards they run on this one alone. */
export async function withThreads<T>(threads: number, work: () => Promise<T>): Promise<T> {
  const before = hired;
  const own = hire(threads);
  hired = own;
  try {
    return await work();
  } finally {
    hired = before;
    own?.dismiss();
  }
}
