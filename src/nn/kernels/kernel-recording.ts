// Which kernels jax-js runs for a call, with the addresses they read and write. jax-js does not offer this; what is relied on
// is that it instantiates a WebAssembly module for each kernel, which imports `env.memory` and exports
// `kernel(...addresses read, address written, begin, end)`. The recorder stands in for `WebAssembly.Instance` while one call lasts.

import type { np } from "../jax.ts";

/** One kernel of a call. */
export interface KernelCall {
  readonly module: WebAssembly.Module;
  /** Addresses of buffers. */
  readonly reads: readonly number[];
  readonly writes: number;
  /** Elements written. */
  readonly work: number;
  /** No less than what is written. */
  readonly bytes: number;
}

/** What a call did. */
export interface KernelRecording {
  readonly calls: readonly KernelCall[];
  /** Where the inputs lay; below 0 where no kernel reads one. */
  readonly inputs: readonly number[];
  readonly outputs: readonly Float32Array[];
  /** The last call that wrote each output; undefined where none did. */
  readonly writers: readonly (number | undefined)[];
  /** Whether the memory was a shared one. */
  readonly shared: boolean;
  /** Contents of buffers that are read and neither input nor written before: constants of the function, by address. */
  readonly constants: ReadonlyMap<number, Uint8Array>;
}

/**
 * Records `call`, which is to make arrays of `inputs` (no two alike, none a single number) and outputs of those. Undefined
 * where no kernel runs.
 */
export function recordKernels(inputs: readonly Float32Array[], call: () => np.Array[]): KernelRecording | undefined {
  const Genuine = WebAssembly.Instance;
  const calls: KernelCall[] = [];
  const wanted = inputs.map(bytesOf);
  const addresses = new Map<number, number>();
  const known = new Set<number>();
  let used: WebAssembly.Memory | undefined;
  function Recorder(module: WebAssembly.Module, imports?: WebAssembly.Imports): object {
    const instance = new Genuine(module, imports);
    const kernel = kernelOf(instance);
    const memory = imports?.env?.memory;
    if (kernel === undefined || !(memory instanceof WebAssembly.Memory)) return instance;
    const recorded = (...numbers: number[]): void => {
      used = memory;
      const heap = Buffer.from(memory.buffer);
      const work = numbers[numbers.length - 1];
      const writes = numbers[numbers.length - 3];
      const reads = numbers.slice(0, -3);
      // What no call wrote yet is an input or a constant; an input's place may be another's later.
      for (const address of reads) {
        if (known.has(address)) continue;
        known.add(address);
        const k = wanted.findIndex((bytes) => heap.subarray(address, address + bytes.length).equals(bytes));
        if (k >= 0) addresses.set(k, address);
      }
      known.add(writes);
      calls.push({ module, reads, writes, work, bytes: 8 * work });
      kernel(...numbers);
    };
    return { exports: { kernel: recorded } };
  }
  Reflect.set(WebAssembly, "Instance", Recorder);
  let outputs: Float32Array[];
  let writers: (number | undefined)[] = [];
  try {
    const arrays = call();
    // The first reading may still run kernels.
    outputs = arrays.map((array) => Float32Array.from(array.ref.dataSync()));
    if (used === undefined) for (const array of arrays) array.dispose();
    else writers = writersOf(arrays, calls.slice(), used);
  } finally {
    Reflect.set(WebAssembly, "Instance", Genuine);
  }
  if (used === undefined) return undefined;
  // What no kernel reads lies nowhere, at an address of its own.
  const places = inputs.map((_, k) => addresses.get(k) ?? -1 - k);
  return {
    calls,
    inputs: places,
    outputs,
    writers,
    constants: constantsOf(calls, places, Buffer.from(used.buffer)),
    shared: used.buffer instanceof SharedArrayBuffer,
  };
}

/**
 * The last call that wrote each array: every call's buffer is filled with the call's number, in turn, and the arrays are read
 * again. Consumes them, and leaves the memory as it was.
 */
function writersOf(
  arrays: readonly np.Array[],
  calls: readonly KernelCall[],
  memory: WebAssembly.Memory,
): (number | undefined)[] {
  // Taken anew: a memory that has grown since has another buffer.
  const heap = Buffer.from(memory.buffer);
  const before = calls.map(({ writes, work }) => Buffer.from(heap.subarray(writes, writes + 4 * work)));
  for (const [k, { writes, work }] of calls.entries()) new Float32Array(heap.buffer, writes, work).fill(k);
  const writers = arrays.map((array) => {
    const numbers = array.dataSync();
    const k = numbers[0];
    return calls[k]?.work === numbers.length && numbers.every((x: number) => x === k) ? k : undefined;
  });
  for (const [k, { writes }] of calls.entries()) before[k].copy(heap, writes);
  return writers;
}

/** No constant is taken to be longer. */
const LONGEST = 1 << 20;

/** A buffer's length is not known, but it ends before the next one begins. */
function constantsOf(calls: readonly KernelCall[], inputs: readonly number[], heap: Buffer): Map<number, Uint8Array> {
  const known = new Set(inputs);
  const unknown = new Set<number>();
  for (const { reads, writes } of calls) {
    for (const address of reads) if (!known.has(address)) unknown.add(address);
    known.add(writes);
  }
  const all = [...known, ...unknown].sort((a, b) => a - b);
  return new Map(
    [...unknown].map((address) => {
      const next = all.find((other) => other > address) ?? heap.length;
      return [address, Uint8Array.from(heap.subarray(address, Math.min(next, address + LONGEST)))];
    }),
  );
}

/** What a module of jax-js exports: (...addresses, begin, end). */
export type KernelFunction = (...numbers: number[]) => void;

export function kernelOf({ exports }: WebAssembly.Instance): KernelFunction | undefined {
  return isKernel(exports.kernel) ? exports.kernel : undefined;
}

function isKernel(value: unknown): value is KernelFunction {
  return typeof value === "function";
}

/** Whether two arrays are the same to the last bit. */
export function sameBits(a: Float32Array, b: Float32Array): boolean {
  return bytesOf(a).equals(bytesOf(b));
}

function bytesOf(array: Float32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}
