// What the threads of a crew agree on: the words that they count in, and what one of them needs to know of a program.

import type { KernelFunction } from "./kernel-recording.ts";

/** Words of the control block. The first is the number of the task at work, of all runs together, and which of its chunks are taken. */
export const STATE = 0;
/** Chunks that are done; it may wrap around, as the task's number may. */
export const DONE = 1;
/** The number of the task before the run's first. */
export const BASE = 2;
/** Which program runs. */
export const PROGRAM = 3;
/** Threads that sleep until `STATE` changes. */
export const ASLEEP = 4;
/** 1 where a thread could not do what it had taken. */
export const FAILED = 5;
export const WORDS = 16;

/**
 * Chunks of a task: more than threads, so that one that comes late costs little. Bit k of the state says that chunk k is taken; the task's
 * number is in the bits above.
 */
export const CHUNKS = 4;
/** The bits of all chunks: a state in which there is nothing to take. */
export const ALL = (1 << CHUNKS) - 1;

/** The number of the task that a state is of. */
export const taskOf = (state: number): number => state >>> CHUNKS;
/** The state of a task of which nothing is taken. */
export const stateOf = (task: number): number => (task << CHUNKS) | 0;

/**
 * Takes a chunk of the task at work, and gives its number; −1 where all are taken. Each thread begins at a chunk of its own: what the next
 * kernel reads there is in the cache of the core that wrote it.
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

/** The chunk at which a thread begins. */
export const firstChunkOf = (thread: number, threads: number): number =>
  Math.floor((thread * CHUNKS) / threads) % CHUNKS;

/** A kernel in its place. */
export interface SharedKernel {
  readonly module: WebAssembly.Module;
  /** Addresses: what is read, and what is written. */
  readonly where: readonly number[];
  /** Elements. */
  readonly work: number;
  /** So many elements, from a multiple of theirs on, stay together. */
  readonly row: number;
  /** Bytes that each chunk works in, at the last address but one; 0 where the kernel has no such address. */
  readonly scratch: number;
}

/** Elements of a kernel that are computed at once. */
export interface KernelPiece extends Pick<SharedKernel, "module" | "where"> {
  readonly begin: number;
  readonly end: number;
}

/** Chunks that any thread may do at any time and in any order, [CHUNKS]: each is pieces one after the other. */
export type SharedTask = readonly (readonly KernelPiece[])[];

/** A program as a thread is told of it; without tasks, it is no more. */
export interface SharedProgram {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly tasks: readonly SharedTask[];
}

/** What a new thread is given. */
export interface CrewOrders {
  /** [WORDS] 32-bit words. */
  readonly control: SharedArrayBuffer;
  /** The chunk at which it begins. */
  readonly firstChunk: number;
}

/** A kernel's elements as a task: pieces as equal as whole rows allow. */
export function dividedKernel({ module, where, work, row, scratch }: SharedKernel): SharedTask {
  const from = (k: number) => Math.floor((work * k) / row / CHUNKS) * row;
  const own = (k: number) => where.map((address, j) => (j === where.length - 2 ? address + k * scratch : address));
  return Array.from({ length: CHUNKS }, (_, k) => [{ module, where: own(k), begin: from(k), end: from(k + 1) }]);
}

/** Lists of kernels that have nothing to do with each other as a task; at most `CHUNKS`. */
export function separateKernels(lists: readonly (readonly SharedKernel[])[]): SharedTask {
  return Array.from({ length: CHUNKS }, (_, k) =>
    (lists[k] ?? []).map(({ module, where, work }) => ({ module, where, begin: 0, end: work })),
  );
}

/** A task ready to be done: a function for each of its chunks. */
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
