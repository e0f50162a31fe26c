// Records the kernels that jax-js runs for a call, with the addresses they read and write. jax-js has no API for this. The recorder relies
// on jax-js instantiating a WebAssembly module for each kernel, which imports `env.memory` and exports `kernel(...addresses read, address
// written, begin, end)`; it replaces `WebAssembly.Instance` during the call.

import type { np } from "../jax.ts";

export interface KernelCall {
  readonly module: WebAssembly.Module;
  /** Addresses of the buffers read. */
  readonly reads: readonly number[];
  readonly writes: number;
  /** Number of elements written. */
  readonly work: number;
  /** Upper bound of the bytes written. */
  readonly bytes: number;
}

export interface KernelRecording {
  readonly calls: readonly KernelCall[];
  /** Addresses of the inputs; negative for an input that no kernel reads. */
  readonly inputs: readonly number[];
  readonly outputs: readonly Float32Array[];
  /** Index of the last kernel that wrote each output; undefined where none did. */
  readonly writers: readonly (number | undefined)[];
  /** Whether the memory is shared between threads. */
  readonly shared: boolean;
  /** Contents of constants by address: buffers that are read but are neither inputs nor written before. */
  readonly constants: ReadonlyMap<number, Uint8Array>;
}

/** Callback before each kernel runs. */
type KernelWitness = (module: WebAssembly.Module, numbers: readonly number[], memory: WebAssembly.Memory) => void;

/** Runs `call` with `WebAssembly.Instance` replaced by a recorder. */
function witnessed<T>(witness: KernelWitness, call: () => T): T {
  const Genuine = WebAssembly.Instance;
  function Recorder(module: WebAssembly.Module, imports?: WebAssembly.Imports): object {
    const instance = new Genuine(module, imports);
    const kernel = kernelOf(instance);
    const memory = imports?.env?.memory;
    if (kernel === undefined || !(memory instanceof WebAssembly.Memory)) return instance;
    const recorded = (...numbers: number[]): void => {
      witness(module, numbers, memory);
      kernel(...numbers);
    };
    return { exports: { kernel: recorded } };
  }
  Reflect.set(WebAssembly, "Instance", Recorder);
  try {
    return call();
  } finally {
    Reflect.set(WebAssembly, "Instance", Genuine);
  }
}

/** Upper bound of the bytes of an array with this number of elements. */
const bytesFor = (work: number): number => 8 * work;

/** Runs `call` and returns upper bounds of the lengths of the arrays that its kernels write, by address. */
export function writtenBytes(call: () => void): ReadonlyMap<number, number> {
  const written = new Map<number, number>();
  witnessed((_, numbers) => {
    written.set(numbers[numbers.length - 3], bytesFor(numbers[numbers.length - 1]));
  }, call);
  return written;
}

/**
 * Records `call`, which creates arrays from `inputs` (all different, none a single number) and returns outputs computed from them.
 * `written` has the lengths of arrays that an earlier call created and this one reads. Undefined where no kernel runs, or an output is not
 * float32.
 */
export function recordKernels(
  inputs: readonly Float32Array[],
  call: () => np.Array[],
  written: ReadonlyMap<number, number> = new Map(),
): KernelRecording | undefined {
  const calls: KernelCall[] = [];
  const wanted = inputs.map(bytesOf);
  const addresses = new Map<number, number>();
  const known = new Set<number>();
  let used: WebAssembly.Memory | undefined;
  const witness: KernelWitness = (module, numbers, memory) => {
    used = memory;
    const heap = Buffer.from(memory.buffer);
    const work = numbers[numbers.length - 1];
    const writes = numbers[numbers.length - 3];
    const reads = numbers.slice(0, -3);
    // A buffer that was not written yet is an input or a constant; an input's address may be reused later.
    for (const address of reads) {
      if (known.has(address)) continue;
      known.add(address);
      const k = wanted.findIndex((bytes) => heap.subarray(address, address + bytes.length).equals(bytes));
      if (k >= 0) addresses.set(k, address);
    }
    known.add(writes);
    calls.push({ module, reads, writes, work, bytes: bytesFor(work) });
  };
  const made = witnessed(witness, () => {
    const arrays = call();
    // Reading an output for the first time may run further kernels.
    const outputs = arrays.map((array) => array.ref.dataSync());
    const isKnown = used !== undefined && outputs.every((output) => output instanceof Float32Array);
    const writers = isKnown && used !== undefined ? writersOf(arrays, calls.slice(), used) : undefined;
    if (writers === undefined) for (const array of arrays) array.dispose();
    return { outputs: outputs.map((output) => Float32Array.from(output)), writers };
  });
  if (used === undefined || made.writers === undefined) return undefined;
  // An input that no kernel reads gets a unique negative address.
  const places = inputs.map((_, k) => addresses.get(k) ?? -1 - k);
  return {
    calls,
    inputs: places,
    outputs: made.outputs,
    writers: made.writers,
    constants: constantsOf({ calls, inputs: places, written }, Buffer.from(used.buffer)),
    shared: used.buffer instanceof SharedArrayBuffer,
  };
}

/**
 * Finds the last kernel that wrote each array: fills the kernels' buffers in turn with the kernel's index and reads the arrays again.
 * Consumes the arrays and restores the memory.
 */
function writersOf(
  arrays: readonly np.Array[],
  calls: readonly KernelCall[],
  memory: WebAssembly.Memory,
): (number | undefined)[] {
  // The buffer is fetched again, because a memory that has grown has a new one.
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

/** Longest constant, in bytes, for arrays that no kernel wrote. */
const LONGEST = 1 << 20;

interface KnownArrays extends Pick<KernelRecording, "calls" | "inputs"> {
  readonly written: ReadonlyMap<number, number>;
}

/** A constant extends to the next array; longer ones were written by a kernel. */
function constantsOf({ calls, inputs, written }: KnownArrays, heap: Buffer): Map<number, Uint8Array> {
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
      const longest = Math.max(LONGEST, written.get(address) ?? 0);
      return [address, Uint8Array.from(heap.subarray(address, Math.min(next, address + longest)))];
    }),
  );
}

/** Kernel exported by a jax-js module: (...addresses, begin, end). */
export type KernelFunction = (...numbers: number[]) => void;

export function kernelOf({ exports }: WebAssembly.Instance): KernelFunction | undefined {
  return isKernel(exports.kernel) ? exports.kernel : undefined;
}

function isKernel(value: unknown): value is KernelFunction {
  return typeof value === "function";
}

/** Whether two arrays are bit-identical. */
export function sameBits(a: Float32Array, b: Float32Array): boolean {
  return bytesOf(a).equals(bytesOf(b));
}

function bytesOf(array: Float32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}
