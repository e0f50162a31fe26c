// What the threads of a crew agree on: the words that they count in, and what one of them needs to know of a program.

/** Words of the control block. The first three count chunks, of all runs together, and may wrap around. */
export const LIMIT = 0;
/** Chunks that somebody has taken. */
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

/** Chunks of a kernel that is shared: more than threads, so that one that comes late costs little. */
export const CHUNKS = 4;

/** A kernel whose elements may be computed in chunks by anybody. */
export interface SharedKernel {
  readonly module: WebAssembly.Module;
  /** Addresses: what is read, and what is written. */
  readonly where: readonly number[];
  /** Elements. */
  readonly work: number;
}

/** A program as a thread is told of it; without kernels, it is no more. */
export interface SharedProgram {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly kernels: readonly SharedKernel[];
}

/** What a new thread is given. */
export interface CrewOrders {
  /** [WORDS] 32-bit words. */
  readonly control: SharedArrayBuffer;
}

/** The elements of chunk `chunk` of a kernel. */
export function chunkOf(work: number, chunk: number): readonly [begin: number, end: number] {
  return [(work / CHUNKS) * chunk, (work / CHUNKS) * (chunk + 1)];
}
