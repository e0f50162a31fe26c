// What the threads of a crew agree on: the words that they count in, and what one of them needs to know of a program.

import type { KernelFunction } from "./kernel-recording.ts";

/** Words of the control block. The first three count chunks, of all runs together, and may wrap around. */
export const LIMIT = 0;
/** Chunks that threads have taken. */
export const TAKEN = 1;
/** Chunks that are done. */
export const DONE = 2;
/** Chunks that were done when the run began. */
export const BASE = 3;
/** Which program runs. */
export const PROGRAM = 4;
/** Threads that sleep until `LIMIT` changes. */
export const ASLEEP = 5;
/** 1 where a thread could not do what it had taken. */
export const FAILED = 6;
export const WORDS = 16;

/** Chunks of a task: more than threads, so that one that comes late costs little. */
export const CHUNKS = 4;

/** A kernel in its place. */
export interface SharedKernel {
  readonly module: WebAssembly.Module;
  /** Addresses: what is read, and what is written. */
  readonly where: readonly number[];
  /** Elements. */
  readonly work: number;
  /** So many elements, from a multiple of theirs on, stay together. */
  readonly row: number;
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
}

/** A kernel's elements as a task: pieces as equal as whole rows allow. */
export function dividedKernel({ module, where, work, row }: SharedKernel): SharedTask {
  const from = (k: number) => Math.floor((work * k) / row / CHUNKS) * row;
  return Array.from({ length: CHUNKS }, (_, k) => [{ module, where, begin: from(k), end: from(k + 1) }]);
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
