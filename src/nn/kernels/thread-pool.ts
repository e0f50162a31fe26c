// Thread pool for the kernels of a program. Every element is computed independently, so the distribution over threads does not change the
// result. Kernels are split into chunks that threads take dynamically; a suspended thread delays only the chunk it has taken.

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { KernelFunction } from "./kernel-recording.ts";
import {
  ALL,
  ASLEEP,
  BASE,
  CHUNKS,
  type CrewOrders,
  DONE,
  dividedKernel,
  FAILED,
  firstChunkOf,
  PROGRAM,
  readyTask,
  type SharedKernel,
  type SharedProgram,
  type SharedTask,
  STATE,
  separateKernels,
  stateOf,
  takeChunk,
  taskOf,
  WORDS,
} from "./thread-pool-task.ts";

/** A kernel with its addresses and cost. */
export interface PlacedKernel extends SharedKernel {
  readonly kernel: KernelFunction;
  /** Approximate number of operations. */
  readonly cost: number;
}

/** Cheaper kernels finish faster than another thread could be notified. */
const LEAST = 4096;

/** Whether a kernel is worth splitting into equal chunks of whole rows. */
export function divides({ work, row, cost }: Pick<PlacedKernel, "work" | "row" | "cost">): boolean {
  return cost >= LEAST && work % (CHUNKS * row) === 0;
}

/** A pool of threads that includes the current one. */
export interface ThreadPool {
  /** Registers a program: lists of kernels that do not depend on each other. `close` makes the threads release it. */
  employ(memory: WebAssembly.Memory, lists: readonly (readonly PlacedKernel[])[]): { run(): void; close(): void };
  readonly threads: number;
  dismiss(): void;
}

const file = new URL("./thread-pool-worker.js", import.meta.url);

let programs = 0;

/** Starts `threads` − 1 further threads; undefined where none are needed, or the worker's compiled file is missing. */
export function hire(threads: number): ThreadPool | undefined {
  if (threads < 2 || !existsSync(file)) return undefined;
  const control = new SharedArrayBuffer(4 * WORDS);
  const words = new Int32Array(control);
  words[STATE] = ALL;
  const workers = Array.from({ length: threads - 1 }, (_, k) => {
    const orders: CrewOrders = { control, firstChunk: firstChunkOf(k + 1, threads) };
    return new Worker(file, { workerData: orders });
  });
  for (const worker of workers) worker.unref();
  const tell = (program: SharedProgram) => {
    for (const worker of workers) worker.postMessage(program);
  };

  /** Distributes the chunks of a task over all threads and waits for all of them. */
  function share(chunks: readonly (() => void)[]): void {
    const end = (Atomics.load(words, DONE) + CHUNKS) | 0;
    Atomics.store(words, STATE, stateOf(taskOf(Atomics.load(words, STATE)) + 1));
    if (Atomics.load(words, ASLEEP) > 0) Atomics.notify(words, STATE);
    for (let chunk = takeChunk(words, 0); chunk >= 0; chunk = takeChunk(words, 0)) {
      chunks[chunk]();
      Atomics.add(words, DONE, 1);
    }
    while (Atomics.load(words, DONE) !== end) {
      if (Atomics.load(words, FAILED) === 1) throw new Error("a thread failed in the middle of a program");
    }
  }

  return {
    threads,
    employ(memory, lists) {
      programs += 1;
      const id = programs;
      const tasks: SharedTask[] = [];
      const own = new Map(lists.flat().map(({ module, kernel }) => [module, kernel]));
      const shared = (task: SharedTask) => {
        tasks.push(task);
        const chunks = readyTask(task, (module) => own.get(module) ?? unknown);
        return () => share(chunks);
      };
      const steps =
        lists.length > 1 && lists.length <= CHUNKS
          ? [shared(separateKernels(lists.map(withoutFunctions)))]
          : lists.flat().map((one) => {
              const [simple] = withoutFunctions([one]);
              return divides(one)
                ? shared(dividedKernel(simple))
                : one.kernel.bind(undefined, ...one.where, 0, one.work);
            });
      tell({ id, memory, tasks });
      return {
        run() {
          Atomics.store(words, PROGRAM, id);
          Atomics.store(words, BASE, taskOf(Atomics.load(words, STATE)));
          for (let k = 0; k < steps.length; k++) steps[k]();
        },
        close: () => tell({ id, memory, tasks: [] }),
      };
    },
    dismiss() {
      for (const worker of workers) void worker.terminate();
    },
  };
}

/** The part of the kernels that can be sent to another thread. */
function withoutFunctions(kernels: readonly PlacedKernel[]): SharedKernel[] {
  return kernels.map(({ module, where, work, row, scratch }) => ({ module, where, work, row, scratch }));
}

function unknown(): never {
  throw new Error("a module without a kernel");
}

let hired: ThreadPool | undefined;

/** The pool used by programs created from now on. */
export function threadPool(): ThreadPool | undefined {
  return hired;
}

/** Runs `work`, during which new programs share `threads` threads; afterwards they run on this thread only. */
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
