// Protocol of the thread pool: shared counters, and the description of programs for worker threads.

import type { KernelFunction } from "./kernel-recording.ts";

/** Indices in the control block. The first word holds the number of the current task over all runs, and a bit mask of its taken chunks. */
export const STATE = 0;
/** Number of finished chunks; it may wrap around, like the task number. */
export const DONE = 1;
/** Number of the task before the run's first. */
export const BASE = 2;
/** Id of the running program. */
export const PROGRAM = 3;
/** Number of threads that sleep until `STATE` changes. */
export const ASLEEP = 4;
/** 1 where a thread failed to compute a chunk. */
export const FAILED = 5;
export const WORDS = 16;

/**
 * Chunks per task: more than threads, so that a late thread costs little. Bit k of the state marks chunk k as taken; the task number is in
 * the higher bits.
 */
export const CHUNKS = 4;
/** State bits with all chunks taken. */
export const ALL = (1 << CHUNKS) - 1;

export const taskOf = (state: number): number => state >>> CHUNKS;
/** State of a task without taken chunks. */
export const stateOf = (task: number): number => (task << CHUNKS) | 0;

/**
 * Takes a chunk of the current task and returns its index; −1 where all are taken. Each thread starts at its own chunk, because the data
 * that the next kernel reads there are in its core's cache.
 */
export function takeChunk(words: Int32Array, firstChunk: number): number {
  for (;;) {
    const state = Atomics.load(words, STATE);
    let chunk = firstChunk;
    for (let k = 0; k < CHUNKS && (state & (1 << chunk)) !== 0; k++) chunk = (chunk + 1) % CHUNKS;
    if ((state & (1 << chunk)) !== 0) return -1;
    if (Atomics.compareExchange(words, STATE, state, state | (1 << chunk)) === state) return chunk;
  }
}

/** Index of the chunk at which a thread starts. */
export const firstChunkOf = (thread: number, threads: number): number =>
  Math.floor((thread * CHUNKS) / threads) % CHUNKS;

/** A kernel with its addresses. */
export interface SharedKernel {
  readonly module: WebAssembly.Module;
  /** Addresses of inputs and of the output. */
  readonly where: readonly number[];
  /** Number of elements. */
  readonly work: number;
  /** Blocks of this many elements, aligned to multiples of it, are not split. */
  readonly row: number;
  /** Scratch memory per chunk in bytes, passed as the last but one address; 0 where the kernel has no such parameter. */
  readonly scratch: number;
}

/** A range of a kernel's elements. */
export interface KernelPiece extends Pick<SharedKernel, "module" | "where"> {
  readonly begin: number;
  readonly end: number;
}

/** Independent chunks, [CHUNKS], each a sequence of pieces; any thread may execute them in any order. */
export type SharedTask = readonly (readonly KernelPiece[])[];

/** A program as sent to a thread; without tasks, the program is removed. */
export interface SharedProgram {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly tasks: readonly SharedTask[];
}

/** Initial data of a new thread. */
export interface CrewOrders {
  /** [WORDS] 32-bit control words. */
  readonly control: SharedArrayBuffer;
  /** Chunk at which the thread starts. */
  readonly firstChunk: number;
}

/** Splits a kernel's elements into pieces as equal as whole rows permit. */
export function dividedKernel({ module, where, work, row, scratch }: SharedKernel): SharedTask {
  const from = (k: number) => Math.floor((work * k) / row / CHUNKS) * row;
  const own = (k: number) => where.map((address, j) => (j === where.length - 2 ? address + k * scratch : address));
  return Array.from({ length: CHUNKS }, (_, k) => [{ module, where: own(k), begin: from(k), end: from(k + 1) }]);
}

/** Combines at most `CHUNKS` independent lists of kernels into a task. */
export function separateKernels(lists: readonly (readonly SharedKernel[])[]): SharedTask {
  return Array.from({ length: CHUNKS }, (_, k) =>
    (lists[k] ?? []).map(({ module, where, work }) => ({ module, where, begin: 0, end: work })),
  );
}

/** Prepares a task: one function per chunk. */
export function readyTask(
  task: SharedTask,
  kernel: (module: WebAssembly.Module) => KernelFunction,
): readonly (() => void)[] {
  return task.map((pieces) => {
    const calls = pieces.map(({ module, where, begin, end }) => kernel(module).bind(undefined, ...where, begin, end));
    return () => {
      for (let k = 0; k < calls.length; k++) calls[k]();
    };
  });
}
